import { describeAbuse } from "./abuse.ts";
import { testImports } from "./abuse-import.ts";
import { describeNetwork } from "./abuse-network.ts";

// Looked at once, at the first call.
process.env.TOOLROOM_SANDBOX = "landlock";

describeAbuse("landlock");
describeNetwork("landlock");
testImports();

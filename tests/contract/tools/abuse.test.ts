import { describeAbuse } from "./abuse.ts";
import { testImports } from "./abuse-import.ts";
import { describeNetwork } from "./abuse-network.ts";

describeAbuse("namespaces");
describeNetwork("namespaces");
testImports();

import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { checkPort } from "../../bin/steps/port.mjs";
import { startWebServer } from "../../bin/steps/web-server.mjs";
import { withDatabase } from "./database.ts";

const HOST = "127.0.0.1";

/** A running studio of the test file's own; its parts are there once the tests begin. */
export type Studio = {
  readonly url: string;
  readonly data: string;
  /** What the first account needs. */
  readonly token: string;
  /** Ends the server at once, as a power cut would, and starts it again on the same data. */
  restart: () => Promise<void>;
};

/** Starts the built studio for the test file on a free port, with a database and a data folder of its own; call it at the top. */
export function withStudio(): Studio {
  withDatabase();
  const studio = new RunningStudio();
  beforeAll(() => studio.start());
  afterAll(() => studio.stop());
  return studio;
}

class RunningStudio implements Studio {
  readonly #root = path.resolve(".");
  #port = 0;
  #server: { ended: Promise<unknown>; kill: () => void } | null = null;
  readonly token = randomBytes(32).toString("base64url");

  get url(): string {
    return `http://${HOST}:${this.#port}`;
  }

  get data(): string {
    return process.env.TOOLROOM_DATA ?? "";
  }

  async start(): Promise<void> {
    if (!existsSync(path.join(this.#root, ".next/BUILD_ID")))
      throw new Error("The studio is not built: run `npm run build`.");
    this.#port ||= await checkPort(HOST, 0);
    Object.assign(process.env, { HOST, PORT: String(this.#port), TOOLROOM_ROOT: this.#root });
    const tokenFile = path.join(this.data, "first-account-token");
    if (!existsSync(tokenFile)) writeFileSync(tokenFile, this.token, { mode: 0o600 });
    const { signal } = new AbortController();
    this.#server = await startWebServer(this.#root, { mode: "start", host: HOST, port: this.#port, signal });
  }

  async stop(): Promise<void> {
    this.#server?.kill();
    await this.#server?.ended;
    this.#server = null;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }
}

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exchange, type Settings } from "./exchange.ts";
import { type Received, Scene, type Violation } from "./scene.ts";
import { type Following, Player, type Script } from "./script.ts";

const HOST = "127.0.0.1";

/** A model server on a loopback port: it says what its script says, and keeps what it was asked. */
export class ModelServer {
  readonly #settings: Settings;
  #port = 0;
  #server: Server | null = null;
  #scene = new Scene();
  #requestsLeft = Number.POSITIVE_INFINITY;

  constructor(settings: Settings = {}) {
    this.#settings = settings;
  }

  /** The base URL for clients. */
  get url(): string {
    return `http://${HOST}:${this.#port}/v1`;
  }

  /** All requests in the order of their coming, those to `/models` too. */
  get requests(): readonly Received[] {
    return this.#scene.received;
  }

  /** Those whose client went away early. */
  get aborted(): readonly Received[] {
    return this.requests.filter(({ isAborted }) => isAborted);
  }

  get violations(): readonly Violation[] {
    return this.#scene.violations;
  }

  /** Answers what was wrong with the requests so far, and forgets it. */
  takeViolations(): Violation[] {
    return this.#scene.violations.splice(0);
  }

  /** Begins another script; see `Script` and `Following`. */
  play(script: Script, following: Following = "requests"): void {
    this.#scene.player = new Player(script, following);
  }

  /** Resolves when that many requests have come. */
  requested(count: number): Promise<void> {
    return this.#scene.requested(count);
  }

  /** Resolves when that many answers are held back by a fault or by the pace `steps`. */
  held(count = 1): Promise<void> {
    return this.#scene.holds.reached(count);
  }

  /** Lets the answers go on that are held back now. */
  release(): void {
    this.#scene.holds.release();
  }

  /** Cuts the connections of the answers that are held back now. */
  cut(): void {
    this.#scene.holds.cut();
  }

  /** Lets so many deltas out of answers with the pace `steps`. */
  step(count = 1): void {
    this.#scene.holds.step(count);
  }

  /** Refuses connections once so many more requests have come; those are still answered. */
  refuseAfter(count: number): void {
    this.#requestsLeft = count;
    if (count === 0) this.#server?.close();
  }

  /** Takes connections again, on the same port. */
  async comeBack(): Promise<void> {
    this.#requestsLeft = Number.POSITIVE_INFINITY;
    await this.close();
    await this.listen(this.#port);
  }

  /** Forgets script, requests and answers, and cuts answers that have not ended; idle connections stay as they are. */
  async reset(): Promise<void> {
    for (const response of this.#scene.open) response.destroy();
    this.#scene = new Scene();
    if (this.#requestsLeft !== Number.POSITIVE_INFINITY) await this.comeBack();
  }

  async listen(port = 0): Promise<void> {
    const server = createServer((request, response) => {
      this.#requestsLeft -= 1;
      if (this.#requestsLeft <= 0) {
        response.setHeader("connection", "close");
        server.close();
      }
      const [scene, settings] = [this.#scene, this.#settings];
      scene.open.add(response);
      response.once("close", () => scene.open.delete(response));
      exchange({ request, response, scene, settings }).catch((error: Error) => response.destroy(error));
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, HOST, resolve));
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Ends all connections and stops listening. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }
}

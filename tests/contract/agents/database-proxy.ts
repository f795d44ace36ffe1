import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";

/** The way to the database, which can be cut: connections end, and new ones are refused, until the test's time for it is over. */
export class DatabaseProxy {
  readonly #target: string;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((client) => this.#join(client));
  #awayUntil = 0;
  /** How often a chunk of the database's words ends its connection before it arrives: once in so many. */
  #cutsOneIn = Number.POSITIVE_INFINITY;
  refused = 0;
  cuts = 0;

  constructor(target: string) {
    this.#target = target;
  }

  /** Answers with the address to use in place of the database's. */
  async listen(): Promise<string> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    const url = new URL(this.#target);
    url.searchParams.delete("host");
    url.hostname = "127.0.0.1";
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** Is away for whoever asks within so many milliseconds. */
  goAway(ms: number): void {
    this.#awayUntil = Date.now() + ms;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Cuts at random from now on; Infinity: never again. */
  cutOneIn(chunks: number): void {
    this.#cutsOneIn = chunks;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #join(client: Socket): void {
    client.on("error", () => client.destroy());
    if (Date.now() < this.#awayUntil) {
      this.refused += 1;
      client.destroy();
      return;
    }
    const { host, port } = new pg.Client(this.#target);
    const database = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      this.#sockets.add(one);
      one.on("error", () => one.destroy());
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
    client.pipe(database);
    database.on("data", (chunk) => {
      if (Math.random() * this.#cutsOneIn < 1) {
        this.cuts += 1;
        client.destroy();
      } else client.write(chunk);
    });
  }
}

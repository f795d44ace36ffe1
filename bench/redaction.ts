import { createRedactor } from "#lib/secrets/redact.ts";
import { type Benchmark, sideBySide, timed } from "./measure.ts";

const SECRETS = ["sk-live-1f9d8c7b6a5e4d3c", "p@ss+word/1", "비밀번호-2026", "hunter22", "postgres-Pa55"];
const LINE = "2026-11-30T10:00:00Z info GET /v1/orders?page=12 answered 200 in 41 ms for customer 48210\n";
const CHUNK = LINE.repeat(700);
const CHUNKS = 128;

/** What hiding secrets in every spelling costs in a flood of log, against finding them only as they are written. */
export const redaction: Record<string, Benchmark> = {
  "redact.stream": () =>
    sideBySide(
      { rounds: 5 },
      {
        subject: () =>
          timed(async () => {
            const stream = createRedactor(SECRETS).stream();
            let length = 0;
            for (let count = 0; count < CHUNKS; count++) length += stream.push(CHUNK).length;
            if (length + stream.end().length !== CHUNK.length * CHUNKS)
              throw new Error("The redactor changed a log without secrets.");
          }),
        baseline: () =>
          timed(async () => {
            let length = 0;
            for (let count = 0; count < CHUNKS; count++) length += SECRETS.reduce(hideAsWritten, CHUNK).length;
            if (length !== CHUNK.length * CHUNKS) throw new Error("The baseline changed a log without secrets.");
          }),
      },
    ),
};

function hideAsWritten(text: string, secret: string): string {
  return text.replaceAll(secret, "[redacted]");
}

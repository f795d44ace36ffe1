import { z } from "zod";
import { RehearsalScript } from "#lib/providers/schema.ts";

/** What a new rehearsal begins with. */
export const FIRST_REHEARSAL: RehearsalScript = {
  exchanges: [
    {
      when: "2 + 3",
      turns: [
        { text: "I ask the calculator.", calls: [{ name: "calculator", arguments: { a: 2, b: 3, op: "+" } }] },
        { text: 'It is {{result "calculator"}}.' },
      ],
    },
    { turns: [{ text: "This is a rehearsal: ask me what 2 + 3 is." }] },
  ],
};

/** For completion and errors in the editor. */
export const REHEARSAL_SCHEMA = z.toJSONSchema(RehearsalScript, { io: "input" });

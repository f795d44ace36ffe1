import "server-only";
import type { ResponseCreateParamsStreaming } from "openai/resources/responses/responses";
import type { Connection } from "./connection.ts";
import { exchange } from "./exchange.ts";
import { disconnected } from "./failures.ts";
import type { Model } from "./model.ts";
import { ResponsesAnswer } from "./responses-answer.ts";
import { responsesBody } from "./responses-request.ts";

/** A model behind a server of the Responses API. */
export function responsesModel(connection: Connection): Model {
  return {
    async respond(request, { signal, onDelta }) {
      const { body, leftOut } = responsesBody(request);
      const answer = new ResponsesAnswer(connection.address, onDelta);
      await exchange(connection, {
        // The body is in the terms of the API already, with items that the client's types need not know.
        send: (client, options) => client.responses.create(body as unknown as ResponseCreateParamsStreaming, options),
        take: (event) => answer.take(event),
        signal,
      });
      if (answer.response === null) throw disconnected(connection.address);
      return { ...answer.response, leftOut };
    },
  };
}

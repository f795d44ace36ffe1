import "server-only";
import type { ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import { ChatAnswer } from "./chat-answer.ts";
import { chatBody } from "./chat-request.ts";
import type { Connection } from "./connection.ts";
import { exchange } from "./exchange.ts";
import { disconnected } from "./failures.ts";
import type { Model } from "./model.ts";

/** A model behind a server of Chat Completions; what this API cannot say is refused with a sentence. */
export function chatModel(connection: Connection): Model {
  return {
    async respond(request, { signal, onDelta }) {
      const { body, leftOut } = chatBody(request);
      const answer = new ChatAnswer(connection.address, onDelta);
      const end = await exchange(connection, {
        // Servers of this API take more than the client's types know.
        send: (client, options) =>
          client.chat.completions.create(body as unknown as ChatCompletionCreateParamsStreaming, options),
        take: (chunk) => answer.take(chunk),
        signal,
      });
      if (end === "ended" && !answer.isFinished) throw disconnected(connection.address);
      return { ...answer.response(), leftOut };
    },
  };
}

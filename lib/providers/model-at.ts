import "server-only";
import { chatModel } from "./chat.ts";
import type { Connection } from "./connection.ts";
import type { Model } from "./model.ts";
import { responsesModel } from "./responses.ts";

/** The model behind a connection, in the API that its server speaks. */
export function modelAt(connection: Connection): Model {
  return connection.api === "responses" ? responsesModel(connection) : chatModel(connection);
}

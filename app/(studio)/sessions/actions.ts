"use server";

import { z } from "zod";
import { argumentsSchema } from "#lib/agents/approvals/arguments.ts";
import { CallKey } from "#lib/agents/approvals/schema.ts";
import { saveAsRehearsal } from "#lib/agents/export.ts";
import { forkSession } from "#lib/agents/fork.ts";
import { viewModelRequest } from "#lib/agents/model-question.ts";
import { answerAsModel, PersonAnswer } from "#lib/agents/person.ts";
import { NewMessage } from "#lib/agents/schema.ts";
import { archiveSession, deleteSession, listSessions, renameSession } from "#lib/agents/sessions.ts";
import { continueSession, withdrawInput } from "#lib/agents/talk.ts";
import { action } from "#lib/auth/guard.ts";

const Session = z.object({ sessionId: z.string() });

export const findSessionsAction = action(
  {
    permission: "session:read",
    input: z.object({ search: z.string().max(200), archived: z.boolean(), tries: z.boolean() }),
  },
  ({ member, input }) => listSessions(member, input),
);

export const renameSessionAction = action(
  { permission: "session:write", input: Session.extend({ title: z.string() }) },
  ({ member, input }) => renameSession(member, input.sessionId, input.title),
);

export const archiveSessionAction = action(
  { permission: "session:write", input: Session.extend({ archived: z.boolean() }) },
  ({ member, input: { sessionId, archived } }) => archiveSession(member, sessionId, { archived }),
);

export const deleteSessionAction = action({ permission: "session:write", input: Session }, ({ member, input }) =>
  deleteSession(member, input.sessionId),
);

export const continueSessionAction = action({ permission: "session:write", input: Session }, ({ member, input }) =>
  continueSession(member, input.sessionId),
);

export const withdrawInputAction = action(
  { permission: "session:write", input: Session.extend({ inputId: z.string() }) },
  ({ member, input }) => withdrawInput(member, input.sessionId, input.inputId),
);

export const forkSessionAction = action(
  { permission: "session:write", input: Session.extend({ messageId: z.string(), message: NewMessage.optional() }) },
  ({ member, input: { sessionId, messageId, message } }) =>
    forkSession(member, sessionId, { messageId, ...(message ? { message } : {}) }),
);

export const saveAsRehearsalAction = action({ permission: "agent:write", input: Session }, ({ member, input }) =>
  saveAsRehearsal(member, input.sessionId),
);

export const viewModelRequestAction = action({ permission: "session:write", input: Session }, ({ member, input }) =>
  viewModelRequest(member, input.sessionId),
);

export const argumentsSchemaAction = action(
  { permission: "session:write", input: CallKey.extend({ sessionId: z.string() }) },
  ({ member, input }) => argumentsSchema(member, input),
);

export const answerAsModelAction = action(
  { permission: "session:write", input: Session.extend({ answer: PersonAnswer }) },
  ({ member, input }) => answerAsModel(member, input.sessionId, input.answer),
);

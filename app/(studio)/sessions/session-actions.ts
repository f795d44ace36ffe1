import type { SessionActions } from "#components/session/actions.ts";
import {
  answerAsModelAction,
  argumentsSchemaAction,
  continueSessionAction,
  forkSessionAction,
  saveAsRehearsalAction,
  viewModelRequestAction,
  withdrawInputAction,
} from "./actions.ts";

/** What a session can be asked for, wherever it is shown. */
export const sessionActions: SessionActions = {
  continueSession: continueSessionAction,
  withdraw: withdrawInputAction,
  fork: forkSessionAction,
  saveAsRehearsal: saveAsRehearsalAction,
  readQuestion: viewModelRequestAction,
  answer: answerAsModelAction,
  argumentsSchema: argumentsSchemaAction,
};

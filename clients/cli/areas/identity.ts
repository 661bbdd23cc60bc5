import type { Command } from "../command.ts";
import { identityRegister, identityShow } from "../commands/identity.ts";
import {
  identityEndSession,
  identityEndSessions,
  identityKeys,
  identitySessions,
  identitySignIns,
} from "../commands/sessions.ts";
import {
  identityAnswer,
  identityChallenges,
  identityDocument,
  identityLevel,
  identityStatus,
  identityVerify,
} from "../commands/verification.ts";

/** The commands that begin with `identity`, in the order of the usage text. */
export const identity: readonly Command[] = [
  identityRegister,
  identityShow,
  identityStatus,
  identityVerify,
  identityAnswer,
  identityChallenges,
  identityLevel,
  identityDocument,
  identityKeys,
  identitySessions,
  identityEndSession,
  identityEndSessions,
  identitySignIns,
];

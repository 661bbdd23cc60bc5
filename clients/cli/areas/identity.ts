import type { Command } from "../command.ts";
import {
  identityAgreements,
  identityCases,
  identityCompliance,
  identitySignAgreement,
} from "../commands/identity/agreements.ts";
import { identityRegister, identityShow } from "../commands/identity/identity.ts";
import { identityExport, identityForget, identityImport, identityProfiles } from "../commands/identity/profiles.ts";
import {
  identityEndSession,
  identityEndSessions,
  identitySessions,
  identitySignIns,
} from "../commands/identity/sessions.ts";
import {
  identityJwt,
  identityRequestToken,
  identitySignIn,
  identitySignOut,
  identityToken,
} from "../commands/identity/sign-in.ts";
import {
  identityAddKey,
  identityKeys,
  identityRevokeKey,
  identityRotateRotationKey,
} from "../commands/identity/signing-keys.ts";
import { identityRead, identityUpdate } from "../commands/identity/update.ts";
import {
  identityAnswer,
  identityChallenges,
  identityDocument,
  identityLevel,
  identityRecoveryCodes,
  identityStatus,
  identityUnlock,
  identityVerify,
} from "../commands/identity/verification.ts";

/** The commands that begin with `identity`, in the order of the usage text. */
export const identity: readonly Command[] = [
  identityRegister,
  identityShow,
  identityProfiles,
  identityExport,
  identityImport,
  identityForget,
  identityRead,
  identityUpdate,
  identityStatus,
  identityVerify,
  identityAnswer,
  identityChallenges,
  identityLevel,
  identityUnlock,
  identityRecoveryCodes,
  identityDocument,
  identityCases,
  identityCompliance,
  identityAgreements,
  identitySignAgreement,
  identityKeys,
  identityAddKey,
  identityRevokeKey,
  identityRotateRotationKey,
  identitySignIn,
  identitySignOut,
  identityJwt,
  identityToken,
  identityRequestToken,
  identitySessions,
  identityEndSession,
  identityEndSessions,
  identitySignIns,
];

import { authenticationChallengeRows, rotationStateRows } from "./authentication-row.ts";
import { identityRows, rotationKeyRows, signingKeyRows } from "./identity-row.ts";

/** The tables of identities. */
export const identityTables = [
  identityRows,
  signingKeyRows,
  rotationKeyRows,
  rotationStateRows,
  authenticationChallengeRows,
];

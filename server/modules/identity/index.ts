export { readClaims } from "./domain/claims.ts";
export { readCompactJws } from "./domain/compact-jws.ts";
export {
  type HostAccounts,
  type HostUser,
  isHostUser,
  type LocalUid,
  type UidRange,
  uidsFor,
} from "./domain/host-accounts.ts";
export type { Identities, Identity, SigningKey, VerificationLevel } from "./domain/identities.ts";
export { usernameSkeleton } from "./domain/username.ts";
export type { Vault } from "./domain/vault.ts";
export { openPrivate } from "./operations/private-data.ts";
export { serviceId } from "./service-signer.ts";
export { type IdentityRow, identityRows } from "./store/identity-row.ts";
export { lockLevel } from "./store/level-change.ts";

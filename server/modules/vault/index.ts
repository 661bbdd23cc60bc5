export { decrypt, encrypt, keyBytes, nonceBytes, tagBytes } from "./aes-gcm.ts";
export { unwrapDataKey } from "./data-key-wrapping.ts";
export { type KeyRing, openKeyRing } from "./key-ring.ts";
export { replaceDevelopmentPassphrase, writeNextPassphrase } from "./next-passphrase-file.ts";
export { vaultOutage } from "./outage.ts";
export { changePassphrase } from "./passphrase-change.ts";
export { developmentPassphrasePath, readPassphrase } from "./passphrase-file.ts";
export {
  derive,
  isAcceptable,
  openPassphraseRoot,
  requireStrong,
  type Stretching,
  saltBytes,
  stretchingInUse,
} from "./passphrase-root.ts";
export type { VaultRecords } from "./records.ts";
export { checkRoot } from "./root-key.ts";
export { serviceSecret } from "./store/service-secrets.ts";
export { storedVaultRecords } from "./store/vault.ts";
export { openVault, type Vault } from "./vault.ts";
export { VaultError } from "./vault-error.ts";

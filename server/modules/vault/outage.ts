import { VaultError } from "./vault-error.ts";

/**
 * Says why this process's vault is unavailable for now, as the beginning of a sentence. Undefined for other errors,
 * such as one about a damaged value.
 */
export function vaultOutage(error: unknown): string | undefined {
  if (!(error instanceof VaultError)) return undefined;
  switch (error.reason) {
    case "root-changed":
      return "the passphrase of the vault was changed while this process was running";
    case "contended":
      return "the keys of the vault are being changed by others";
    case "closed":
      return "the service is stopping";
    default:
      return undefined;
  }
}

import { VaultError } from "./vault-error.ts";

/**
 * Says why the vault of this process serves nobody for now, as the beginning of a sentence. Undefined: the error is not of
 * this kind, as one about a damaged value is not.
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

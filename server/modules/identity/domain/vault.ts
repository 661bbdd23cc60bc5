import type { Alongside } from "../../../core/alongside.ts";
import type { Sealer } from "../../../core/sealed-column.ts";

/** Port: secure storage. It seals secrets and signs with private keys, which never leave it. */
export interface Vault extends Sealer {
  /** Makes an Ed25519 key. The vault has it once `storing` has run, in the transaction that stores its use. */
  createSigningKey(owner: { readonly identity: string; readonly purpose: string }): Promise<{
    readonly keyId: string;
    /** 32 bytes. */
    readonly publicKey: Uint8Array;
    readonly storing: Alongside;
  }>;
  /** Returns the Ed25519 signature of the bytes: 64 bytes. */
  sign(keyId: string, bytes: Uint8Array): Promise<Uint8Array>;
  /** Destroys a key permanently, in the transaction that ends its use. */
  destroyKey(keyId: string, transaction: object): Promise<unknown>;
}

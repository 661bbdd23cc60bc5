import type { Sealer } from "../../../core/sealed-column.ts";

/** Port: secure storage. Secrets are sealed, private keys sign, and neither is given away. */
export interface Vault extends Sealer {
  /** Makes an Ed25519 key. */
  createSigningKey(owner: { readonly identity: string; readonly purpose: string }): Promise<{
    readonly keyId: string;
    /** 32 bytes. */
    readonly publicKey: Uint8Array;
  }>;
  /** An Ed25519 signature of just these bytes: 64 bytes. */
  sign(keyId: string, bytes: Uint8Array): Promise<Uint8Array>;
  /** The key signs no more, and cannot be restored. */
  destroyKey(keyId: string): Promise<unknown>;
}

import type { Sealer } from "../../../core/sealed-column.ts";

/** Port: secure storage. It seals secrets and signs with private keys, which never leave it. */
export interface Vault extends Sealer {
  /** Creates an Ed25519 key. */
  createSigningKey(owner: { readonly identity: string; readonly purpose: string }): Promise<{
    readonly keyId: string;
    /** 32 bytes. */
    readonly publicKey: Uint8Array;
  }>;
  /** Returns the Ed25519 signature of the bytes: 64 bytes. */
  sign(keyId: string, bytes: Uint8Array): Promise<Uint8Array>;
  /** Destroys a key for good. */
  destroyKey(keyId: string): Promise<unknown>;
}

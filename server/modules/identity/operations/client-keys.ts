import type { KeyObject } from "node:crypto";
import type { RotationKey } from "../domain/identities.ts";
import { clientRotationKey } from "../domain/rotation-code.ts";
import type { Vault } from "../domain/vault.ts";
import { openRotationSecret } from "./private-data.ts";

/** Client keys, which verify the codes of rotating tokens. */
export interface ClientKeys {
  /** Opens a client key. `subject` is the identity as the token spells it. */
  open(key: RotationKey, clientId: string, subject: string): Promise<KeyObject>;
}

interface Opened {
  readonly sealedSecret: Uint8Array;
  readonly clientKey: KeyObject;
}

/** Largest number of cached keys, as in the vault's cache of data keys. They use memory outside the JavaScript heap. */
const openedMax = 4_096;

/**
 * Creates the cache of recently used client keys: unsealing one costs half as much as checking a signature. A resealed
 * or replaced key is unsealed again.
 */
export function createClientKeys(vault: Vault): ClientKeys {
  const opened = new Map<string, Opened>();
  return {
    async open({ identityId, version, sealedSecret }, clientId, subject) {
      const name = `${subject} ${version} ${clientId}`;
      const known = opened.get(name);
      if (known !== undefined && Buffer.compare(known.sealedSecret, sealedSecret) === 0) return known.clientKey;
      const secret = await openRotationSecret(vault, identityId, version, sealedSecret);
      const clientKey = clientRotationKey({ version, secret }, subject, clientId);
      secret.fill(0);
      if (opened.size >= openedMax) opened.clear();
      opened.set(name, { sealedSecret, clientKey });
      return clientKey;
    },
  };
}

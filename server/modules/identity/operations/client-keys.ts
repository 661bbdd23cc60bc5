import type { KeyObject } from "node:crypto";
import type { RotationKey } from "../domain/identities.ts";
import { clientRotationKey } from "../domain/rotation-code.ts";
import type { Vault } from "../domain/vault.ts";
import { openRotationSecret } from "./private-data.ts";

/** The client keys that rotating tokens are checked by. */
export interface ClientKeys {
  open(key: RotationKey, clientId: string): Promise<KeyObject>;
}

interface Opened {
  readonly sealedSecret: Uint8Array;
  readonly clientKey: KeyObject;
}

/** As many are kept as the vault keeps data keys, in memory that is not JavaScript's. */
const openedMax = 4_096;

/**
 * Those used of late are kept opened: to open one costs half as much as checking a signature. One that was sealed anew,
 * or replaced, is opened again.
 */
export function createClientKeys(vault: Vault): ClientKeys {
  const opened = new Map<string, Opened>();
  return {
    async open({ identityId, version, sealedSecret }, clientId) {
      const name = `${identityId} ${version} ${clientId}`;
      const known = opened.get(name);
      if (known !== undefined && Buffer.compare(known.sealedSecret, sealedSecret) === 0) return known.clientKey;
      const secret = await openRotationSecret(vault, identityId, version, sealedSecret);
      const clientKey = clientRotationKey({ version, secret }, identityId, clientId);
      secret.fill(0);
      if (opened.size >= openedMax) opened.clear();
      opened.set(name, { sealedSecret, clientKey });
      return clientKey;
    },
  };
}

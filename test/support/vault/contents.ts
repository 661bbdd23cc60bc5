import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { Vault } from "../../../server/modules/vault/vault.ts";
import { isSignedBy } from "./is-signed-by.ts";
import { placeOf } from "./opened.ts";
import { storedKey } from "./stored-key.ts";

/** Values and keys that a test has put into a vault. */
export interface Contents {
  readonly values: readonly { place: ReturnType<typeof placeOf>; plain: Uint8Array; sealed: Uint8Array }[];
  readonly signingKeys: readonly { keyId: string; publicKey: Uint8Array }[];
}

const message = Buffer.from("pay 1 to bob");

/** Seals one value for each of `identities` identities, each under its own data key, and creates five signing keys. */
export async function fill(vault: Vault, identities: number): Promise<Contents> {
  const names = Array.from({ length: identities }, (_, index) => `identity-${index}`);
  const values = names.map(async (identity) => {
    const [place, plain] = [placeOf({ identity }), randomBytes(40)];
    return { place, plain, sealed: await vault.seal(place, plain) };
  });
  const owners = names.slice(0, 5).map((identity) => ({ identity, purpose: "signing" }));
  const signingKeys = owners.map((owner) => storedKey(vault, owner));
  return { values: await Promise.all(values), signingKeys: await Promise.all(signingKeys) };
}

/** Expects every value to open and every key to sign. */
export async function expectReadable(vault: Vault, { values, signingKeys }: Contents): Promise<void> {
  let opened = 0;
  for (const { place, plain, sealed } of values) {
    if (Buffer.from(await vault.open(place, sealed)).equals(plain)) opened++;
  }
  expect(opened).toBe(values.length);
  for (const { keyId, publicKey } of signingKeys) {
    expect(isSignedBy(publicKey, message, await vault.sign(keyId, message))).toBe(true);
  }
}

import { createSecretKey, pbkdf2, randomBytes } from "node:crypto";
import { keyBytes } from "./aes-gcm.ts";
import type { VaultRecords } from "./records.ts";
import type { RootKey } from "./root-key.ts";
import { openBytes, sealBytes } from "./sealed.ts";
import { VaultError } from "./vault-error.ts";

/** Parameters of the key derivation. */
export interface Stretching {
  /** PBKDF2 iterations of a new vault. */
  readonly iterations: number;
  /** Fewest accepted iterations; a record with fewer has been tampered with. */
  readonly iterationsMin: number;
}

/** Parameters of the service, for PBKDF2-HMAC-SHA-256: OWASP Password Storage Cheat Sheet. */
export const stretchingInUse: Stretching = { iterations: 600_000, iterationsMin: 600_000 };

/** Most accepted iterations; prevents a tampered record from blocking the start. */
const iterationsMax = 10_000_000;

export const saltBytes = 32;

/**
 * Derives the root key from a passphrase by PBKDF2-HMAC-SHA-256. The first start creates salt and iterations and stores
 * them. Takes about a tenth of a second, off the main thread. Zeroes the passphrase.
 *
 * @param stretching for fast tests only; the service has no setting for it
 * @throws VaultError "weak-passphrase", or "weak-root" if the stored iterations are not acceptable. A wrong passphrase is
 * detected by `openVault`.
 */
export async function openPassphraseRoot(
  passphrase: Uint8Array,
  records: VaultRecords,
  stretching = stretchingInUse,
): Promise<RootKey> {
  try {
    requireStrong(passphrase);
    return await derivedRoot(passphrase, await parametersOf(records, stretching));
  } finally {
    passphrase.fill(0);
  }
}

/** Derives a root key by given parameters. Does not zero the passphrase. */
export async function derivedRoot(
  passphrase: Uint8Array,
  { salt, iterations }: { readonly salt: Uint8Array; readonly iterations: number },
): Promise<RootKey> {
  const key = { version: 0, key: await derive(passphrase, salt, iterations) };
  return {
    async wrap(bytes, context) {
      return sealBytes(key, context.kind, context, bytes);
    },
    async unwrap(bytes, context) {
      return openBytes(key, context.kind, context, bytes);
    },
  };
}

/** @throws VaultError "weak-passphrase" for one that is too short to be safe, or too long */
export function requireStrong(passphrase: Uint8Array): void {
  if (passphrase.length < 16 || passphrase.length > 4_096) throw new VaultError("weak-passphrase");
}

async function parametersOf(records: VaultRecords, stretching: Stretching) {
  const { iterations } = stretching;
  if ((await records.root()) === undefined) await records.addRoot({ salt: randomBytes(saltBytes), iterations });
  // Another process may have stored it first.
  const stored = await records.root();
  const isUsable =
    stored?.salt?.length === saltBytes &&
    stored.iterations !== undefined &&
    isAcceptable(stored.iterations, stretching);
  if (!isUsable) throw new VaultError("weak-root");
  return { salt: stored.salt, iterations: stored.iterations };
}

/** Whether the iterations of a record are neither too few nor too many. */
export function isAcceptable(iterations: number, { iterationsMin }: Stretching): boolean {
  return iterations >= iterationsMin && iterations <= iterationsMax;
}

/** Derives a key from a passphrase. Does not zero the passphrase. */
export function derive(passphrase: Uint8Array, salt: Uint8Array, iterations: number) {
  return new Promise<ReturnType<typeof createSecretKey>>((resolve, reject) => {
    pbkdf2(passphrase, salt, iterations, keyBytes, "sha256", (error, derived) => {
      if (error !== null) return reject(error);
      resolve(createSecretKey(derived));
      derived.fill(0);
    });
  });
}

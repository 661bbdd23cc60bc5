import { createSecretKey, pbkdf2, randomBytes } from "node:crypto";
import { keyBytes } from "./aes-gcm.ts";
import type { VaultRecords } from "./records.ts";
import type { RootKey } from "./root-key.ts";
import { openBytes, sealBytes } from "./sealed.ts";
import { VaultError } from "./vault-error.ts";

/** How a passphrase is stretched. */
export interface Stretching {
  /** PBKDF2 iterations of a new vault. */
  readonly iterations: number;
  /** A vault with fewer is refused: its record was meddled with. */
  readonly iterationsMin: number;
}

/** For PBKDF2-HMAC-SHA-256, after OWASP's Password Storage Cheat Sheet. */
export const stretchingInUse: Stretching = { iterations: 600_000, iterationsMin: 600_000 };

/** More would only be a way to stop the service from starting. */
const iterationsMax = 10_000_000;

export const saltBytes = 32;

/**
 * The root key made from a passphrase by PBKDF2-HMAC-SHA-256. Salt and iterations are kept in the records and made at
 * the first start. Derivation takes about a tenth of a second, off the main thread.
 *
 * The passphrase is zeroed.
 *
 * @param stretching for tests only, which would be slow otherwise; the service has no setting that leads here.
 * @throws VaultError "weak-passphrase", or "weak-root" when the kept number of iterations is not acceptable. Whether the
 * passphrase is the right one is told by `openVault`.
 */
export async function openPassphraseRoot(
  passphrase: Uint8Array,
  records: VaultRecords,
  stretching = stretchingInUse,
): Promise<RootKey> {
  try {
    if (passphrase.length < 16 || passphrase.length > 4_096) throw new VaultError("weak-passphrase");
    const { salt, iterations } = await parametersOf(records, stretching);
    const key = { version: 0, key: await derive(passphrase, salt, iterations) };
    return {
      async wrap(bytes, context) {
        return sealBytes(key, context.kind, context, bytes);
      },
      async unwrap(bytes, context) {
        return openBytes(key, context.kind, context, bytes);
      },
    };
  } finally {
    passphrase.fill(0);
  }
}

async function parametersOf(records: VaultRecords, stretching: Stretching) {
  const { iterations } = stretching;
  if ((await records.root()) === undefined) await records.addRoot({ salt: randomBytes(saltBytes), iterations });
  // Another process may have been the first.
  const kept = await records.root();
  const isUsable =
    kept?.salt?.length === saltBytes && kept.iterations !== undefined && isAcceptable(kept.iterations, stretching);
  if (!isUsable) throw new VaultError("weak-root");
  return { salt: kept.salt, iterations: kept.iterations };
}

/** Whether so many iterations, which a record tells, are neither too few nor without end. */
export function isAcceptable(iterations: number, { iterationsMin }: Stretching): boolean {
  return iterations >= iterationsMin && iterations <= iterationsMax;
}

/** The key that a passphrase is stretched to; the passphrase stays as it is. */
export function derive(passphrase: Uint8Array, salt: Uint8Array, iterations: number) {
  return new Promise<ReturnType<typeof createSecretKey>>((resolve, reject) => {
    pbkdf2(passphrase, salt, iterations, keyBytes, "sha256", (error, derived) => {
      if (error !== null) return reject(error);
      resolve(createSecretKey(derived));
      derived.fill(0);
    });
  });
}

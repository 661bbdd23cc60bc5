import { hkdfSync, randomBytes } from "node:crypto";

/** Random values and time that an operation uses. A repeated call makes the same choices again. */
export interface Choices {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** Returns random bytes for a purpose, which an operation requests once. */
  bytes(purpose: string, length: number): Buffer;
}

/** Returns the choices of a call: those of its idempotency key, or new ones. */
export function choicesOf({ choices }: { readonly choices?: Choices | undefined }, nowMs: number): Choices {
  return choices ?? freeChoices(nowMs);
}

/** Returns the choices of a call without an idempotency key. */
function freeChoices(nowMs: number): Choices {
  return { atMs: nowMs, bytes: (_, length) => randomBytes(length) };
}

/** Returns the choices that follow from a seed of 32 random bytes. */
export function seededChoices(seed: Uint8Array, atMs: number): Choices {
  return { atMs, bytes: (purpose, length) => Buffer.from(hkdfSync("sha256", seed, "", purpose, length)) };
}

import { isHashable, pinDefect } from "../domain/secret-rules.ts";
import type { Enrollment } from "./enrollment.ts";
import type { HashCheck, Hasher } from "./hasher.ts";

/** Checks and hashes a new PIN. */
export async function beginPin(hasher: Hasher, pin: string): Promise<Enrollment> {
  const defect = pinDefect(pin);
  return defect === undefined ? { stored: await hasher.hash(textOf(pin)) } : { defect };
}

/** Checks a PIN. Without a stored hash it takes the same time, and the PIN counts as wrong. */
export async function checkPin(hasher: Hasher, stored: string | undefined, pin: string): Promise<HashCheck> {
  if (!isHashable(pin)) return { isRight: false, rehashed: undefined };
  return hasher.check(stored, textOf(pin));
}

/** Prefixes the purpose, so that the hash of a PIN is not valid for another secret. */
function textOf(pin: string): string {
  return `pin:${pin}`;
}

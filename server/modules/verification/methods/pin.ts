import { isHashable, pinDefect } from "../domain/secret-rules.ts";
import type { Enrollment } from "./enrollment.ts";
import type { HashCheck, Hasher } from "./hasher.ts";

/** Takes a new PIN. Nothing is sent. */
export async function beginPin(hasher: Hasher, pin: string): Promise<Enrollment> {
  const defect = pinDefect(pin);
  return defect === undefined ? { stored: await hasher.hash(textOf(pin)) } : { defect };
}

/** Whether this is the PIN. Without a stored one it takes the same time and is wrong. */
export async function checkPin(hasher: Hasher, stored: string | undefined, pin: string): Promise<HashCheck> {
  if (!isHashable(pin)) return { isRight: false, rehashed: undefined };
  return hasher.check(stored, textOf(pin));
}

/** With its purpose before it, the hash of a PIN is none of anything else. */
function textOf(pin: string): string {
  return `pin:${pin}`;
}

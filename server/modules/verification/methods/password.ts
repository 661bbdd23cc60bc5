import { isHashable, normalPassword, type Owner, passwordDefect } from "../domain/secret-rules.ts";
import type { Enrollment } from "./enrollment.ts";
import type { HashCheck, Hasher } from "./hasher.ts";

/** Checks and hashes a new password. */
export async function beginPassword(hasher: Hasher, password: string, owner: Owner): Promise<Enrollment> {
  const defect = passwordDefect(password, owner);
  return defect === undefined ? { stored: await hasher.hash(textOf(password)) } : { defect };
}

/** Checks a password. Without a stored hash it takes the same time, and the password counts as wrong. */
export async function checkPassword(hasher: Hasher, stored: string | undefined, password: string): Promise<HashCheck> {
  if (!isHashable(password)) return { isRight: false, rehashed: undefined };
  return hasher.check(stored, textOf(password));
}

/** Prefixes the purpose, so that the hash of a password is not valid for another secret. */
function textOf(password: string): string {
  return `password:${normalPassword(password)}`;
}

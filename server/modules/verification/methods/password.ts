import { isHashable, normalPassword, type Owner, passwordDefect } from "../domain/secret-rules.ts";
import type { Enrollment } from "./enrollment.ts";
import type { HashCheck, Hasher } from "./hasher.ts";

/** Takes a new password. Nothing is sent. */
export async function beginPassword(hasher: Hasher, password: string, owner: Owner): Promise<Enrollment> {
  const defect = passwordDefect(password, owner);
  return defect === undefined ? { stored: await hasher.hash(textOf(password)) } : { defect };
}

/** Whether this is the password. Without a stored one it takes the same time and is wrong. */
export async function checkPassword(hasher: Hasher, stored: string | undefined, password: string): Promise<HashCheck> {
  if (!isHashable(password)) return { isRight: false, rehashed: undefined };
  return hasher.check(stored, textOf(password));
}

/** With its purpose before it, the hash of a password is none of anything else. */
function textOf(password: string): string {
  return `password:${normalPassword(password)}`;
}

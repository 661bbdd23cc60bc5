import { Fault } from "../../../core/fault.ts";
import { holdsPermission, type Principal } from "../../../rpc/principal.ts";
import { isLevelWord } from "../domain/auth-level.ts";
import { wordsOf } from "../domain/scope.ts";

/**
 * Requires that each word of a requested scope has a meaning, so that no one relies on a meaningless one.
 *
 * @throws Fault PARAMETER_INVALID
 */
export function requireKnownWords(scope: string, isPermission: (word: string) => boolean): void {
  const unknown = wordsOf(scope).find((word) => !isLevelWord(word) && !isPermission(word));
  if (unknown === undefined) return;
  throw new Fault("PARAMETER_INVALID", `\`auth_scope\`: ${unknown} is neither a permission nor a level.`, {
    parameter: "auth_scope",
    provided: scope,
  });
}

/**
 * Requires that the scope of a token requested by a session is within the permissions of the session.
 *
 * @throws Fault PERMISSION_DENIED
 */
export function requireHeld({ permissions }: Principal, scope: string, grantable: readonly string[]): void {
  for (const word of wordsOf(scope)) {
    if (!holdsPermission(grantable, word) || holdsPermission(permissions, word)) continue;
    throw new Fault("PERMISSION_DENIED", `These credentials lack the permission ${word}.`, {
      requiredPermission: word,
    });
  }
}

import { expect, test } from "vitest";
import { authLevelOf, authLevels } from "../../../../server/modules/identity/domain/auth-level.ts";
import type { VerificationLevel } from "../../../../server/modules/identity/domain/identities.ts";

test.each([
  ["", 0, "AUTH_NONE"],
  ["", 3, "AUTH_ENHANCED"],
  ["wallet:read", 2, "AUTH_STANDARD"],
  ["level:basic", 5, "AUTH_BASIC"],
  ["level:standard", 5, "AUTH_STANDARD"],
  ["level:enhanced", 5, "AUTH_ENHANCED"],
  ["level:enterprise", 5, "AUTH_ENTERPRISE"],
  ["level:enterprise", 1, "AUTH_BASIC"],
  ["level:business wallet:read level:basic", 4, "AUTH_BUSINESS"],
  ["level:none", 4, "AUTH_NONE"],
  ["level:root", 4, "AUTH_NONE"],
  ["level:root level:basic", 4, "AUTH_BASIC"],
  ["level:Enterprise", 4, "AUTH_NONE"],
  ["xlevel:basic", 4, "AUTH_BUSINESS"],
] as [string, VerificationLevel, string][])("scope %j of an identity at level %i earns %s", (scope, level, name) => {
  expect(authLevels[authLevelOf(scope, level)]).toBe(name);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { requireUsername, usernameSkeleton } from "../../../../server/modules/identity/domain/username.ts";
import { faultOf } from "../../../support/fault-of.ts";
import { law } from "../../../support/laws/law.ts";

describe("a username", () => {
  test.each(["ada", "Ada.Lovelace", "a-b_c.d", "x2000", "123", "a".repeat(32)])("may be %s", (name) => {
    expect(requireUsername(name).username).toBe(name);
  });

  test.each([
    "",
    "ab",
    "a".repeat(33),
    " ada",
    "ada ",
    "ada\n",
    ".ada",
    "ada.",
    "a..da",
    "a.-da",
    "ada lovelace",
    "ada\u0000",
    "ada\u200b",
    "ada\u0301",
    "pаypal", // with a Cyrillic a
    "ａｄａ",
    "straße",
    "ĸelvin",
    "ada/..",
    "ada\u202eadA",
  ])("cannot be %j", (name) => {
    expect(faultOf(() => requireUsername(name))).toMatchObject({
      reason: "PARAMETER_INVALID",
      message: expect.stringContaining("3 to 32"),
      parameter: "username",
      provided: name,
    });
  });

  test.each([
    "admin",
    "Admin",
    "ADMIN",
    "adm1n",
    "adrnin",
    "ad-min",
    "r00t",
    "R.O.O.T",
    "sys_tem",
    "supp0rt",
    "vvebmaster",
  ])("cannot be a reserved name or look like one: %s", (name) => {
    expect(faultOf(() => requireUsername(name))).toMatchObject({
      reason: "PARAMETER_INVALID",
      message: "username is reserved.",
      parameter: "username",
      provided: name,
    });
  });
});

describe("names that look alike have the same skeleton:", () => {
  test.each([
    ["Ada", "aDA"],
    ["bob", "b0b"],
    ["paul", "pau1"],
    ["paul", "pauI"],
    ["ernie", "emie"],
    ["wendy", "vvendy"],
    ["vwx", "wvx"],
    ["a.b.c", "a_b-c"],
  ])("%s and %s", (first, second) => {
    expect(requireUsername(first).skeleton).toBe(requireUsername(second).skeleton);
  });

  test.each([
    ["ada", "adb"],
    ["anna", "ana"],
    ["a.bc", "ab.c"],
    ["abc", "a.bc"],
  ])("%s and %s do not", (first, second) => {
    expect(requireUsername(first).skeleton).not.toBe(requireUsername(second).skeleton);
  });

  const names = fc.stringMatching(/^[0oO1liImrnwvVWRN_.-]{3,20}$/);
  const pairs = fc.constantFrom(
    ["0", "o"],
    ["1", "l"],
    ["i", "1"],
    ["I", "l"],
    ["m", "rn"],
    ["w", "vv"],
    ["W", "VV"],
    ["_", "."],
  );
  law("when lookalikes are replaced, once or everywhere", fc.tuple(names, pairs), ([name, [first, second]]) => {
    const skeleton = usernameSkeleton(name);
    expect(usernameSkeleton(name.replace(first as string, second as string))).toBe(skeleton);
    expect(usernameSkeleton(name.replaceAll(second as string, first as string))).toBe(skeleton);
  });

  law("the skeleton of a skeleton is itself", names, (name) => {
    expect(usernameSkeleton(usernameSkeleton(name))).toBe(usernameSkeleton(name));
  });
});

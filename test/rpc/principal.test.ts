import { describe, expect, it } from "vitest";
import { holdsPermission } from "../../server/rpc/principal.ts";

describe("a permission", () => {
  it.each([
    [["geocode:encode"], "geocode:encode"],
    [["keys:list", "geocode:*"], "geocode:encode"],
    [["*"], "geocode:encode"],
    [["geocode:*"], "geocode:*"],
    [["*"], "geocode:*"],
    [["*"], "*"],
  ])("is held through %j: %s", (grants, permission) => {
    expect(holdsPermission(grants, permission)).toBe(true);
  });

  it.each([
    [[], "geocode:encode"],
    [["geocode:decode"], "geocode:encode"],
    [["geocode"], "geocode:encode"],
    [["geo:*"], "geocode:encode"],
    [["geocode:enc*"], "geocode:encode"],
    [["geocode:encode"], "geocode:*"],
    [["geocode:*", "keys:*"], "*"],
    [[":*", ""], "*"],
    [["ab:*"], "abc"],
  ])("is not held through %j: %s", (grants, permission) => {
    expect(holdsPermission(grants, permission)).toBe(false);
  });
});

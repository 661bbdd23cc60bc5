import { describe, expect, it } from "vitest";
import { commonGrants, holdsPermission } from "../../server/rpc/principal.ts";

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

it.each([
  [["*"], ["geocode:*", "keys:list"], ["geocode:*", "keys:list"]],
  [["geocode:*"], ["geocode:encode", "keys:list"], ["geocode:encode"]],
  [["geocode:encode", "keys:*"], ["geocode:*"], ["geocode:encode"]],
  [["geocode:encode"], ["geocode:decode"], []],
  [[], ["*"], []],
])("the grants %j and %j have %j in common", (some, others, common) => {
  expect(commonGrants(some, others)).toEqual(common);
  expect(commonGrants(others, some).toSorted()).toEqual(common.toSorted());
});

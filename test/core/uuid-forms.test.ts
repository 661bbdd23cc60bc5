import { describe, expect, test } from "vitest";
import { canonicalUuid, isOtherFormOfUuid } from "../../server/core/uuid.ts";

const id = "0197b1c2-d3e4-7f5a-8b6c-7d8e9f0a1b2c";

describe("a UUID in upper case, or mixed", () => {
  test.each([id, id.toUpperCase(), "0197B1c2-d3E4-7f5A-8b6c-7d8e9f0a1b2C"])("is that in lower case: %s", (text) => {
    expect(canonicalUuid(text)).toBe(id);
    expect(isOtherFormOfUuid(text)).toBe(false);
  });
});

test.each(["", "ADA", `${id.toUpperCase()}A`, `X${id.slice(1)}`, "A".repeat(36)])("%j stays as it is", (text) => {
  expect(canonicalUuid(text)).toBe(text);
  expect(isOtherFormOfUuid(text)).toBe(false);
});

test.each([
  `urn:uuid:${id}`,
  `URN:UUID:${id.toUpperCase()}`,
  `{${id}}`,
  `(${id})`,
  id.replaceAll("-", ""),
  `{${id.replaceAll("-", "")}}`,
])("%s is a UUID in another form", (text) => {
  expect(isOtherFormOfUuid(text)).toBe(true);
  expect(canonicalUuid(text)).toBe(text);
});

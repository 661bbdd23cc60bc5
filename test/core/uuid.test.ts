import { expect, test } from "vitest";
import { isUuid, newUuidV7, uuidV7 } from "../../server/core/uuid.ts";

test("new ids differ, carry their time and are of version 7, however many are made of one draw", () => {
  const ids = Array.from({ length: 2_000 }, (_, i) => newUuidV7(1_700_000_000_000 + i));
  expect(new Set(ids.map((id) => id.slice(14))).size).toBe(ids.length);
  for (const [i, id] of ids.entries()) {
    expect(isUuid(id)).toBe(true);
    expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(1_700_000_000_000 + i);
    expect(id).toMatch(/^.{14}7.{4}[89ab]/);
  }
});

test("an id is made of its time and of the bytes that are given, whatever memory held before", () => {
  const random = Uint8Array.from({ length: 12 }, (_, i) => i);
  const id = "018bcfe5-6800-7001-8203-040506070809";
  for (let i = 0; i < 1_000; i++) expect(uuidV7(1_700_000_000_000, random)).toBe(id);
});

import { expect, test } from "vitest";
import { Pending } from "../../../../clients/typescript/src/channel/pending.ts";

const value = { opId: "a", method: "m", payload: new Uint8Array() };
const request = { key: "a", isIdempotent: false, body: { case: "request" as const, value } };

test("requests that the server did not accept before goAway are sent again on a new channel", () => {
  const pending = new Pending();
  pending.add(request);
  pending.sendNext(1n);
  pending.markUntouched();
  expect(pending.restart()).toEqual([]);
  expect(pending.sendNext(1n)).toBe(request);
});

test("requests that were sent again after goAway are not sent once more: they may be done", () => {
  const pending = new Pending();
  pending.add(request);
  pending.sendNext(1n);
  pending.markUntouched();
  expect(pending.missing(0n)).toEqual([{ seq: 1n, request }]);
  expect(pending.restart()).toEqual(["a"]);
});

test("requests that waited during goAway and were sent after it are not sent again", () => {
  const pending = new Pending();
  pending.add(request);
  pending.markUntouched();
  pending.sendNext(1n);
  expect(pending.restart()).toEqual(["a"]);
});

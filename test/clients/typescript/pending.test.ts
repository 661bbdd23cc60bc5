import { expect, test } from "vitest";
import { Pending } from "../../../clients/typescript/src/channel/pending.ts";

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

test("and not once more where it was sent since: it may have been done by then", () => {
  const pending = new Pending();
  pending.add(request);
  pending.sendNext(1n);
  pending.markUntouched();
  expect(pending.missing(0n)).toEqual([{ seq: 1n, request }]);
  expect(pending.restart()).toEqual(["a"]);
});

test("nor requests that waited during goAway and were sent after it", () => {
  const pending = new Pending();
  pending.add(request);
  pending.markUntouched();
  pending.sendNext(1n);
  expect(pending.restart()).toEqual(["a"]);
});

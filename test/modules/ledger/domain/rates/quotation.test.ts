import { expect, it } from "vitest";
import {
  hasJumped,
  isCurrent,
  isSound,
  type Quotation,
} from "../../../../../server/modules/ledger/domain/rates/quotation.ts";

const most = 10n ** 30n;
const quotation = (bid: bigint, ask = bid, target = "USD"): Quotation => {
  return { source: "EUR", target, bid, ask, origin: "feed", atMs: 0 };
};

it.each<[boolean, Quotation]>([
  [true, quotation(1n)],
  [true, quotation(1n, 2n)],
  [true, quotation(1n, most)],
  [true, quotation(most)],
  [false, quotation(1n, most + 1n)],
  [false, quotation(2n, 1n)],
  [false, quotation(0n, 1n)],
  [false, quotation(-1n, 1n)],
  [false, quotation(1n, 1n, "EUR")],
])("isSound() is %s for %o", (isRight, asked) => {
  expect(isSound(asked)).toBe(isRight);
});

it.each([
  [0, true],
  [60_000, true],
  [60_001, false],
  [-5_000, true],
  [-5_001, false],
])("a rate of %i ms from now with a maximum age of 5 s is current: %s", (fromNow, isNow) => {
  const nowMs = 1_800_000_000_000;
  expect(isCurrent({ atMs: nowMs + fromNow }, nowMs, 5_000)).toBe(isNow);
});

it.each<[bigint, bigint, number | undefined, boolean]>([
  [100n, 100n, undefined, false],
  [100n, 200n, undefined, false],
  [100n, 201n, undefined, true],
  [200n, 100n, undefined, false],
  [201n, 100n, undefined, true],
  [100n, 150n, 150, false],
  [100n, 151n, 150, true],
])("a change from %s to %s with a bound of %s percent is a jump: %s", (was, is, percentMax, isJump) => {
  expect(hasJumped(quotation(was), quotation(is), percentMax)).toBe(isJump);
  // The mean of bid and ask counts.
  expect(hasJumped(quotation(was - 1n, was + 1n), quotation(is), percentMax)).toBe(isJump);
});

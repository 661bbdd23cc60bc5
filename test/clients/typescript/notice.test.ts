import { expect, test } from "vitest";
import { PlatonicError } from "../../../clients/typescript/src/index.ts";
import { Payment } from "../../../clients/typescript/src/wallet/payment.ts";

const terms = { useChannel: false, confirmTimeoutMs: 10_000, retryCount: 2, patienceMs: 0 };

/** Fails every attempt as soon as it is made; returns the times of the notices and the number of attempts. */
function noticeOf(payment: Payment<never>, started: ReturnType<Payment<never>["start"]>, untilMs: number) {
  const due = [...started];
  const noticesMs: number[] = [];
  let attempts = 0;
  for (let nowMs = 0; nowMs <= untilMs; nowMs = payment.nextMs) {
    due.push(...payment.tick(nowMs));
    for (let effect = due.shift(); effect !== undefined; effect = due.shift()) {
      if (effect.do === "notify") noticesMs.push(nowMs);
      if (!("attempt" in effect)) continue;
      attempts += 1;
      due.push(...payment.failed(effect.attempt, new PlatonicError("UNREACHABLE", "nobody"), nowMs));
    }
  }
  return { noticesMs, attempts };
}

test("a payment whose retries end early is reported unresolved once, when its voids were not answered for its confirm timeout", () => {
  const payment = new Payment<never>(terms, () => 0.01);
  const { noticesMs, attempts } = noticeOf(payment, payment.start(false, 0), 300_000);
  // The retries come after 50 and 101 ms, and the first void with the last failure.
  expect(noticesMs).toEqual([10_151]);
  expect(attempts).toBeGreaterThan(2 * (terms.retryCount + 1));
});

test("a payment of an earlier process is reported unresolved after its confirm timeout", () => {
  const payment = new Payment<never>(terms, () => 0.5);
  const { noticesMs } = noticeOf(payment, payment.reconcile(false, 0), 300_000);
  expect(noticesMs).toEqual([10_000]);
});

test("a void without any answer is made again before the notice, and afterwards", () => {
  const payment = new Payment<never>(terms, () => 0.5);
  const effects: string[] = payment.reconcile(false, 0).map((effect) => effect.do);
  while (payment.nextMs <= 20_000) effects.push(...payment.tick(payment.nextMs).map((effect) => effect.do));
  expect(effects.slice(0, 5)).toEqual(["void", "void", "void", "notify", "void"]);
});

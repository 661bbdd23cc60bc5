import { expect } from "vitest";
import { Reason } from "#contract/fault/v1/fault_pb.js";
import type { Outcome } from "../driver-process.ts";
import { transform } from "../steps.ts";
import { expectOutcome, failureOf, ten } from "../world.ts";
import { ordersTo } from "./bulk.ts";
import type { Scenario } from "./scenario.ts";

/** The longest time that an SDK counts: 24 days. */
const most = 24 * 86_400;
/** 35 years in ms, more than timers have bits for. */
const beyond = 2 ** 40;

/** Texts of `Retry-After`, and the seconds that they ask for. */
const waits: readonly (readonly [text: string, seconds: number])[] = [
  ["3", 3],
  ["0", 0],
  ["-3", 0],
  ["1.5", 1.5],
  ["0x10", 0],
  ["1e3", 0],
  ["1.2.3", 0],
  ["Infinity", 0],
  ["soon", 0],
  ["4 s", 0],
  ["Sunday 2090", 0],
  [String(most + 1), most],
  ["9".repeat(400), most],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ["Fri, 31 Dec 9999 23:59:59 GMT", most],
];

/** Times that callers set, and those that the service asks to wait. */
export const times: readonly Scenario[] = [
  {
    name: "a geocode call that is refused with Retry-After in many forms",
    async play(world) {
      const driver = await world.driver();
      const told: (readonly [string, number])[] = [];
      for (const [retryAfter] of waits) {
        const text = "do not come again";
        world.faults.harm("/Transform", { do: "fail", reason: Reason.PARAMETER_INVALID, text, retryAfter });
        const failure = await failureOf(driver.send("call", transform));
        expect(failure.reason).toBe("PARAMETER_INVALID");
        told.push([retryAfter, failure.retryAfter ?? 0]);
        world.faults.heal();
      }
      expect(told).toEqual(waits);
      return "seconds, dates and nothing else";
    },
  },
  {
    name: "a geocode call that is to come again after more than its deadline",
    async play(world) {
      const driver = await world.driver();
      for (const retryAfter of ["1000000", "9".repeat(400)]) {
        world.faults.harm("/Transform", { do: "fail", reason: Reason.UNAVAILABLE, text: "come again", retryAfter }, 9);
        expect(await failureOf(driver.send("call", transform))).toMatchObject({ reason: "UNAVAILABLE" });
        expect(world.faults.rules.count("/Transform")).toBe(1);
        world.faults.heal();
      }
      return "UNAVAILABLE at once";
    },
  },
  {
    name: "a payment that is to come again after more than its time",
    async play(world) {
      const [wallet, recipient] = [await world.wallet("100"), await world.recipient()];
      const fault = { do: "fail", reason: Reason.UNAVAILABLE, text: "come again", retryAfter: "1000000" } as const;
      world.faults.harm("/Transfer", fault);
      const outcome = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
      expect(outcome.kind).toBe("failed");
      expect(world.faults.rules.count("/Transfer")).toBe(1);
      return expectOutcome(outcome, "failed");
    },
  },
  {
    name: "times of a client and of a wallet that are nothing, less, and beyond 2^31 ms",
    async play(world) {
      const { driver, credentials } = await world.wallet("100");
      const recipient = await world.recipient();
      for (const deadlineMs of [0, -1]) {
        const { message } = await failureOf(driver.send("open", { endpoint: world.faults.url, deadlineMs }));
        expect(message).toMatch(/time|deadline/i);
      }
      const { message } = await failureOf(world.openWallet(driver, credentials, { confirmTimeoutMs: -1 }));
      expect(message).toMatch(/confirm/i);
      for (const what of ["wallet", "client"]) await driver.send("close", { what });
      await driver.send("open", { endpoint: world.faults.url, deadlineMs: beyond });
      await failureOf(driver.send("call", { ...transform, request: {} }));
      await world.openWallet(driver, credentials, { confirmTimeoutMs: beyond });
      world.faults.harm("/Transfer", { do: "drop answer" });
      expect(await driver.send("pay", { order: ten(recipient) })).toMatchObject({ kind: "completed" });
      world.faults.harm("/TransferBatch", { do: "drop answer" });
      const paid = await driver.send("payAll", { orders: ordersTo(recipient, 1) });
      expect(paid).toMatchObject({ outcomes: [{ kind: "completed" }] });
      return "refused, and kept";
    },
  },
];

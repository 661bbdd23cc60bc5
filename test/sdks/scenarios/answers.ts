import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { expect } from "vitest";
import type { TransactionErrorCode, TransactionResult } from "#contract/wallet/v1/transaction_pb.js";
import { TransferResponseSchema } from "#contract/wallet/v1/transaction_service_pb.js";
import type { Outcome } from "../driver-process.ts";
import type { Fault } from "../fault-server/fault.ts";
import { numberOf } from "../numbers.ts";
import { transform } from "../steps.ts";
import { failureOf, ten, type World } from "../world.ts";
import type { Scenario } from "./scenario.ts";

type Intermediary = Omit<Fault & { do: "refuse" }, "do">;

/** Answers that are not of the service, and the reason that they get. */
const foreign: readonly [name: string, answer: Intermediary, reason: string][] = [
  ["a page of HTML, as if all were well", { status: 200 }, "UNREACHABLE"],
  ["an empty answer, as if all were well", { status: 200, body: "" }, "UNREACHABLE"],
  ["half of an object", { status: 200, contentType: "application/json", body: '{"a' }, "UNREACHABLE"],
  ["403 with a page of HTML", { status: 403 }, "UNKNOWN"],
  ["403 with an error in the form of REST", restError(403), "UNKNOWN"],
  ["404 with nothing", { status: 404, body: "", contentType: "text/plain" }, "UNKNOWN"],
  ["505", { status: 505 }, "UNREACHABLE"],
];

function restError(status: number): Intermediary {
  const error = { code: "PERMISSION_DENIED", message: "call it from this machine" };
  return { status, contentType: "application/json", body: JSON.stringify({ success: false, error }) };
}

const foreignAnswers: Scenario[] = foreign.map(([name, answer, reason]) => ({
  name: `a geocode call that gets ${name}`,
  async play(world: World) {
    const driver = await world.driver();
    world.faults.harm("/Transform", { do: "refuse", ...answer }, 1_000);
    const failure = await failureOf(driver.send("call", transform));
    expect(failure.reason).toBe(reason);
    expect(world.faults.rules.count("/Transform")).toBe(reason === "UNREACHABLE" ? numberOf("attempts") : 1);
    expectWords(failure.message, failure.reason);
    return reason;
  },
}));

/** Expects that an error has a text beside its reason. */
function expectWords(message: string, reason: string): void {
  expect(message.replace(`${reason}: `, "").trim()).not.toBe("");
}

/** Waits in seconds and clocks of intermediaries, which name a date. */
const waits: readonly [name: string, isRetryAfterDate: boolean, dateOffsetMs: number][] = [
  ["in seconds", false, 0],
  ["by a date", true, 0],
  ["by a date of a clock that is 10 minutes fast", true, 600_000],
  ["by a date of a clock that is 10 minutes slow", true, -600_000],
];

const retryAfter: Scenario[] = waits.map(([name, isRetryAfterDate, dateOffsetMs]) => ({
  name: `a geocode call that is to come again after 3 s, said ${name}`,
  waits: true,
  needsForeignHeaders: true,
  async play(world: World) {
    const driver = await world.driver();
    world.faults.dateOffsetMs = dateOffsetMs;
    world.faults.harm("/Transform", { do: "refuse", status: 503, retryAfterSeconds: 3, isRetryAfterDate });
    expect(await driver.send("call", transform)).toHaveProperty("transformedData");
    const [waitedMs] = world.faults.rules.gaps("/Transform");
    // A date has no milliseconds.
    expect(waitedMs).toBeGreaterThan(isRetryAfterDate ? 1_900 : 2_900);
    return "answered";
  },
}));

/** Number of a value that this version of the contract does not have. */
const unknown = 999;

/** Gives the result of a transfer other members. */
function resultOf(members: Partial<TransactionResult>): Fault {
  return {
    do: "rewrite",
    edit(message) {
      const { result } = fromBinary(TransferResponseSchema, message);
      const rewritten = create(TransferResponseSchema, { result: { ...(result as TransactionResult), ...members } });
      return toBinary(TransferResponseSchema, rewritten);
    },
  };
}

const newerService: readonly Scenario[] = [
  {
    name: "a payment that a newer service refuses with a code that the SDK does not know",
    async play(world) {
      const [wallet, recipient] = [await world.wallet("1"), await world.recipient()];
      world.faults.harm("/Transfer", resultOf({ errorCode: unknown as TransactionErrorCode }), 1_000);
      const outcome = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
      expect(outcome).toMatchObject({ kind: "failed", errorCode: String(unknown) });
      return `failed: ${outcome.errorCode}`;
    },
  },
  {
    name: "a geocode call that a newer service refuses with a reason that the SDK does not know",
    async play(world) {
      const driver = await world.driver();
      const text = "the moon is full: wait for a day";
      world.faults.harm("/Transform", { do: "fail", reason: unknown, text }, 1_000);
      const { reason, message } = await failureOf(driver.send("call", transform));
      expect(reason).toBe("UNKNOWN");
      expect(message).toContain(text);
      return reason;
    },
  },
];

/** Answers that no service of this version gives. */
export const strangeAnswers: readonly Scenario[] = [...foreignAnswers, ...retryAfter, ...newerService];

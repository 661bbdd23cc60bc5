import { expect } from "vitest";
import type { Fault } from "../fault-server/fault.ts";
import { numberOf } from "../numbers.ts";
import { transform } from "../steps.ts";
import { failureOf, type World } from "../world.ts";
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

/** Answers that the service does not give. */
export const strangeAnswers: readonly Scenario[] = [...foreignAnswers, ...retryAfter];

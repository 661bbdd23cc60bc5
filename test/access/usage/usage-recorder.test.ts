import { expect, test } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { RefusedKey } from "../../../server/access/authentication/refused-key.ts";
import type { Refusal, UsageCount } from "../../../server/access/domain/usage.ts";
import { createUsageRecorder } from "../../../server/access/usage/usage-recorder.ts";
import { Fault } from "../../../server/core/fault.ts";
import type { Observation } from "../../../server/rpc/pipeline.ts";
import type { Principal } from "../../../server/rpc/principal.ts";

const plan = { name: "p", requestsPerMinute: 1, concurrentRequests: 1 };
const ofKey = (id: string, identityId = ""): Principal => ({
  id: `key:${id}`,
  plan,
  permissions: [],
  key: { id, identityId },
});
const call = { requestId: "request", protocol: "rest", method: GeocodeService.method.transform };
const operation = "geocode.v1.GeocodeService.Transform";
const succeeded = (principal: Principal | undefined): Observation => ({ call, principal, durationMs: 1, reason: "OK" });
const failed = (principal: Principal | undefined, fault: Fault, requestId = "request"): Observation => ({
  call: { ...call, requestId },
  principal,
  durationMs: 1,
  reason: fault.reason,
  fault,
});
const hour = 3_600_000;

/** A recorder whose store can fail, and everything that was written. */
function createFixture() {
  const clock = { ms: 10 * hour };
  const written: { counts: readonly UsageCount[]; refusals: readonly Refusal[] }[] = [];
  const failures: unknown[] = [];
  const omitted: number[] = [];
  const removed: number[] = [];
  const outage = { isOn: false };
  const recorder = createUsageRecorder({
    records: {
      async add(counts, refusals) {
        if (outage.isOn) throw new Error("the database is away");
        written.push({ counts: structuredClone(counts), refusals: structuredClone(refusals) });
      },
      removeBefore: async (atMs) => void removed.push(atMs),
    },
    now: () => clock.ms,
    // Only what a test flushes is written.
    intervalMs: 2 ** 30,
    report: (error) => failures.push(error),
    onOmitted: (count) => omitted.push(count),
  });
  return { clock, written, failures, omitted, removed, outage, recorder };
}

test("calls are counted by caller, operation, hour and result, and written once", async () => {
  const { recorder, written, clock } = createFixture();
  for (let i = 0; i < 3; i++) recorder.record(succeeded(ofKey("a", "ada")));
  recorder.record(failed(ofKey("a", "ada"), new Fault("PARAMETER_INVALID", "wrong", { parameter: "data" })));
  recorder.record({ ...succeeded(ofKey("a", "ada")), reason: "REFUSED" });
  clock.ms += hour;
  recorder.record(succeeded(ofKey("a", "ada")));
  recorder.record(succeeded({ id: "identity:ada", plan, permissions: [], identityId: "ada" }));
  await recorder.flush();
  await recorder.flush();
  const key = { identityId: "ada", keyId: "a", operation };
  expect(written.map(({ counts }) => counts)).toEqual([
    [
      { ...key, hourMs: 10 * hour, result: "OK", calls: 3 },
      { ...key, hourMs: 10 * hour, result: "PARAMETER_INVALID", calls: 1 },
      { ...key, hourMs: 10 * hour, result: "REFUSED", calls: 1 },
      { ...key, hourMs: 11 * hour, result: "OK", calls: 1 },
      { identityId: "ada", keyId: "", operation, hourMs: 11 * hour, result: "OK", calls: 1 },
    ],
  ]);
});

test("a failed call is kept with what its caller was told, and without the value that it sent", async () => {
  const { recorder, written, clock } = createFixture();
  const facts = { parameter: "data[2]", provided: "a secret number" };
  recorder.record(failed(ofKey("a"), new Fault("PARAMETER_INVALID", "data[2] must be a number", facts)));
  await recorder.flush();
  expect(written[0]?.refusals).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      identityId: "",
      keyId: "a",
      atMs: clock.ms,
      operation,
      reason: "PARAMETER_INVALID",
      parameter: "data[2]",
      message: "data[2] must be a number",
      requestId: "request",
      protocol: "rest",
    },
  ]);
  expect(JSON.stringify(written)).not.toContain("a secret number");
});

test("messages and parameters are cut to what the database takes", async () => {
  const { recorder, written } = createFixture();
  recorder.record(
    failed(ofKey("a"), new Fault("PARAMETER_INVALID", "m".repeat(9_999), { parameter: "p".repeat(9_999) })),
  );
  await recorder.flush();
  expect(written[0]?.refusals.map(({ message, parameter }) => [message.length, parameter.length])).toEqual([
    [512, 256],
  ]);
});

test("callers without a key or an identity leave no trace", async () => {
  const { recorder, written } = createFixture();
  const unknown = new Fault("AUTHENTICATION_REQUIRED", "Send a key.");
  recorder.record(failed(undefined, unknown));
  recorder.record(failed(undefined, new Fault("INVALID_API_KEY", "wrong")));
  recorder.record(succeeded({ id: "address:::1", plan, permissions: [] }));
  recorder.record(succeeded({ id: "jwt:issuer:someone", plan, permissions: [] }));
  await recorder.flush();
  expect(written).toEqual([]);
});

test("a call with a revoked key is recorded under that key", async () => {
  const { recorder, written } = createFixture();
  recorder.record(failed(undefined, new RefusedKey({ id: "gone", identityId: "ada" })));
  await recorder.flush();
  const caller = { identityId: "ada", keyId: "gone" };
  expect(written[0]?.counts).toMatchObject([{ ...caller, result: "INVALID_API_KEY", calls: 1 }]);
  expect(written[0]?.refusals).toMatchObject([{ ...caller, reason: "INVALID_API_KEY" }]);
});

test("a flood of refused calls is counted whole, and the last hundred of each key are kept in their order", async () => {
  const { recorder, written, omitted } = createFixture();
  const fault = new Fault("RATE_LIMIT_EXCEEDED", "too many");
  for (let i = 0; i < 12_345; i++) recorder.record(failed(ofKey("a"), fault, `request-${i}`));
  recorder.record(failed(ofKey("b"), fault));
  await recorder.flush();
  const [{ counts, refusals } = { counts: [], refusals: [] }] = written;
  expect(counts.map(({ keyId, calls }) => [keyId, calls])).toEqual([
    ["a", 12_345],
    ["b", 1],
  ]);
  const ofA = refusals.filter(({ keyId }) => keyId === "a");
  expect(ofA.map(({ requestId }) => requestId)).toEqual(Array.from({ length: 100 }, (_, i) => `request-${12_245 + i}`));
  expect(ofA.map(({ id }) => id)).toEqual(ofA.map(({ id }) => id).toSorted());
  expect(refusals).toHaveLength(101);
  expect(omitted).toEqual([]);
});

test("a flood of many keys keeps 2,000 refusals, and says how many it has not kept", async () => {
  const { recorder, written, omitted } = createFixture();
  const fault = new Fault("RATE_LIMIT_EXCEEDED", "too many");
  for (let i = 0; i < 5_000; i++) recorder.record(failed(ofKey(`key-${i}`), fault));
  await recorder.flush();
  expect([written[0]?.counts.length, written[0]?.refusals.length]).toEqual([5_000, 2_000]);
  expect(omitted).toEqual([3_000]);
});

test("what could not be written is reported, and written with what comes next", async () => {
  const { recorder, written, failures, outage } = createFixture();
  const fault = new Fault("PARAMETER_INVALID", "wrong");
  outage.isOn = true;
  for (let i = 0; i < 80; i++) recorder.record(failed(ofKey("a"), fault, `early-${i}`));
  await recorder.flush();
  await recorder.flush();
  expect(failures).toHaveLength(2);
  for (let i = 0; i < 80; i++) recorder.record(failed(ofKey("a"), fault, `late-${i}`));
  outage.isOn = false;
  await recorder.flush();
  await recorder.flush();
  expect(written.map(({ counts }) => counts.map(({ calls }) => calls))).toEqual([[160]]);
  expect(written[0]?.refusals.map(({ requestId }) => requestId)).toEqual([
    ...Array.from({ length: 20 }, (_, i) => `early-${60 + i}`),
    ...Array.from({ length: 80 }, (_, i) => `late-${i}`),
  ]);
});

test("closing writes the rest", async () => {
  const { recorder, written } = createFixture();
  recorder.record(succeeded(ofKey("a")));
  await recorder.close();
  recorder.record(succeeded(ofKey("a")));
  await recorder.flush();
  expect(written.map(({ counts }) => counts.map(({ calls }) => calls))).toEqual([[1]]);
});

test("what is older than 31 days is removed, once an hour", async () => {
  const { recorder, removed, clock } = createFixture();
  await recorder.flush();
  await recorder.flush();
  expect(removed).toEqual([clock.ms - 31 * 24 * hour]);
  clock.ms += hour;
  await recorder.flush();
  expect(removed).toHaveLength(2);
});

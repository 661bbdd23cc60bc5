import { createHmac } from "node:crypto";
import { expect } from "vitest";
import { Reason } from "#contract/fault/v1/fault_pb.js";
import { operatorKey } from "../../support/server.ts";
import type { DriverProcess } from "../driver-process.ts";
import { failureOf, type World } from "../world.ts";
import type { Scenario } from "./scenario.ts";

const service = "geocode.v1.GeocodeService";
const transform = { data: { values: [1, 2, 3, 4, 5] }, sourceDimensions: 5, targetDimensions: 3 };
const expected = [1.6471587, 3.8758261, 6.1044934];

/** Leaves out what differs from call to call. */
function withoutTimes(answer: object): object {
  return JSON.parse(JSON.stringify(answer, (name, value) => (/time/i.test(name) ? undefined : value)));
}

/** Makes the transform of the README; returns its vector. */
async function transformed(driver: DriverProcess): Promise<readonly number[]> {
  const call = { service, method: "Transform", request: transform };
  return (await driver.send<{ transformedData: number[] }>("call", call)).transformedData;
}

/** A call that gets through, whatever is in its way. */
function reaching(name: string, harm: (world: World) => void): Scenario {
  return {
    name: `a geocode call, while ${name}`,
    async play(world) {
      const driver = await world.driver();
      harm(world);
      expect(await transformed(driver)).toEqual(expected);
      return "answered";
    },
  };
}

const solid = {
  vectors: [
    [1, 1, 1],
    [1, -1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
  ].map((values) => ({ values })),
};
const faces = {
  faces: [
    [0, 1, 2],
    [0, 1, 3],
    [0, 2, 3],
    [1, 2, 3],
  ].map((vertexIndices) => ({ vertexIndices })),
};
const vector = { values: [1, 2, 3.5, -4, 5, 6, 0.25, 8] };

/** A request of each operation. */
const operations: Readonly<Record<string, object>> = {
  Transform: transform,
  Encode: { data: { vector: { values: [5, -1, 0.25, 3] } }, targetGeometry: "GEOMETRY_TETRAHEDRON" },
  Decode: {
    encodedData: {
      geometry: "GEOMETRY_TETRAHEDRON",
      vertices: solid,
      faces,
      dataMapping: { dimensionScaling: { values: [1, 1, 1] }, vertexWeights: { values: [1, -2, 3.5, 0.125] } },
    },
    outputDimensions: 3,
  },
  Jitterbug: {
    sourceGeometry: "GEOMETRY_TETRAHEDRON",
    targetGeometry: "GEOMETRY_TETRAHEDRON",
    data: { vertices: solid, values: { values: [1, 2, 3.5, -4] } },
  },
  PhiResonance: { data: vector, operation: "PHI_OPERATION_OPTIMIZE" },
  RSpace: { data: vector, rSpace: "PRIME_SPACE_R7", operation: "PRIME_SPACE_OPERATION_ROTATE" },
};

/** Answer of the service itself to the JSON of the Connect protocol. */
async function answerOf({ service: { url } }: World, method: string, request: object): Promise<object> {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${operatorKey}` };
  const answer = await fetch(`${url}/${service}/${method}`, { method: "POST", headers, body: JSON.stringify(request) });
  const message = await answer.json();
  expect(answer.status, `${method}: ${JSON.stringify(message)}`).toBe(200);
  return message as object;
}

/** Calls with a key. */
export const calls: readonly Scenario[] = [
  {
    name: "the six geocode operations",
    async play(world) {
      const driver = await world.driver();
      for (const [method, request] of Object.entries(operations)) {
        const told = await driver.send<object>("call", { service, method, request });
        expect(withoutTimes(told), method).toEqual(withoutTimes(await answerOf(world, method, request)));
      }
      return "6 answered";
    },
  },
  reaching("nothing is in its way", () => {}),
  reaching("the answer is dropped", ({ faults }) => faults.harm("/Transform", { do: "drop answer" })),
  reaching("an intermediary answers 503 three times", ({ faults }) =>
    faults.harm("/Transform", { do: "refuse", status: 503 }, 3),
  ),
  reaching("an intermediary answers 429 with Retry-After", ({ faults }) =>
    faults.harm("/Transform", { do: "refuse", status: 429, retryAfterSeconds: 1 }),
  ),
  {
    name: "a geocode call that is never answered, until its deadline",
    async play(world) {
      const driver = await world.driver();
      await driver.send("open", { endpoint: world.faults.url, deadlineMs: 500 });
      world.faults.harm("/Transform", { do: "silence", isForwarded: false }, 100);
      const { reason } = await failureOf(transformed(driver));
      expect(reason).toBe("TIMED_OUT");
      return reason;
    },
  },
  {
    name: "a keyed call whose first execution is under way for longer than four attempts",
    waits: true,
    async play(world) {
      const driver = await world.driver();
      const busy = { reason: Reason.STATE_INVALID, parameter: "Idempotency-Key", retryAfter: "1" };
      world.faults.harm("/CreateIdentity", { do: "drop answer" });
      world.faults.harm("/CreateIdentity", { do: "fail", ...busy, text: "a call with this key is being executed" }, 8);
      const username = `keyed-${crypto.randomUUID().slice(0, 13)}`;
      expect(await driver.send("register", { username })).toHaveProperty("credentials");
      expect(world.faults.rules.count("/CreateIdentity")).toBe(10);
      return "answered once";
    },
  },
  {
    name: "a geocode call with a wrong key",
    async play(world) {
      const { reason } = await failureOf(transformed(await world.driver("pk_wrong")));
      expect(reason).toBe("INVALID_API_KEY");
      return reason;
    },
  },
  {
    name: "a geocode call with a parameter that is out of range",
    async play(world) {
      const driver = await world.driver();
      const request = { ...transform, targetDimensions: 1_000_000 };
      const { reason, parameter } = await failureOf(driver.send("call", { service, method: "Transform", request }));
      expect([reason, parameter]).toEqual(["PARAMETER_INVALID", "target_dimensions"]);
      return `${reason}: ${parameter}`;
    },
  },
  {
    name: "a webhook's signature, verified, and refused when anything differs",
    async play(world) {
      const driver = await world.driver();
      const key = Buffer.alloc(32, 9);
      const body = '{"cursor":"1"}';
      const nowMs = Date.now();
      const timestamp = String(Math.floor(nowMs / 1000));
      const mac = (text: string) => createHmac("sha256", key).update(`m1.${timestamp}.${text}`).digest("base64");
      const headers = { "webhook-id": "m1", "webhook-timestamp": timestamp, "webhook-signature": `v1,${mac(body)}` };
      const secrets = [`whsec_${key.toString("base64")}`];
      const verify = (members: object) => driver.send("verifyWebhook", { secrets, headers, body, nowMs, ...members });
      await verify({});
      await verify({ secrets: [`whsec_${Buffer.alloc(32).toString("base64")}`, ...secrets] });
      const bad = [
        { body: `${body} ` },
        { secrets: [`whsec_${Buffer.alloc(32).toString("base64")}`] },
        { headers: { ...headers, "webhook-id": "m2" } },
        { headers: { ...headers, "webhook-signature": "v1,AAAA" } },
        { nowMs: nowMs + 600_000 },
        { nowMs: nowMs - 600_000 },
      ];
      for (const members of bad) expect((await failureOf(verify(members))).reason).toBe("BAD_WEBHOOK");
      return "verified; 6 changes found";
    },
  },
];

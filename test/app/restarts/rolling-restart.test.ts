// @module-tag slow/programs

import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import { expect, it } from "vitest";
import { TransformRequestSchema } from "#contract/geocode/v1/requests_pb.js";
import { TransformResponseSchema } from "#contract/geocode/v1/responses_pb.js";
import { mariadb, onMariadb } from "../support/database/databases.ts";
import { type Program, startProgram } from "../support/program.ts";
import { operatorKey } from "../support/server.ts";

const callsMin = Number(process.env["ROLLING_CALLS"] ?? 10_000);
/** Time between two checks of a server by the load balancer. */
const checkMs = 25;

/** A server that is restarted at one port, as a load balancer sees it. */
class Backend {
  readonly agent = new Agent({ keepAlive: true });
  readonly #environment: Readonly<Record<string, string>>;
  #program: Program | undefined;
  url = "";
  isReady = false;

  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment;
  }

  async start(): Promise<void> {
    const port = this.url === "" ? "0" : new URL(this.url).port;
    this.#program = await startProgram({ environment: { ...this.#environment, PORT: port } });
    this.url = this.#program.url;
  }

  /** Stops it in order; returns its exit status. */
  async stop(): Promise<number | null | undefined> {
    this.#program?.signal("SIGTERM");
    const status = await this.#program?.ended;
    await this.#program?.stop();
    return status;
  }

  async check(): Promise<void> {
    this.isReady = await fetch(`${this.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** POSTs JSON over a connection that is kept; returns the status. */
  post(path: string, body: object): Promise<number> {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${operatorKey}` };
    return new Promise((resolve, reject) => {
      const call = request(this.url + path, { method: "POST", agent: this.agent, headers }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode as number));
        response.once("error", reject);
      });
      call.once("error", reject).end(JSON.stringify(body));
    });
  }
}

/** Calls the servers by turns over gRPC, as the official client does by itself. */
function grpcTransform(backends: readonly Backend[]) {
  const target = `ipv4:${backends.map(({ url }) => new URL(url).host).join(",")}`;
  const client = new grpc.Client(target, grpc.credentials.createInsecure(), {
    "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  });
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${operatorKey}`);
  const data = { values: [1, 2, 3, 4, 5] };
  const message = create(TransformRequestSchema, { data, sourceDimensions: 5, targetDimensions: 3 });
  const call = () =>
    new Promise<void>((resolve, reject) => {
      client.makeUnaryRequest(
        "/geocode.v1.GeocodeService/Transform",
        (sent) => Buffer.from(toBinary(TransformRequestSchema, sent)),
        (bytes) => fromBinary(TransformResponseSchema, bytes),
        message,
        metadata,
        (error) => (error === null ? resolve() : reject(error)),
      );
    });
  return { call, close: () => client.close() };
}

onMariadb("a rolling restart of three servers under load", () => {
  it(`shows clients no error in ${callsMin} calls, over kept connections of REST and over gRPC`, async () => {
    const location = await mariadb.createForTest();
    const unlimited = { requestsPerMinute: 1_000_000_000, concurrentRequests: 1_000 };
    const environment = {
      ...location.environment,
      PLANS: JSON.stringify({ operator: unlimited }),
      DRAIN_MS: "500",
      BACKUPS: "off",
    };
    const backends = [new Backend(environment), new Backend(environment), new Backend(environment)];
    for (const backend of backends) await backend.start();
    const outcome = await underLoad(backends, async () => {
      for (const backend of backends) {
        expect(await backend.stop()).toBe(0);
        await backend.start();
        while (!backend.isReady) await delay(checkMs);
      }
    });
    expect(outcome.errors).toEqual([]);
    expect(outcome.calls).toBeGreaterThanOrEqual(callsMin);
    const { manager } = await mariadb.open(location);
    const [{ created }] = await manager.query("SELECT COUNT(*) AS created FROM api_keys WHERE name = 'rolling'");
    // A key is created by each call, so none was lost and none was made twice.
    expect(Number(created)).toBe(outcome.keys);
    for (const backend of backends) await backend.stop();
  });
});

/** Calls the servers until the work is done and the calls are enough. */
async function underLoad(backends: readonly Backend[], work: () => Promise<void>) {
  const outcome = { calls: 0, keys: 0, errors: [] as string[] };
  let isWorking = true;
  let next = 0;
  const check = async (backend: Backend) => {
    for (; isWorking; await delay(checkMs)) await backend.check();
  };
  for (const backend of backends) await backend.check();
  const checks = backends.map(check);
  const { call, close } = grpcTransform(backends);

  async function callRest(number: number): Promise<void> {
    const ready = backends.filter(({ isReady }) => isReady);
    const backend = ready[next++ % ready.length] as Backend;
    if (number % 20 !== 0) {
      const vector = { data: [1, 2, 3, 4, 5], source_dimensions: 5, target_dimensions: 3 };
      const status = await backend.post("/v1/geocode/transform", vector);
      if (status !== 200) throw new Error(`transform: ${status}`);
      return;
    }
    const key = { name: "rolling", plan: "developer", permissions: ["geocode:*"] };
    const status = await backend.post("/v1/admin/keys", key);
    if (status !== 200) throw new Error(`create: ${status}`);
    outcome.keys++;
  }

  async function caller(one: (number: number) => Promise<void>): Promise<void> {
    while (isWorking || outcome.calls < callsMin) {
      const number = outcome.calls++;
      await one(number).catch((error: Error) => outcome.errors.push(error.message));
    }
  }

  const callers = Array.from({ length: 8 }, () => [caller(callRest), caller(call)]).flat();
  try {
    await work();
  } finally {
    isWorking = false;
    await Promise.all([...callers, ...checks]);
    close();
    for (const { agent } of backends) agent.destroy();
  }
  return outcome;
}

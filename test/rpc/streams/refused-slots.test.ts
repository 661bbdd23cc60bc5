import { expect, test } from "vitest";
import { EventService } from "#contract/wallet/v1/event_service_pb.js";
import { Fault } from "../../../server/core/fault.ts";
import type { Failure } from "../../../server/rpc/call.ts";
import type { PipelineDeps } from "../../../server/rpc/pipeline.ts";
import { createStreams } from "../../../server/rpc/streams/streams.ts";

const plan = { name: "p", requestsPerMinute: 1, concurrentRequests: 1 };

test("a stream that its connection refuses takes no slot of the service", async () => {
  const silent = async function* () {};
  const streams = { concurrentMax: 1, perNetworkMax: 1, requestsMax: 1, requestBytesMax: 1_024 };
  const { open } = createStreams({
    tables: [{ service: EventService, operations: { watch: silent, watchAll: silent }, streams }],
    authenticate: () => ({ id: "key:a", plan, permissions: ["*"] }),
    openToAll: new Set(),
    limiter: { admit: () => ({ allowed: true, limits: undefined, release: () => {}, leave: () => () => {} }) },
    observe: () => {},
    outageOf: () => undefined,
    now: () => 0,
  } as unknown as PipelineDeps);
  const call = { method: EventService.method.watch, authorization: "Bearer key", address: "127.0.0.1" };
  const stream = { ...call, requestId: "", protocol: "grpc", cut: () => {} };
  const leave = () => {
    throw new Fault("RATE_LIMIT_EXCEEDED", "The connection has too many streams.");
  };
  for (let refused = 0; refused < 2; refused++) {
    expect(((await open({ ...stream, leave })) as Failure).fault.message).toBe("The connection has too many streams.");
  }
  expect(await open(stream)).not.toHaveProperty("fault");
});

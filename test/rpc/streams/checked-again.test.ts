import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { EventService, WatchRequestSchema } from "../../../gen/es/platonic/wallet/v1/event_service_pb.js";
import { Fault } from "../../../server/core/fault.ts";
import type { ServiceTable } from "../../../server/rpc/handler.ts";
import type { PipelineDeps } from "../../../server/rpc/pipeline.ts";
import type { Principal } from "../../../server/rpc/principal.ts";
import type { OpenStream } from "../../../server/rpc/streams/open-stream.ts";
import { createStreams } from "../../../server/rpc/streams/streams.ts";

const plan = { name: "p", requestsPerMinute: 1, concurrentRequests: 1 };
const caller: Principal = { id: "key:a", plan, permissions: ["wallets:watch"] };

/** Opens a stream that is silent, and whose caller is authenticated as each check says. */
async function openStream(check: (count: number) => Principal | Promise<Principal>) {
  let count = 0;
  let released = 0;
  const silent = async function* (_: unknown, { signal }: { signal: AbortSignal }) {
    yield { cursor: "first" };
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  };
  const streams = { concurrentMax: 1, perNetworkMax: 1, requestsMax: 1, requestBytesMax: 1_024 };
  const table: ServiceTable = { service: EventService, operations: { watch: silent, watchAll: silent }, streams };
  const steps = createStreams({
    tables: [table],
    authenticate: () => check(count++),
    openToAll: new Set(),
    limiter: { admit: () => ({ allowed: true, limits: undefined, release: () => void released++ }) },
    observe: () => {},
    isOutage: (error: unknown) => (error as Error).message === "away",
    now: () => 0,
    streamCheckMs: 1,
  } as unknown as PipelineDeps);
  const opened = (await steps.open({
    method: EventService.method.watch,
    authorization: "Bearer key",
    address: "127.0.0.1",
    requestId: "",
    protocol: "grpc",
    cut: () => {},
  })) as OpenStream;
  const answers = opened.answers(create(WatchRequestSchema, { identityId: "ada" }))[Symbol.asyncIterator]();
  await answers.next();
  return { answers, opened, checks: () => count, released: () => released };
}

test.each(["INVALID_API_KEY", "PERMISSION_DENIED"] as const)(
  "a stream whose caller becomes %s is ended",
  async (reason) => {
    const stream = await openStream((count) => {
      if (count > 3) throw new Fault(reason, "no longer");
      return caller;
    });
    await expect(stream.answers.next()).rejects.toMatchObject({ reason });
    expect(stream.released()).toBe(1);
    expect(stream.checks()).toBe(5);
  },
);

test("a stream whose caller loses the permission is ended", async () => {
  const { answers } = await openStream(async (count) => (count > 1 ? { ...caller, permissions: [] } : caller));
  await expect(answers.next()).rejects.toMatchObject({ reason: "PERMISSION_DENIED" });
});

test("an outage of the database ends no stream", async () => {
  const { answers, opened, checks } = await openStream((count) => {
    if (count === 0 || count > 5) return caller;
    throw new Error("away");
  });
  const next = answers.next();
  const end = setInterval(() => checks() > 8 && opened.end(new Fault("UNAVAILABLE", "by the test")), 1);
  await expect(next).rejects.toMatchObject({ reason: "UNAVAILABLE" });
  clearInterval(end);
});

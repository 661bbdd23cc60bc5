import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { EventService, WatchRequestSchema } from "#contract/wallet/v1/event_service_pb.js";
import { Fault } from "../../../server/core/fault.ts";
import type { ServiceTable } from "../../../server/rpc/handler.ts";
import type { PipelineDeps } from "../../../server/rpc/pipeline.ts";
import type { Principal } from "../../../server/rpc/principal.ts";
import type { OpenStream } from "../../../server/rpc/streams/open-stream.ts";
import { createStreams } from "../../../server/rpc/streams/streams.ts";
import { settle } from "../../transports/channel/expectations.ts";

const plan = { name: "p", requestsPerMinute: 1, concurrentRequests: 1 };
const caller: Principal = { id: "key:a", plan, permissions: ["wallets:watch"] };

/** Opens a stream that is silent, and whose caller is authenticated as each check says. */
async function openStream(check: (count: number) => Principal | Promise<Principal>, waitCheckMs = 1) {
  let count = 0;
  let released = 0;
  let change: (principalId: string | undefined) => void = () => {};
  let tell = () => {};
  const silent = async function* (_: unknown, { signal }: { signal: AbortSignal }) {
    yield { cursor: "first" };
    await new Promise<void>((resolve) => {
      tell = resolve;
      signal.addEventListener("abort", () => resolve());
    });
    yield { cursor: "second" };
  };
  const streams = { concurrentMax: 1, perNetworkMax: 1, requestsMax: 1, requestBytesMax: 1_024 };
  const table: ServiceTable = { service: EventService, operations: { watch: silent, watchAll: silent }, streams };
  const steps = createStreams({
    tables: [table],
    authenticate: () => check(count++),
    openToAll: new Set(),
    limiter: {
      admit: () => ({ allowed: true, limits: undefined, release: () => void released++, leave: () => () => {} }),
    },
    observe: () => {},
    outageOf: (error: unknown) => ((error as Error).message === "away" ? "the database is away" : undefined),
    now: () => 0,
    waitCheckMs,
    onAccessChanged: (listener: typeof change) => {
      change = listener;
      return () => {};
    },
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
  return {
    answers,
    opened,
    checks: () => count,
    released: () => released,
    change: (principalId?: string) => change(principalId),
    tell: () => tell(),
  };
}

test.each(["INVALID_API_KEY", "PERMISSION_DENIED"] as const)(
  "a stream whose caller becomes %s is ended",
  async (reason) => {
    let isRefused = false;
    const stream = await openStream(() => {
      if (isRefused) throw new Fault(reason, "no longer");
      return caller;
    });
    isRefused = true;
    await expect(stream.answers.next()).rejects.toMatchObject({ reason });
    expect(stream.released()).toBe(1);
    const checks = stream.checks();
    await settle();
    expect(stream.checks()).toBe(checks);
  },
);

test("a stream whose caller loses the permission is ended", async () => {
  let permissions = caller.permissions;
  const { answers } = await openStream(async () => ({ ...caller, permissions }));
  permissions = [];
  await expect(answers.next()).rejects.toMatchObject({ reason: "PERMISSION_DENIED" });
});

test("an answer is not told to a caller who is refused, though nobody has looked since", async () => {
  let isRefused = false;
  const { answers, tell } = await openStream(() => {
    if (isRefused) throw new Fault("INVALID_API_KEY", "no longer");
    return caller;
  }, 60_000);
  const next = answers.next();
  isRefused = true;
  tell();
  await expect(next).rejects.toMatchObject({ reason: "INVALID_API_KEY" });
});

test.each([caller.id, undefined])(
  "a stream whose caller is refused is ended at once when %s has changed",
  async (changed) => {
    let isRefused = false;
    const { answers, change } = await openStream(() => {
      if (isRefused) throw new Fault("INVALID_API_KEY", "no longer");
      return caller;
    }, 60_000);
    const next = answers.next();
    isRefused = true;
    change(changed);
    await expect(next).rejects.toMatchObject({ reason: "INVALID_API_KEY" });
  },
);

test("a stream is not looked at when others have changed", async () => {
  const { checks, change } = await openStream(() => caller, 60_000);
  const before = checks();
  change("key:b");
  expect(checks()).toBe(before);
  change(caller.id);
  expect(checks()).toBe(before + 1);
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

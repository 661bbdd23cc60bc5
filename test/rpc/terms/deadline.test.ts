import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  ConfigureWalletRequestSchema,
  GetWalletRequestSchema,
  WalletService,
} from "#contract/wallet/v1/wallet_service_pb.js";
import type { Fault } from "../../../server/core/fault.ts";
import type { Call } from "../../../server/rpc/call.ts";
import { binaryCodec } from "../../../server/rpc/codec/protobuf/codecs.ts";
import { createPipeline, type PipelineDeps } from "../../../server/rpc/pipeline.ts";
import { planted } from "./planted.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const { getWallet, configureWallet } = WalletService.method;
/** The contract's methods with a short deadline. */
const reading = planted(getWallet, { terms: { deadlineMs: 30 } });
const writing = planted(configureWallet, { terms: { deadlineMs: 30 } });

const principal = {
  id: "key:a",
  plan: { name: "p", requestsPerMinute: 1, concurrentRequests: 1 },
  permissions: ["*"],
};

interface Given {
  readonly operation: () => Promise<object>;
  readonly now?: () => number;
  readonly hasDeadline?: boolean;
}

/** Calls a method through the pipeline; returns the reason of its failure, or `OK`. */
async function outcome(method: typeof reading | typeof writing, { operation, now, hasDeadline }: Given) {
  const observed: string[] = [];
  let held = 0;
  const deps: PipelineDeps = {
    tables: [
      {
        service: { ...WalletService, methods: [method] } as never,
        operations: { [method.localName]: operation },
      },
    ],
    authenticate: () => principal,
    anonymous: () => principal,
    openToAll: new Set() as never,
    limiter: {
      admit: () => {
        held++;
        return {
          allowed: true,
          limits: { limit: 1, remaining: 1, resetAtSeconds: 1 },
          release: () => held--,
          leave: () => () => {},
        };
      },
    },
    delegate: () => Promise.reject(new Error("nothing is delegated")),
    observe: ({ reason }) => observed.push(reason),
    outageOf: () => undefined,
    now: now ?? (() => 0),
  };
  const schema = method === reading ? GetWalletRequestSchema : ConfigureWalletRequestSchema;
  const request = create(schema as typeof GetWalletRequestSchema, { identityId: "mine", configuration: {} } as never);
  const call: Call = {
    method,
    authorization: "Bearer x",
    address: "::1",
    requestId: "1",
    protocol: "rest",
    codec: binaryCodec(method),
    parameters: [],
    ...(hasDeadline !== undefined && { hasDeadline }),
    readBody: () => toBinary(schema as typeof GetWalletRequestSchema, request),
  };
  const answered = createPipeline(deps).answer(call);
  await vi.advanceTimersByTimeAsync(100);
  const answer = await answered;
  expect(held).toBe(0);
  const result = "fault" in answer ? (answer.fault as Fault).reason : "OK";
  if (!("fault" in answer)) fromBinary(method.output as never, answer.written as Uint8Array);
  expect(observed).toEqual([result]);
  return result;
}

const never = () => new Promise<object>(() => {});

describe("a call whose caller sets no deadline", () => {
  test("that reads is given up at the deadline of its method", async () => {
    expect(await outcome(reading, { operation: never })).toBe("DEADLINE_EXCEEDED");
  });

  test("that reads in time is answered", async () => {
    expect(await outcome(reading, { operation: async () => ({}) })).toBe("OK");
  });

  test("that writes is answered with its outcome, however long it takes", async () => {
    const slow = () => new Promise<object>((resolve) => setTimeout(resolve, 60, {}));
    expect(await outcome(writing, { operation: slow })).toBe("OK");
  });

  test.each([["reads", reading] as const, ["writes", writing] as const])(
    "that %s is not begun after the deadline",
    async (_, method) => {
      let begun = 0;
      let readings = 0;
      // The clock has passed the deadline when it is read for the second time.
      const now = () => (readings++ === 0 ? 0 : 31);
      const operation = async () => {
        begun++;
        return {};
      };
      expect(await outcome(method, { operation, now })).toBe("DEADLINE_EXCEEDED");
      expect(begun).toBe(0);
    },
  );
});

test("a deadline of the caller's takes the place of the method's", async () => {
  const slow = () => new Promise<object>((resolve) => setTimeout(resolve, 60, {}));
  expect(await outcome(reading, { operation: slow, hasDeadline: true })).toBe("OK");
});

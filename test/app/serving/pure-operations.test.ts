import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { legalRequests, operationNames, paths, withMember } from "../../support/geocode-operations.ts";
import { asyncLaw } from "../../support/laws/async-law.ts";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";
import { type HttpVersion, Wire, type WireAnswer } from "../../transports/connect/unary/wire.ts";

interface Side {
  readonly server: TestServer;
  readonly wire: Wire;
  /** A key whose plan allows few calls, and one that may not call geocode. */
  readonly keys: Readonly<Record<"few" | "none", string>>;
}

let sides: readonly Side[];

beforeAll(async () => {
  const PLANS = JSON.stringify({
    few: { requestsPerMinute: 1, concurrentRequests: 2, permissions: ["geocode:*"] },
    // A refusal beyond a plan says when its minute ends, which differs between the two servers.
    many: { requestsPerMinute: 1_000_000, concurrentRequests: 100, permissions: ["wallets:*"] },
  });
  const start = async (threads: number): Promise<Side> => {
    const server = await startServer({ LOG_LEVEL: "silent", PLANS, THREADS: String(threads) });
    const few = (await server.createKey("few")).secret;
    const none = (await server.createKey("many", ["wallets:*"])).secret;
    return { server, wire: new Wire(server.url), keys: { few, none } };
  };
  sides = await Promise.all([start(1), start(2)]);
});

afterAll(async () => {
  for (const { wire } of sides) wire.close();
  await Promise.all(sides.map(({ server }) => server.close()));
});

const value = fc.oneof(fc.constantFrom(null, "", "x", -1, 1e301, [], {}), fc.anything());

/** Legal requests, and others with a member that is wrong, too large or unknown. */
const body = fc
  .record({
    name: fc.constantFrom(...operationNames),
    member: fc.option(fc.constantFrom("data", "target_geometry", "operation", "r_space", "parameters.x", "other")),
    value,
  })
  .map(({ name, member, value: given }) => {
    const request = legalRequests[name];
    if (member === null) return { name, text: JSON.stringify(request) };
    try {
      return { name, text: JSON.stringify(withMember(request, member, given)) ?? "" };
    } catch {
      return { name, text: JSON.stringify({ ...request, other: 1 }) };
    }
  });

const request = fc.record({
  version: fc.constantFrom<HttpVersion>("1.1", "2"),
  isRest: fc.boolean(),
  type: fc.constantFrom("application/json", "application/grpc+json", "application/grpc-web+json", "application/proto"),
  caller: fc.constantFrom<"operator" | "few" | "none" | "wrong">("operator", "operator", "operator", "none", "wrong"),
  others: fc.constantFrom<Readonly<Record<string, string>>>(
    {},
    { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" },
    { "idempotency-key": "a key" },
    { "connect-timeout-ms": "60000" },
  ),
  body,
});

type PureRequest = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

describe("pure operations", () => {
  asyncLaw(
    "are answered by two threads as by one, byte for byte",
    request,
    async (given) => {
      const [one, two] = await Promise.all(sides.map((side) => send(side, given)));
      expect(told(two as WireAnswer)).toEqual(told(one as WireAnswer));
    },
    0.3,
  );

  test("beyond a plan are refused by two threads as by one", async () => {
    const given = { version: "1.1", isRest: true, type: "application/json", caller: "few", others: {} } as const;
    const body = { name: "transform", text: JSON.stringify(legalRequests.transform) } as const;
    const answers = async (side: Side) => {
      const first = await send(side, { ...given, body });
      return [first.status, told(await send(side, { ...given, body }))];
    };
    const [one, two] = await Promise.all(sides.map(answers));
    expect(one).toMatchObject([200, { status: 429 }]);
    expect(two).toEqual(one);
  });
});

function send({ wire, keys }: Side, { version, isRest, type, caller, others, body: { name, text } }: PureRequest) {
  const secrets = { ...keys, operator: operatorKey, wrong: "no-key-at-all" };
  const bytes = Buffer.from(text);
  return wire.send(version, {
    verb: "POST",
    path: isRest ? paths[name] : `/geocode.v1.GeocodeService/${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    headers: {
      "x-request-id": "the-same-id-for-both",
      "content-type": isRest ? "application/json" : type,
      authorization: `Bearer ${secrets[caller]}`,
      ...others,
    },
    body: !isRest && type.includes("grpc") ? enveloped(bytes) : bytes,
  });
}

/** Puts a message into the envelope of gRPC. */
function enveloped(message: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** Returns what an answer says, but for the time, and for the calls that a window of a minute has left. */
function told({ status, headers, trailers, body: bytes, isHeadersOnly }: WireAnswer) {
  const { date: _, "x-ratelimit-reset": __, "x-ratelimit-remaining": ___, "retry-after": ____, ...others } = headers;
  return { status, headers: withoutTimes(others), trailers, body: timeless(bytes.toString("latin1")), isHeadersOnly };
}

function withoutTimes(headers: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, timeless(text)]));
}

function timeless(text: string): string {
  return text.replaceAll(/\d+(%20| )s\b/g, "some s").replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "a time");
}

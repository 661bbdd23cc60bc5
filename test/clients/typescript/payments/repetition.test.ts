import { create, toBinary } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { FaultDetailSchema, Reason } from "#contract/fault/v1/fault_pb.js";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { ExchangeService } from "#contract/wallet/v1/exchange_service_pb.js";
import { httpTransport, IdentityClient, PlatonicError } from "../../../../clients/typescript/src/index.ts";
import { freshName } from "../../../support/identity/api-client.ts";
import { operatorKey } from "../../../support/server.ts";
import { sharedServer } from "../../../support/shared-server.ts";

const server = sharedServer();

/** A network that loses the first answers after the service has written them. */
function losing(answers: number) {
  const keys: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    keys.push(new Headers(init?.headers).get("idempotency-key"));
    const response = await globalThis.fetch(input, init);
    await response.clone().arrayBuffer();
    if (keys.length <= answers) throw new TypeError("the connection was reset");
    return response;
  };
  return { keys, transport: httpTransport({ baseUrl: server().url, credentials: operatorKey, fetch }) };
}

describe("a call that takes an idempotency key", () => {
  test("is repeated with its key when its answers are lost, and makes one identity", async () => {
    const { keys, transport } = losing(2);
    const client = new IdentityClient(transport);
    const { identity, credentials } = await client.register({ username: freshName() });
    expect(keys).toHaveLength(3);
    expect([...new Set(keys)]).toEqual([expect.stringMatching(/^[\w-]{22}$/)]);
    const { keys: listed } = await client.identities.listSigningKeys({ id: identity.id });
    expect(listed.map(({ id }) => id)).toEqual([credentials.keyId]);
  });

  test("keeps the key that its caller gives", async () => {
    const { keys, transport } = losing(0);
    const headers = { "Idempotency-Key": "chosen-by-the-caller-itself" };
    await new IdentityClient(transport).identities.createIdentity({ username: freshName() }, { headers });
    expect(keys).toEqual(["chosen-by-the-caller-itself"]);
  });

  test("has one beside calls of the same transport that take none, whichever is first", async () => {
    const { keys, transport } = losing(0);
    const rates = () => createClient(ExchangeService, transport).listRates({});
    const identity = () => new IdentityClient(transport).identities.createIdentity({ username: freshName() });
    for (const call of [rates, identity, rates, identity]) await call();
    const key = expect.stringMatching(/^[\w-]{22}$/);
    expect(keys).toEqual([null, key, null, key]);
    expect(keys[1]).not.toBe(keys[3]);
  });

  test("fails after four attempts without an answer", async () => {
    const { keys, transport } = losing(9);
    const call = new IdentityClient(transport).identities.createIdentity({ username: freshName() });
    expect(await call.catch((error: unknown) => PlatonicError.from(error).reason)).toBe("UNREACHABLE");
    expect(keys).toHaveLength(4);
  });

  test("is not repeated when it is refused", async () => {
    const { keys, transport } = losing(0);
    const call = new IdentityClient(transport).identities.createIdentity({ username: "!" });
    expect(await call.catch((error: unknown) => PlatonicError.from(error).reason)).toBe("PARAMETER_INVALID");
    expect(keys).toHaveLength(1);
  });
});

describe("the contract says which calls are repeated:", () => {
  test("one that reads is repeated without a key", async () => {
    const { keys, transport } = losing(2);
    const { rates } = await createClient(ExchangeService, transport).listRates({});
    expect(rates).toBeDefined();
    expect(keys).toEqual([null, null, null]);
  });

  test.each<[plan: string, retryAfter: number | undefined, attempts: number]>([
    ["within the deadline", 0, 2],
    ["longer than the deadline", 3_600, 1],
  ])("after a limit of the geometric operations that asks to wait %s", async (_, seconds, attempts) => {
    let sent = 0;
    const fetch: typeof globalThis.fetch = async (input, init) =>
      sent++ === 0 ? limited(seconds) : globalThis.fetch(input, init);
    const transport = httpTransport({ baseUrl: server().url, credentials: operatorKey, fetch });
    const data = { form: { case: "values" as const, value: { values: [1, 2, 3] } } };
    const call = createClient(GeocodeService, transport).transform({
      data: data as never,
      sourceDimensions: 3,
      targetDimensions: 3,
    });
    await call.catch(() => {});
    expect(sent).toBe(attempts);
  });

  test("a limit of other operations is their caller's", async () => {
    let sent = 0;
    const fetch: typeof globalThis.fetch = async () => {
      sent++;
      return limited(0);
    };
    const transport = httpTransport({ baseUrl: server().url, credentials: operatorKey, fetch });
    const call = createClient(ExchangeService, transport).listRates({});
    expect(await call.catch((error: unknown) => PlatonicError.from(error).reason)).toBe("RATE_LIMIT_EXCEEDED");
    expect(sent).toBe(1);
  });
});

describe("the timeout of a call", () => {
  async function timeoutOf(given?: number, timeoutMs?: number) {
    let seen: string | null = null;
    const fetch: typeof globalThis.fetch = (input, init) => {
      seen = new Headers(init?.headers).get("connect-timeout-ms");
      return globalThis.fetch(input, init);
    };
    const options = given === undefined ? {} : { timeoutMs: given };
    const transport = httpTransport({ baseUrl: server().url, credentials: operatorKey, fetch, ...options });
    await createClient(ExchangeService, transport).listRates({}, timeoutMs === undefined ? {} : { timeoutMs });
    return seen;
  }

  test("is the deadline of the contract, unless the transport or the caller has another", async () => {
    expect([await timeoutOf(), await timeoutOf(9_000), await timeoutOf(undefined, 8_000)]).toEqual([
      "30000",
      "9000",
      "8000",
    ]);
  });
});

/** The answer of a service whose limit is reached. */
function limited(seconds: number | undefined): Response {
  const detail = toBinary(FaultDetailSchema, create(FaultDetailSchema, { reason: Reason.RATE_LIMIT_EXCEEDED }));
  const details = [{ type: FaultDetailSchema.typeName, value: Buffer.from(detail).toString("base64") }];
  const headers = { "Content-Type": "application/json", "Retry-After": String(seconds) };
  return new Response(JSON.stringify({ code: "resource_exhausted", message: "slow down", details }), {
    status: 429,
    headers,
  });
}

test("a call that makes another each time is not repeated", async () => {
  const { keys, transport } = losing(1);
  const call = createClient(AuthenticationService, transport).createChallenge({ clientId: "app" });
  expect(await call.catch((error: unknown) => PlatonicError.from(error).reason)).toBe("UNREACHABLE");
  expect(keys).toEqual([null]);
});

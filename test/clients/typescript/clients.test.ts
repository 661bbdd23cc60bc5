import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  BrowserStorage,
  Channel,
  channelCredentials,
  channelTransport,
  GeocodeClient,
  httpTransport,
  IdentityClient,
  newSigningKey,
  PlatonicError,
  signingKeyOfBytes,
  TokenMinter,
} from "../../../clients/typescript/src/index.ts";
import { isTransactionId, newTransactionId } from "../../../clients/typescript/src/wallet/transaction-id.ts";
import { freshName } from "../../support/identity/api-client.ts";
import { newHolder, publishedKeys } from "../../support/sdk-holder.ts";
import { operatorKey } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer();

/** Returns the error that the call rejects with. */
async function failureOf(call: Promise<unknown>): Promise<PlatonicError> {
  const error = await call.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(PlatonicError);
  return error;
}

describe("a client over HTTP", () => {
  const request = { data: { values: [1, 2, 3] }, sourceDimensions: 3, targetDimensions: 4 };
  const geocode = (credentials?: string) =>
    new GeocodeClient(httpTransport({ baseUrl: server().url, ...(credentials !== undefined && { credentials }) }));

  test("returns the answer of a call", async () => {
    const { transformedData } = await geocode(operatorKey).transform(request);
    expect(transformedData).toHaveLength(4);
  });

  test("fails with AUTHENTICATION_REQUIRED or INVALID_API_KEY", async () => {
    expect(await failureOf(geocode().transform(request))).toMatchObject({ reason: "AUTHENTICATION_REQUIRED" });
    expect(await failureOf(geocode("plt_wrong").transform(request))).toMatchObject({ reason: "INVALID_API_KEY" });
  });

  test("fails with PARAMETER_INVALID and the parameter, or VECTOR_DIMENSION_MISMATCH", async () => {
    const invalid = await failureOf(geocode(operatorKey).transform({ ...request, targetDimensions: 99 }));
    expect(invalid).toMatchObject({ reason: "PARAMETER_INVALID", parameter: "target_dimensions" });
    const mismatch = await failureOf(geocode(operatorKey).transform({ ...request, sourceDimensions: 5 }));
    expect(mismatch).toMatchObject({ reason: "VECTOR_DIMENSION_MISMATCH" });
  });

  test("fails with RATE_LIMIT_EXCEEDED and the time to wait", async () => {
    const { secret } = await server().createKey("developer");
    const client = geocode(secret);
    let error: PlatonicError | undefined;
    const call = () =>
      client.transform(request).catch((thrown: PlatonicError) => {
        // A call may take longer than its deadline on a busy machine.
        if (thrown.reason !== "TIMED_OUT") error = thrown;
      });
    // Many at once, so that they are made within a minute on a busy machine, too.
    for (let calls = 0; calls < 2_000 && error === undefined; calls += 10) {
      await Promise.all(Array.from({ length: 10 }, call));
    }
    expect(error).toMatchObject({ reason: "RATE_LIMIT_EXCEEDED" });
    expect(error?.retryAfterSeconds).toBeGreaterThan(0);
  });

  test("fails with UNREACHABLE when nothing listens", async () => {
    const client = new GeocodeClient(httpTransport({ baseUrl: "http://127.0.0.1:9" }));
    expect(await failureOf(client.transform(request))).toMatchObject({ reason: "UNREACHABLE" });
  });
});

describe("a channel", () => {
  async function opened(serverKey = publishedKeys(server().url)) {
    const { credentials, id } = await newHolder(server().url);
    const endpoint = `${server().url.replace("http", "ws")}/channel/identity`;
    const minter = new TokenMinter({ credentials, clientId: "app" });
    const channel = new Channel({ endpoint, serverKey, credentials: channelCredentials(endpoint, minter) });
    const phases: string[] = [];
    const causes: (string | undefined)[] = [];
    channel.onPhase(({ phase, cause }) => {
      phases.push(phase);
      causes.push(cause);
    });
    return { channel, id, phases, causes };
  }

  test("reports its phases, and carries calls and their failures", async () => {
    const { channel, id, phases } = await opened();
    expect(channel.phase).toBe("idle");
    channel.open();
    const client = new IdentityClient(channelTransport(channel));
    expect((await client.identities.getIdentity({ id })).identity?.id).toBe(id);
    const many = await Promise.all(Array.from({ length: 200 }, () => client.identities.getIdentity({ id })));
    expect(many).toHaveLength(200);
    const error = await failureOf(client.identities.updateIdentity({ id, username: "x" }));
    expect(error).toMatchObject({ reason: "PARAMETER_INVALID", parameter: "username" });
    channel.close();
    expect(phases).toEqual(["connecting", "handshaking", "open", "closed"]);
    expect(await failureOf(client.identities.getIdentity({ id }))).toMatchObject({ reason: "STATE_INVALID" });
  });

  test("is closed for good when the server has not the expected key", async () => {
    for (const serverKey of [{ staticKeys: [randomBytes(32)] }, { keySet: { keys: [] } }]) {
      const { channel, id, phases, causes } = await opened(serverKey);
      channel.open();
      const client = new IdentityClient(channelTransport(channel));
      expect(await failureOf(client.identities.getIdentity({ id }))).toMatchObject({ reason: "UNREACHABLE" });
      expect(phases).toEqual(["connecting", "handshaking", "closed"]);
      expect(causes.at(-1)).toMatch(/key/);
    }
  });

  test("is closed when the key set has another key under the id of the service's key", async () => {
    const keySet = async () => {
      const { keys } = (await (await fetch(`${server().url}/.well-known/jwks.json`)).json()) as { keys: object[] };
      const x = Buffer.from(signingKeyOfBytes(randomBytes(32)).publicKey).toString("base64url");
      return { keys: keys.map((key) => ({ ...key, x })) };
    };
    const { channel, causes } = await opened({ keySet });
    const closed = new Promise((resolve) => channel.onPhase(({ phase }) => phase === "closed" && resolve(phase)));
    channel.open();
    await closed;
    expect(causes.at(-1)).toBe("the server's key is not signed by the service");
  });

  test("is closed with the cause when its credentials are refused repeatedly", async () => {
    const { credentials } = await newHolder(server().url);
    const endpoint = `${server().url.replace("http", "ws")}/channel/wallet`;
    const other = { ...credentials, sign: signingKeyOfBytes(randomBytes(32)).sign };
    const minter = new TokenMinter({ credentials: other, clientId: "app" });
    const serverKey = publishedKeys(server().url);
    const settings = { endpoint, serverKey, credentials: channelCredentials(endpoint, minter), random: () => 0 };
    const channel = new Channel(settings);
    const cause = new Promise((resolve) => {
      channel.onPhase((change) => change.phase === "closed" && resolve(change.cause));
    });
    channel.open();
    expect(await cause).toMatch(/AUTH_ERROR_SIGNATURE_INVALID/);
  });

  test("fails a call with TIMED_OUT when its answer is late", async () => {
    const { channel, id } = await opened();
    const client = new IdentityClient(channelTransport(channel));
    const error = await failureOf(client.identities.getIdentity({ id }, { timeoutMs: 20 }));
    expect(error).toMatchObject({ reason: "TIMED_OUT" });
    channel.close();
  });
});

test("a new signing key is a key of the platform and not extractable", async () => {
  const { pair, publicKey } = await newSigningKey();
  expect(publicKey).toHaveLength(32);
  expect(pair?.privateKey.extractable).toBe(false);
});

test("register() creates an identity with a signing key that is not extractable", async () => {
  const client = new IdentityClient(httpTransport({ baseUrl: server().url, credentials: operatorKey }));
  const { identity, credentials, key } = await client.register({ username: freshName() });
  expect(credentials.identityId).toBe(identity.id);
  expect(credentials.rotationKey.secret).toHaveLength(32);
  expect(key.pair?.privateKey.extractable).toBe(false);
});

test("counters of tokens rise with concurrent mints and when the clock is set back", async () => {
  const written: number[] = [];
  const counters = {
    read: async () => written.at(-1) ?? 0,
    write: async (counter: number) => {
      written.push(counter);
    },
  };
  let nowMs = 1_800_000_000_000;
  const key = await newSigningKey();
  const credentials = {
    identityId: "i",
    keyId: "k",
    sign: key.sign,
    rotationKey: { version: 1, secret: randomBytes(32) },
  };
  const minter = () => new TokenMinter({ credentials, clientId: "app", counters, now: () => nowMs });
  const terms = { audience: "test", windowSeconds: 300 };
  const concurrent = minter();
  await Promise.all(Array.from({ length: 5 }, () => concurrent.mint(terms)));
  nowMs -= 3_600_000;
  await minter().mint(terms);
  expect(written).toEqual(written.map((_, index) => 1_800_000_000_000 + index));
});

test("BrowserStorage keeps the operations of each identity apart", async () => {
  const items = new Map<string, string>();
  const text = {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  const storage = new BrowserStorage(text, "ada");
  const operation = { id: newTransactionId(), order: randomBytes(40), keyId: "k", signature: randomBytes(64) };
  await storage.put(operation);
  items.set("somebody else's", "");
  const [read] = await storage.list();
  expect(read?.id).toBe(operation.id);
  expect(Buffer.from(read?.order as Uint8Array).equals(operation.order)).toBe(true);
  expect(await new BrowserStorage(text, "bob").list()).toEqual([]);
  await storage.delete(operation.id);
  expect(await storage.list()).toEqual([]);
});

test("ids of transactions are UUIDs of version 7, and later ones sort after earlier ones", () => {
  const ids = [1_700_000_000_000, 1_700_000_000_001, 1_900_000_000_000].map(newTransactionId);
  for (const id of ids) {
    expect(isTransactionId(id)).toBe(true);
    expect(id[14]).toBe("7");
    expect(id[19]).toMatch(/[89ab]/);
  }
  expect(ids.toSorted()).toEqual(ids);
});

test.each(["", "my phone", "ä", "x".repeat(65)])(
  "“%s” is refused as a client id when the minter is created",
  async (clientId) => {
    const key = await newSigningKey();
    const rotationKey = { version: 1, secret: randomBytes(32) };
    const credentials = { identityId: "i", keyId: "k", sign: key.sign, rotationKey };
    expect(() => new TokenMinter({ credentials, clientId })).toThrow(RangeError);
  },
);

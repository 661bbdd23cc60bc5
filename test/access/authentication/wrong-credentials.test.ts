import { randomUUID } from "node:crypto";
import { Code, type ConnectError } from "@connectrpc/connect";
import { expect, onTestFinished, test } from "vitest";
import { Reason } from "#contract/fault/v1/fault_pb.js";
import { mintApiKey } from "../../../server/access/authentication/api-key.ts";
import { mintSessionToken } from "../../../server/access/authentication/session-token.ts";
import { windows } from "../../../server/core/fixed-window/windows.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { clientsOf, operatorKey, rpcProtocols, startServer } from "../../support/server.ts";
import { finishHandshake, startHandshake } from "../../transports/channel/client.ts";

const { countMax } = windows.wrongCredentials;
const attacker = { "X-Forwarded-For": "198.51.100.7" };
const behindProxy = { TRUSTED_PROXIES: "127.0.0.0/8" };

/** Credentials that somebody can make up, by what they look like. */
const madeUp = {
  "a session token": () => mintSessionToken(randomUUID()).token,
  "an API key": () => mintApiKey().secret,
  "a text of no form": () => randomUUID(),
};

function statusAt(server: { readonly url: string }, from: Record<string, string>) {
  return async (secret: string) => {
    const headers = { Authorization: `Bearer ${secret}`, ...from };
    return (await fetch(`${server.url}/v1/admin/keys`, { headers })).status;
  };
}

async function outcomesOf(calls: number, status: () => Promise<number>): Promise<Map<number, number>> {
  const outcomes = new Map<number, number>();
  for (let i = 0; i < calls; i++) {
    const outcome = await status();
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  return outcomes;
}

const limited = new Map([
  [401, countMax],
  [429, 20],
]);

test.each(Object.entries(madeUp))(
  "a network that makes up %s again and again is limited, and other networks are not",
  async (_, make) => {
    const server = await startServer(behindProxy);
    onTestFinished(() => server.close());
    const status = statusAt(server, attacker);
    expect(await outcomesOf(countMax + 20, () => status(make()))).toEqual(limited);
    expect(await statusAt(server, { "X-Forwarded-For": "198.51.100.8" })(make())).toBe(401);
  },
);

test("what a network makes up does not keep its keys, sessions and JWTs from their first call", async () => {
  const server = await startServer(behindProxy);
  onTestFinished(() => server.close());
  const api = new ApiClient(server);
  const { secret } = await server.createKey("developer");
  const { identity } = await api.identity();
  const session = await api.session(identity.id);
  const { body } = await api.call("POST", "/api/authentication/jwt", {}, await api.session(identity.id));
  const status = statusAt(server, attacker);
  expect(await outcomesOf(countMax + 20, () => status(madeUp["a session token"]()))).toEqual(limited);
  // Valid, but without the permission to list keys.
  for (const valid of [session, body.result.jwt, secret]) expect(await status(valid)).toBe(403);
  expect(await status(operatorKey)).toBe(200);
  const jwt = `${session}.${session}.${session}`;
  expect(await outcomesOf(20, () => status(jwt))).toEqual(new Map([[401, 20]]));
});

test.each(rpcProtocols)(
  "what a network makes up over %s keeps none of its keys and sessions from their first call",
  async (protocol) => {
    const server = await startServer(behindProxy);
    onTestFinished(() => server.close());
    const api = new ApiClient(server);
    const { secret } = await server.createKey("developer");
    const session = await api.session((await api.identity()).identity.id);
    const { keys } = clientsOf(server, protocol, "");
    const outcome = (credentials: string) =>
      keys.listKeys({}, { headers: { Authorization: `Bearer ${credentials}`, ...attacker } }).then(
        () => "OK",
        (error: ConnectError) => Code[error.code] as string,
      );
    const told = new Map<string, number>();
    for (let n = 0; n < countMax + 20; n++) {
      const code = await outcome(madeUp["an API key"]());
      told.set(code, (told.get(code) ?? 0) + 1);
    }
    expect(told).toEqual(
      new Map([
        ["Unauthenticated", countMax],
        ["ResourceExhausted", 20],
      ]),
    );
    for (const valid of [session, secret]) expect(await outcome(valid)).toBe("PermissionDenied");
    expect(await outcome(operatorKey)).toBe("OK");
  },
);

test("what a network makes up for channels keeps none of its sessions from opening one", async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const api = new ApiClient(server);
  const session = await api.session((await api.identity()).identity.id);
  const open = async (value: string) => {
    const credentials = { case: "sessionToken", value } as const;
    const channel = finishHandshake(await startHandshake(server.url), { credentials });
    const first = (await channel.next())?.body;
    await channel.close();
    return first?.case === "error" ? first.value.reason : first?.case;
  };
  for (let n = 0; n < countMax; n++)
    expect(await open(mintSessionToken(randomUUID()).token)).toBe(Reason.INVALID_API_KEY);
  for (let n = 0; n < 20; n++)
    expect(await open(mintSessionToken(randomUUID()).token)).toBe(Reason.RATE_LIMIT_EXCEEDED);
  expect(await open(session)).toBe("welcome");
});

test("a service that starts again recognizes the keys that it has made", async () => {
  const { dataDirectory, close, createKey } = await startServer(behindProxy);
  onTestFinished(close);
  const { secret } = await createKey("developer");
  const again = await startServer({ ...behindProxy, DATA_DIR: dataDirectory });
  onTestFinished(() => again.close());
  const status = statusAt(again, attacker);
  expect(await outcomesOf(countMax + 20, () => status(madeUp["an API key"]()))).toEqual(limited);
  expect(await status(secret)).toBe(403);
});

test("a revoked key that is used again and again is limited, and nothing else of its network is", async () => {
  const server = await startServer(behindProxy);
  onTestFinished(() => server.close());
  const { id, secret } = await server.createKey("developer");
  await new ApiClient(server).call("DELETE", `/v1/admin/keys/${id}`);
  const status = statusAt(server, attacker);
  expect(await outcomesOf(countMax + 20, () => status(secret))).toEqual(limited);
  expect(await status(madeUp["an API key"]())).toBe(401);
});

test("a call without credentials is told that they are missing, however often", async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const statuses = new Set<number>();
  for (let i = 0; i < countMax + 1; i++) statuses.add((await fetch(`${server.url}/v1/admin/keys`)).status);
  expect(statuses).toEqual(new Set([401]));
});

import { createPublicKey, verify } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { bytesToSign } from "../../../../server/core/signing/purposes.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { newClient, refused } from "../../../support/identity/client.ts";
import { startServer, type TestServer } from "../../../support/server.ts";
import { type ChannelClient, finishHandshake, openChannel, type StartedHandshake, startHandshake } from "../client.ts";

let server: TestServer;
const api = () => new ApiClient(server);
const paths = ["/channel/wallet", "/channel/identity", "/channel/dragon-wallet"];
const highest = "/channel/dragon-wallet";
const anonymous = { requestsPerMinute: 100_000, concurrentRequests: 1_000 };

beforeAll(async () => {
  server = await startServer({ PLANS: JSON.stringify({ anonymous }) });
});
afterAll(() => server?.close());

/** Returns the error, the goAway reason and the close status of a refused client. */
async function refusalOf(client: ChannelClient) {
  const error = await client.expect("error");
  const { reason } = await client.expect("goAway");
  return { error, reason, status: await client.messages.closed };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
async function read({ url }: TestServer, name: string): Promise<any> {
  return (await fetch(`${url}/.well-known/${name}.json`)).json();
}

describe.each(paths)("%s", (path) => {
  test("is opened by a rotating token that was made for it, and calls use the token's session", async () => {
    const ada = await newClient(api());
    const beforeMs = Date.now();
    const channel = await openChannel(
      server.url,
      async ({ hello, binding }) => ({
        credentials: {
          case: "rotatingToken",
          value: await ada.mint({ challenge: hello.challenge, channelBinding: binding }),
        },
      }),
      { path },
    );
    const { welcome } = channel;
    expect(welcome).toMatchObject({
      channelId: expect.stringMatching(/^[\w-]{22}$/),
      identityId: ada.id,
      authLevel: 0,
      isResumed: false,
      pingInterval: 15_000,
      timeout: 30_000,
      credits: 20,
      sessionToken: expect.stringMatching(/^pls_/),
    });
    const openedS = Number(welcome.reauthenticateBy?.seconds) - 300;
    expect(openedS).toBeGreaterThanOrEqual(Math.floor(beforeMs / 1000));
    expect(openedS).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000));
    const got = await channel.call(IdentityService.method.getIdentity, { id: ada.id });
    expect(got).toMatchObject({ identity: { id: ada.id } });
    expect((await api().call("GET", `/api/identities/${ada.id}`, undefined, welcome.sessionToken)).status).toBe(200);
    await channel.close();
  });

  test("is not opened by a token for plain HTTP, nor by one with the nonce alone", async () => {
    const ada = await newClient(api());
    for (const members of [{}, { challenge: true }]) {
      const started = await startHandshake(server.url, path);
      const challenge = "challenge" in members ? { challenge: started.hello.challenge } : {};
      const value = await ada.mint(challenge);
      const refusal = await refusalOf(finishHandshake(started, { credentials: { case: "rotatingToken", value } }));
      expect(refusal).toMatchObject({
        error: { reason: 2, message: expect.stringContaining("AUTH_ERROR_INVALID_TOKEN"), parameter: "rotating_token" },
        reason: 2,
        status: 1008,
      });
    }
  });

  test("is not opened by a token without a nonce or with a nonce that the service did not issue", async () => {
    const ada = await newClient(api());
    const binding = ({ binding: channelBinding }: StartedHandshake) => ({ channelBinding });
    for (const [members, code] of [
      [{}, "INVALID_TOKEN"],
      [{ challenge: Buffer.alloc(16, 3).toString("base64url") }, "ROTATION_INVALID"],
    ] as const) {
      const started = await startHandshake(server.url, path);
      const value = await ada.mint({ ...binding(started), ...members });
      const { error } = await refusalOf(finishHandshake(started, { credentials: { case: "rotatingToken", value } }));
      expect(error.message).toContain(`AUTH_ERROR_${code}`);
    }
  });

  test("is not opened by a token that was made for another connection", async () => {
    const ada = await newClient(api());
    const own = await startHandshake(server.url, path);
    const other = await startHandshake(server.url, path);
    const { hello, binding } = own;
    const value = await ada.mint({ challenge: hello.challenge, channelBinding: binding });
    const { error } = await refusalOf(finishHandshake(other, { credentials: { case: "rotatingToken", value } }));
    expect(error.message).toContain("AUTH_ERROR_INVALID_TOKEN");
    // The token was not consumed.
    await finishHandshake(own, { credentials: { case: "rotatingToken", value } }).expect("welcome");
  });

  test("is not opened without credentials, nor by an API key", async () => {
    const none = await refusalOf(finishHandshake(await startHandshake(server.url, path), {}));
    expect(none).toMatchObject({ error: { reason: 1 }, status: 1008 });
    const { secret } = await server.createKey("operator", ["*"]);
    for (const value of [secret, "", "pls_unknown"]) {
      const started = await startHandshake(server.url, path);
      const client = finishHandshake(started, { credentials: { case: "sessionToken", value } });
      expect(await refusalOf(client), value).toMatchObject({ status: 1008, reason: 2 });
    }
  });
});

test("a token that was made for a channel is refused over plain HTTP", async () => {
  const ada = await newClient(api());
  const { hello, binding } = await startHandshake(server.url);
  const token = await ada.mint({ challenge: hello.challenge, channelBinding: binding });
  expect(await api().authenticate(token)).toEqual(refused("INVALID_TOKEN"));
});

test("a session token opens the channels of the high level, and the Welcome has the session's level", async () => {
  const ada = await newClient(api());
  const { session_token: value } = await api().authenticate(await ada.mint());
  for (const path of paths.filter((each) => each !== highest)) {
    const hello = { credentials: { case: "sessionToken" as const, value } };
    const channel = await openChannel(server.url, () => hello, { path });
    expect(channel.welcome).toMatchObject({ identityId: ada.id, authLevel: 0, sessionToken: "" });
    const answer = await channel.call(AuthenticationService.method.listSessions, { identityId: ada.id });
    expect(answer).toMatchObject({ sessions: [{}] });
    await channel.close();
  }
});

test("a session token does not open the channel of the highest level", async () => {
  const ada = await newClient(api());
  const { session_token: value } = await api().authenticate(await ada.mint());
  const refusal = await refusalOf(
    finishHandshake(await startHandshake(server.url, highest), { credentials: { case: "sessionToken", value } }),
  );
  expect(refusal).toMatchObject({ error: { reason: 2 }, reason: 2, status: 1008 });
});

test("the token of an ended session opens no channel", async () => {
  const ada = await newClient(api());
  const { session_token: value } = await api().authenticate(await ada.mint());
  await api().call("POST", "/api/authentication/logout", {}, value);
  const started = await startHandshake(server.url);
  const refusal = await refusalOf(finishHandshake(started, { credentials: { case: "sessionToken", value } }));
  expect(refusal).toMatchObject({ error: { reason: 2 }, status: 1008 });
});

test("the server's static key is the published one, signed by the service's key for channels", async () => {
  const document = await read(server, "channel");
  expect(document).toMatchObject({
    protocols: [
      { subprotocol: "wallet.v1", protocol: "Noise_XX_25519_AESGCM_SHA256" },
      { subprotocol: "wallet.v1.chachapoly", protocol: "Noise_XX_25519_ChaChaPoly_SHA256" },
    ],
    endpoints: paths.map((path) => ({ path, level: path === highest ? "highest" : "high" })),
  });
  const { keys } = await read(server, "jwks");
  const jwk = keys.find(({ kid }: { kid: string }) => kid === document.key_id);
  const { hello, handshake } = await startHandshake(server.url);
  expect(Buffer.from(handshake.remoteStatic as Uint8Array).toString("base64url")).toBe(document.static_key);
  expect(hello).toMatchObject({ keyId: document.key_id, audience: "platonic", rotationWindow: 300 });
  const signed = bytesToSign("channel", Buffer.from(document.static_key, "base64url"));
  const key = createPublicKey({ key: jwk, format: "jwk" });
  expect(verify(null, signed, key, Buffer.from(document.signature, "base64url"))).toBe(true);
  expect(verify(null, signed, key, hello.signature)).toBe(true);
});

test("the server's static key is the same for every process on the same data", async () => {
  const environment = { DATA_DIR: server.dataDirectory };
  const second = await startServer(environment);
  const [first, other] = await Promise.all([server, second].map((each) => read(each, "channel")));
  expect(other.static_key).toBe(first.static_key);
  await second.close();
});

test("a channel is renewed only by a token of its own identity that was made for it", async () => {
  const [ada, eve] = [await newClient(api()), await newClient(api())];
  const mintFor = (of: typeof ada, { hello, binding }: StartedHandshake, counter = 1) =>
    of.mint({ challenge: hello.challenge, channelBinding: binding, counter });
  const started = await startHandshake(server.url);
  const token = await mintFor(ada, started);
  const channel = finishHandshake(started, { credentials: { case: "rotatingToken", value: token } });
  const { reauthenticateBy } = await channel.expect("welcome");
  const nonce = async () => {
    const answer = await channel.call(AuthenticationService.method.createChallenge, { clientId: "app" });
    return { ...started, hello: { ...started.hello, challenge: (answer as { challenge: string }).challenge } };
  };
  const renew = async (rotatingToken: string) => channel.send({ case: "reauthenticate", value: { rotatingToken } });
  // A token for plain HTTP, one with a used nonce, and a valid one.
  await renew(await ada.mint({ counter: 2 }));
  expect((await channel.expect("error")).message).toContain("AUTH_ERROR_INVALID_TOKEN");
  await renew(await mintFor(ada, started, 3));
  expect((await channel.expect("error")).message).toContain("AUTH_ERROR_ROTATION_INVALID");
  await renew(await mintFor(ada, await nonce(), 4));
  const renewed = await channel.expect("reauthenticate");
  expect(renewed.reauthenticateBy?.seconds).toBeGreaterThanOrEqual(reauthenticateBy?.seconds as bigint);
  // This token is bound to the channel, but belongs to another identity.
  await renew(await mintFor(eve, await nonce()));
  expect(await channel.expect("goAway")).toMatchObject({ reason: 2 });
  expect(await channel.messages.closed).toBe(1008);
});

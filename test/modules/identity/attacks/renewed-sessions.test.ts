import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { type KeyPair, newKeyPair } from "../../../../server/transports/channel/noise/key-pair.ts";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { newClient } from "../../../support/identity/client.ts";
import { movedClock } from "../../../support/identity/moved-clock.ts";
import { type ChannelClient, openChannel, type StartedHandshake } from "../../../transports/channel/client.ts";

const clock = movedClock();

const fiveMinutesMs = 5 * 60_000;

interface Device {
  readonly channel: ChannelClient;
  readonly token: string;
  /** Authenticates again on the channel. */
  readonly renew: (scope?: string) => Promise<void>;
}

onEveryServer("the session of a channel that was renewed", ({ server }) => {
  const api = () => new ApiClient(server());
  let counter = 0;

  type Owner = Awaited<ReturnType<typeof newClient>>;
  type Opening = {
    readonly scope?: string;
    readonly session?: string;
    readonly staticKey?: KeyPair;
    readonly resume?: string;
  };

  /** Opens a channel by a rotating token, or by a session token. */
  async function open(owner: Owner, { scope = "", session, staticKey, resume }: Opening = {}): Promise<Device> {
    let started: StartedHandshake | undefined;
    const token = async (given = scope) => {
      counter += 1;
      const { body } = await api().call("POST", "/api/authentication/challenge", { client_id: "app" });
      const bound = { challenge: body.result.challenge, channelBinding: started?.binding as Uint8Array };
      return owner.mint({ counter, scope: given, ...bound });
    };
    const channel = await openChannel(
      server().url,
      async (shaken) => {
        started = shaken;
        const value = session ?? (await token());
        const credentials = { case: session === undefined ? "rotatingToken" : "sessionToken", value } as const;
        return { credentials, ...(resume !== undefined && { resume: { channelId: resume, lastSeq: 0n } }) };
      },
      { ...(staticKey !== undefined && { staticKey }) },
    );
    return {
      channel,
      token: session ?? channel.welcome.sessionToken,
      async renew(given) {
        channel.send({ case: "reauthenticate", value: { rotatingToken: await token(given) } });
        const { reauthenticateBy } = await channel.expect("reauthenticate");
        expect(reauthenticateBy).toBeDefined();
      },
    };
  }

  const sessionsOf = async (id: string) =>
    (await api().call("GET", `/api/identities/${id}/sessions`)).body.result.sessions;
  const use = async (id: string, session: string) =>
    (await api().call("GET", `/api/identities/${id}`, undefined, session)).status;
  const addKey = async (id: string, session: string) =>
    (await api().call("POST", `/api/identities/${id}/keys`, {}, session)).status;

  async function expectEnd(channel: ChannelClient): Promise<void> {
    expect((await channel.expect("goAway")).reason).toBe(GoAwayReason.AUTHENTICATION);
  }

  test("is the one with which it was opened, with a later end, and each authentication is logged", async () => {
    const owner = await newClient(api());
    const device = await open(owner);
    const [before] = await sessionsOf(owner.id);
    for (let round = 1; round <= 2; round += 1) {
      clock.aheadMs += 1_000;
      await device.renew();
    }
    const [after, ...others] = await sessionsOf(owner.id);
    expect(others).toEqual([]);
    expect([after.id, after.created_at]).toEqual([before.id, before.created_at]);
    expect(Date.parse(after.expires_at) - Date.parse(before.expires_at)).toBeGreaterThanOrEqual(2_000);
    expect(await use(owner.id, device.token)).toBe(200);
    const { body } = await api().call("GET", `/api/identities/${owner.id}/authentication-events`);
    const events: { id: string; session_id: string }[] = body.result.events;
    expect(events.map(({ session_id }) => session_id)).toEqual([before.id, before.id, before.id]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
    await device.channel.close();
  });

  const ends: { readonly [name: string]: (owner: Owner, device: Device, sessionId: string) => Promise<void> } = {
    async "a logout by the token of Welcome"(_, { token }) {
      expect((await api().call("POST", "/api/authentication/logout", {}, token)).status).toBe(200);
    },
    async "a logout over the channel"(_, { channel }) {
      channel.request(AuthenticationService.method.logout, {});
    },
    async "the end of the session that was listed before"({ id }, _, sessionId) {
      expect((await api().call("DELETE", `/api/identities/${id}/sessions/${sessionId}`)).status).toBe(200);
    },
    async "the end of all sessions"({ id }) {
      expect((await api().call("DELETE", `/api/identities/${id}/sessions`)).body.result.revoked).toBe(1);
    },
  };

  test.each(Object.entries(ends))("ends with its channel by %s", async (_, end) => {
    const owner = await newClient(api());
    const device = await open(owner);
    const [{ id }] = await sessionsOf(owner.id);
    await device.renew();
    await end(owner, device, id);
    await expectEnd(device.channel);
    expect(await use(owner.id, device.token)).toBe(401);
    expect(await sessionsOf(owner.id)).toEqual([]);
  });

  test("remains the one of its channel over a resumption, and its end ends the channel", async () => {
    const owner = await newClient(api());
    const staticKey = newKeyPair();
    const first = await open(owner, { staticKey });
    await first.renew();
    await first.channel.close();
    const resumed = await open(owner, { staticKey, resume: first.channel.welcome.channelId });
    expect(resumed.channel.welcome.isResumed).toBe(true);
    expect(resumed.token).toBe(first.token);
    expect(await sessionsOf(owner.id)).toHaveLength(1);
    await api().call("POST", "/api/authentication/logout", {}, first.token);
    await expectEnd(resumed.channel);
  });

  test("is another one when its channel is resumed after its end", async () => {
    const owner = await newClient(api());
    const staticKey = newKeyPair();
    const first = await open(owner, { staticKey });
    await api().call("DELETE", `/api/identities/${owner.id}/sessions`);
    await expectEnd(first.channel);
    const resumed = await open(owner, { staticKey, resume: first.channel.welcome.channelId });
    expect(resumed.token).not.toBe(first.token);
    expect([await use(owner.id, first.token), await use(owner.id, resumed.token)]).toEqual([401, 200]);
    await resumed.channel.close();
  });

  describe("is not proven anew to whoever has stolen its token,", () => {
    test("though to the channel", async () => {
      const owner = await newClient(api());
      const { channel, token, renew } = await open(owner);
      clock.aheadMs = fiveMinutesMs + 2_000;
      await renew();
      expect(await addKey(owner.id, token)).toBe(403);
      const added = await channel.call(IdentityService.method.addSigningKey, { id: owner.id });
      expect(added).toHaveProperty("key");
      await channel.close();
    });
  });

  test("has no more rights than before", async () => {
    const owner = await newClient(api());
    counter += 1;
    const scope = "identities:read authentication:sessions";
    const { session_token } = await api().authenticate(await owner.mint({ counter, scope }));
    const { channel, renew } = await open(owner, { session: session_token });
    await renew("");
    expect(await channel.call(IdentityService.method.getIdentity, { id: owner.id })).toHaveProperty("identity");
    const refused = await channel.call(IdentityService.method.updateIdentity, { id: owner.id, displayName: "Ada" });
    expect(refused).not.toHaveProperty("identity");
    expect(await sessionsOf(owner.id)).toHaveLength(1);
    await channel.close();
  });

  test("is confined further by a token of a narrower scope", async () => {
    const owner = await newClient(api());
    const { channel, token, renew } = await open(owner);
    await renew("identities:read");
    const update = { id: owner.id, displayName: "Ada" };
    await vi.waitFor(async () => {
      expect(await channel.call(IdentityService.method.updateIdentity, update)).not.toHaveProperty("identity");
    }, 5_000);
    expect((await api().call("PUT", `/api/identities/${owner.id}`, { display_name: "Ada" }, token)).status).toBe(403);
    await channel.close();
  });

  test("ends with the one that requested its token, and no later", async () => {
    const owner = await newClient(api());
    const requested = await api().call("POST", `/api/identities/${owner.id}/keys`, {});
    expect(requested.status).toBe(200);
    const parent = await api().session(owner.id, { client_id: randomUUID() });
    const request = { identity_id: owner.id, client_id: randomUUID() };
    const { body } = await api().call("POST", "/api/authentication/token", request, parent);
    const { session_token } = await api().authenticate(body.result.token);
    const device = await open(owner, { session: session_token });
    clock.aheadMs = 5_000;
    await device.renew();
    const [derived, root, ...others] = await sessionsOf(owner.id);
    expect([others, derived.expires_at]).toEqual([[], root.expires_at]);
    await api().call("POST", "/api/authentication/logout", {}, parent);
    await expectEnd(device.channel);
  });
});

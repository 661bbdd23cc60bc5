import { setImmediate } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import { goAwayOf, settle, welcomeOf } from "../expectations.ts";
import { ChannelFixture, windowMs } from "../fixture.ts";

describe("renewal", () => {
  it("asks for a fresh token in time, and ends the channel at the end of the window without one", async () => {
    const fixture = new ChannelFixture();
    const client = await fixture.open();
    client.take();
    fixture.advance(200_000, client);
    await settle();
    const asked = client.take().find(({ body }) => body.case === "reauthenticate")?.body;
    expect(asked).toMatchObject({ value: { challenge: "a nonce", rotatingToken: "" } });
    fixture.advance(99_000, client);
    await settle();
    expect(client.isOver).toBe(false);
    fixture.advance(1_000, client);
    expect(goAwayOf(client).reason).toBe(GoAwayReason.AUTHENTICATION);
    expect(client.status).toBe(1008);
  });

  it("continues with a fresh token, by which its session is proven to the channel", async () => {
    const seen: { id: string; provenAtMs?: number }[] = [];
    const fixture = new ChannelFixture({
      getTransaction: (_, { principal }) => {
        seen.push(principal.session);
        return {};
      },
    });
    const client = await fixture.open();
    const { sessionToken } = welcomeOf(client);
    for (let round = 1; round <= 3; round += 1) {
      fixture.advance(200_000, client);
      await settle();
      client.sendEnvelope({ case: "reauthenticate", value: { rotatingToken: `ada ${client.binding}` } });
      await settle();
      const answer = client.take().at(-1)?.body;
      const until = { seconds: BigInt((fixture.nowMs + windowMs) / 1000) };
      expect(answer).toMatchObject({ case: "reauthenticate", value: { reauthenticateBy: until } });
    }
    client.request();
    await settle();
    expect(seen).toEqual([{ id: sessionToken, identityId: "ada", provenAtMs: expect.any(Number) }]);
    expect([...fixture.sessions]).toEqual([[sessionToken, "ada"]]);
  });

  it("ends the channel at once when the session with which it was opened ends", async () => {
    const fixture = new ChannelFixture();
    const client = await fixture.open();
    const { sessionToken } = welcomeOf(client);
    client.sendEnvelope({ case: "reauthenticate", value: { rotatingToken: `ada ${client.binding}` } });
    await settle();
    client.take();
    fixture.sessions.delete(sessionToken);
    client.request();
    await settle();
    expect(goAwayOf(client).reason).toBe(GoAwayReason.AUTHENTICATION);
  });

  it("keeps the session of a channel that is resumed with a rotating token, but for one that is over", async () => {
    const fixture = new ChannelFixture();
    const first = await fixture.open();
    const { channelId, sessionToken } = welcomeOf(first);
    first.cut();
    const resume = { staticKey: first.staticKey, resume: { channelId, lastSeq: 0n } };
    const second = await fixture.open("ada", resume);
    expect(welcomeOf(second)).toMatchObject({ isResumed: true, sessionToken, authLevel: 3 });
    second.cut();
    fixture.sessions.delete(sessionToken);
    const third = welcomeOf(await fixture.open("ada", resume));
    expect(third.sessionToken).not.toBe(sessionToken);
    expect([...fixture.sessions.keys()]).toEqual([third.sessionToken]);
  });

  it("uses no session of a channel whose client has another static key, or whose identity another token names", async () => {
    const fixture = new ChannelFixture();
    const first = await fixture.open();
    const { channelId, sessionToken } = welcomeOf(first);
    first.cut();
    const resume = { channelId, lastSeq: 0n };
    const stranger = welcomeOf(await fixture.open("ada", { resume }));
    const eve = welcomeOf(await fixture.open("eve", { staticKey: first.staticKey, resume }));
    for (const { sessionToken: token, isResumed } of [stranger, eve]) {
      expect([token === sessionToken, isResumed]).toEqual([false, false]);
    }
  });

  it("reports a refused token, and accepts another one until the window ends", async () => {
    const fixture = new ChannelFixture();
    const client = await fixture.open();
    fixture.advance(200_000, client);
    await settle();
    client.sendEnvelope({ case: "reauthenticate", value: { rotatingToken: "ada of-another-connection" } });
    await settle();
    expect(client.take().at(-1)?.body).toMatchObject({
      case: "error",
      value: { reason: 2, message: expect.stringContaining("AUTH_ERROR_INVALID_TOKEN"), parameter: "rotating_token" },
    });
    client.sendEnvelope({ case: "reauthenticate", value: { rotatingToken: `ada ${client.binding}` } });
    await settle();
    expect(client.takeKinds()).toEqual(["reauthenticate"]);
  });

  it("ends a channel that is renewed by another identity's token", async () => {
    const fixture = new ChannelFixture();
    const client = await fixture.open();
    client.sendEnvelope({ case: "reauthenticate", value: { rotatingToken: `eve ${client.binding}` } });
    await settle();
    expect(goAwayOf(client).reason).toBe(GoAwayReason.AUTHENTICATION);
  });

  it("asks again if asking for a token failed, and does not end the channel for an internal error", async () => {
    let failures = 2;
    const fixture = new ChannelFixture({
      createChallenge: () => {
        if (fixture.transport.count > 0 && failures-- > 0) throw new Error("the database is gone");
        return { challenge: "a nonce" };
      },
    });
    const client = await fixture.open();
    client.take();
    for (let second = 0; second < 215; second += 1) {
      fixture.advance(1_000, client);
      await setImmediate();
    }
    expect(client.takeKinds().filter((kind) => kind === "reauthenticate")).toHaveLength(1);
    expect(failures).toBeLessThan(0);
    expect(client.isOver).toBe(false);
  });

  it("ends a channel within a minute after another process has ended its session", async () => {
    const fixture = new ChannelFixture();
    const client = await fixture.open();
    fixture.advance(59_000, client);
    await settle();
    fixture.sessions.clear();
    expect(client.isOver).toBe(false);
    fixture.advance(2_000, client);
    await settle();
    expect(goAwayOf(client).reason).toBe(GoAwayReason.AUTHENTICATION);
  });
});

describe("a session that ends between its look-up and the opening of its channel", () => {
  it.each(["opened", "resumed"])("ends the channel that is %s, though nobody tells of it any more", async (how) => {
    const fixture = new ChannelFixture();
    const first = await fixture.open();
    const { channelId } = welcomeOf(first);
    first.cut();
    const lookUp = vi.spyOn(fixture.sessions, "get").mockImplementation((token) => {
      const sessions: [string, string][] = [...fixture.sessions];
      fixture.sessions.delete(token);
      return sessions.find(([id]) => id === token)?.[1];
    });
    const resume = { channelId, lastSeq: 0n };
    const client = await fixture.open("ada", how === "resumed" ? { staticKey: first.staticKey, resume } : {});
    await settle();
    expect(lookUp).toHaveBeenCalled();
    expect(client.takeKinds()).toEqual(["welcome", "goAway"]);
  });
});

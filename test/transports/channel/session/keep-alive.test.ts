import { describe, expect, it } from "vitest";
import { GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import { goAwayOf } from "../expectations.ts";
import { ChannelFixture, heldOperation } from "../fixture.ts";

describe("keep-alive", () => {
  it("sends a ping every 15 s, and answers the client's pings", async () => {
    const fixture = new ChannelFixture();
    const client = await fixture.open();
    expect(client.takeKinds()).toEqual(["welcome"]);
    fixture.advance(60_000, client);
    expect(client.takeKinds()).toEqual(["ping", "ping", "ping", "ping"]);
    client.sendEnvelope({ case: "ping", value: { nonce: 77n } });
    expect(client.take().map(({ body }) => body)).toMatchObject([{ case: "pong", value: { nonce: 77n } }]);
  });

  it("ends a channel after 30 s without a message, and not before", async () => {
    const fixture = new ChannelFixture();
    const client = await fixture.open();
    fixture.advance(29_999);
    expect(client.isOver).toBe(false);
    fixture.advance(1);
    expect(goAwayOf(client).reason).toBe(GoAwayReason.SILENCE);
    expect(client.status).toBe(1008);
    expect(fixture.transport.count).toBe(0);
  });

  it("ends a handshake that takes 30 s, at whichever step it is", async () => {
    const fixture = new ChannelFixture({ authenticate: heldOperation().operation });
    const silent = fixture.connect();
    const started = fixture.connect();
    await started.startHandshake();
    const authenticating = fixture.connect();
    await authenticating.startHandshake();
    void authenticating.finishHandshake(`ada ${authenticating.binding}`);
    fixture.advance(29_999);
    expect([silent, started, authenticating].map(({ status }) => status)).toEqual([undefined, undefined, undefined]);
    fixture.advance(1);
    expect([silent, started, authenticating].map(({ status }) => status)).toEqual([1008, 1008, 1008]);
  });
});

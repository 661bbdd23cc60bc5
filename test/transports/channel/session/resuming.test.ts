import { describe, expect, it } from "vitest";
import { GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import { limits } from "../../../../server/core/limits.ts";
import { newKeyPair } from "../../../../server/transports/channel/noise/key-pair.ts";
import { settle, welcomeOf } from "../expectations.ts";
import { ChannelFixture, heldOperation } from "../fixture.ts";

describe("resuming", () => {
  const staticKey = newKeyPair();

  it("continues after a lost connection, and sends unconfirmed answers again in their order", async () => {
    const work = heldOperation();
    const fixture = new ChannelFixture({ getTransaction: work.operation });
    const first = await fixture.open("ada", { staticKey });
    const { channelId } = welcomeOf(first);
    const done = first.request();
    const lost = first.request();
    await settle();
    first.take();
    work.release(1);
    await settle();
    expect(first.take().map(({ body }) => body)).toMatchObject([{ case: "result", value: { opId: done } }]);
    first.receiver.gone();
    work.release();
    await settle();
    const second = await fixture.open("ada", { staticKey, resume: { channelId, lastSeq: first.ack } });
    const [welcome, result, ...rest] = second.take();
    expect(welcome).toMatchObject({ seq: 0n, ack: first.seq, body: { value: { isResumed: true, channelId } } });
    expect(result).toMatchObject({ seq: first.ack + 1n, body: { case: "result", value: { opId: lost } } });
    expect(rest).toEqual([]);
    // A repeated request is recognised, and not executed again.
    second.sendEnvelope(
      { case: "request", value: { opId: lost, method: "wallet.v1.TransactionService/GetTransaction" } },
      first.seq,
    );
    second.seq = first.seq;
    second.request();
    await settle();
    expect(work.count).toBe(1);
    work.release();
  });

  it("replaces a connection that the server still holds open", async () => {
    const fixture = new ChannelFixture();
    const first = await fixture.open("ada", { staticKey });
    const { channelId } = welcomeOf(first);
    const second = await fixture.open("ada", { staticKey, resume: { channelId, lastSeq: first.ack } });
    expect(welcomeOf(second).isResumed).toBe(true);
    expect(first.status).toBe(1001);
    first.receiver.gone();
    expect(fixture.transport.count).toBe(1);
    second.request();
    await settle();
    expect(second.takeKinds()).toEqual(["result"]);
  });

  it.each([
    ["by another client of the identity", "ada", newKeyPair(), 0],
    ["by another identity", "eve", staticKey, 0],
    ["after two minutes", "ada", staticKey, limits.channelResumeMs],
  ])("is not possible %s; a new channel is opened instead", async (_, identityId, otherKey, ms) => {
    const fixture = new ChannelFixture();
    const first = await fixture.open("ada", { staticKey });
    const { channelId } = welcomeOf(first);
    first.receiver.gone();
    fixture.advance(ms);
    const second = await fixture.open(identityId, { staticKey: otherKey, resume: { channelId, lastSeq: first.ack } });
    expect(welcomeOf(second)).toMatchObject({ isResumed: false, identityId });
  });

  it("is possible until just before two minutes have passed", async () => {
    const fixture = new ChannelFixture();
    const first = await fixture.open("ada", { staticKey });
    const { channelId } = welcomeOf(first);
    first.receiver.gone();
    fixture.advance(limits.channelResumeMs - 1);
    const second = await fixture.open("ada", { staticKey, resume: { channelId, lastSeq: first.ack } });
    expect(welcomeOf(second).isResumed).toBe(true);
  });

  it("is not possible for an unknown channel or number, or after a violation or the client's goAway", async () => {
    const fixture = new ChannelFixture();
    const open = (resume: { channelId: string; lastSeq: bigint }) => fixture.open("ada", { staticKey, resume });
    expect(welcomeOf(await open({ channelId: "unknown", lastSeq: 0n })).isResumed).toBe(false);
    const first = await fixture.open("ada", { staticKey });
    const { channelId } = welcomeOf(first);
    expect(welcomeOf(await open({ channelId, lastSeq: 99n })).isResumed).toBe(false);
    first.receiver.message(Buffer.alloc(40));
    expect(welcomeOf(await open({ channelId, lastSeq: 1n })).isResumed).toBe(false);
    const leaving = await fixture.open("ada", { staticKey });
    const { channelId: closed } = welcomeOf(leaving);
    leaving.sendEnvelope({ case: "goAway", value: { reason: GoAwayReason.CLIENT } });
    expect(leaving.status).toBe(1000);
    expect(welcomeOf(await open({ channelId: closed, lastSeq: 1n })).isResumed).toBe(false);
  });

  it("does not repeat goAway and token requests of the previous connection", async () => {
    const fixture = new ChannelFixture();
    const first = await fixture.open("ada", { staticKey });
    const { channelId } = welcomeOf(first);
    fixture.advance(30_000);
    expect(first.takeKinds()).toContain("goAway");
    const second = await fixture.open("ada", { staticKey, resume: { channelId, lastSeq: 1n } });
    expect(second.takeKinds()).toEqual(["welcome"]);
  });

  it("is possible for the last 1000 detached channels; older ones are dropped", { tags: ["slow/load"] }, async () => {
    const fixture = new ChannelFixture({}, 5_000);
    const lost: { channelId: string; lastSeq: bigint }[] = [];
    for (let count = 0; count <= limits.channelsDetachedMax; count += 1) {
      const client = await fixture.open("ada", { staticKey });
      lost.push({ channelId: welcomeOf(client).channelId, lastSeq: 1n });
      client.receiver.gone();
    }
    const [oldest, next] = lost as [(typeof lost)[0], (typeof lost)[0]];
    expect(welcomeOf(await fixture.open("ada", { staticKey, resume: oldest })).isResumed).toBe(false);
    expect(welcomeOf(await fixture.open("ada", { staticKey, resume: next })).isResumed).toBe(true);
  });
});

import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import { limits } from "../../../../server/core/limits.ts";
import { newKeyPair } from "../../../../server/transports/channel/noise/key-pair.ts";
import { createEnvelopeWriter } from "../../../../server/transports/channel/wire/envelope.ts";
import { OutgoingBatch } from "../../../../server/transports/channel/wire/outgoing-batch.ts";
import type { Body } from "../client.ts";
import { settle } from "../expectations.ts";
import { ChannelFixture, type FixtureClient, heldOperation } from "../fixture.ts";
import { openedFrame } from "../wire/frames.ts";

const envelopeBytes = createEnvelopeWriter();

const ping: Body = { case: "ping", value: { nonce: 1n } };
const goAway: Body = { case: "goAway", value: { reason: GoAwayReason.CLIENT } };

async function openChannel(
  operations = {},
): Promise<{ readonly fixture: ChannelFixture; readonly client: FixtureClient }> {
  const fixture = new ChannelFixture(operations);
  const client = await fixture.open();
  client.take();
  return { fixture, client };
}

/** An operation that records the requested transactions and answers at once. */
function recorder() {
  const ids: string[] = [];
  const getTransaction = ({ transactionId }: { transactionId: string }) => {
    ids.push(transactionId);
    return {};
  };
  return { ids, getTransaction };
}

/** Returns the kinds of the envelopes received since the last call, message by message. */
function messagesOf(client: FixtureClient): (string | undefined)[][] {
  return client.sent.splice(0).map((sealed) => openedFrame(client.transport, sealed).map(({ body }) => body.case));
}

describe("one message holds", () => {
  it("all answers of one turn", async () => {
    const { client } = await openChannel();
    const ids = Array.from({ length: 20 }, () => randomUUID());
    client.sendEnvelopes(ids.map((id) => client.requestOf("GetTransaction", id)));
    await settle();
    const [message, ...others] = client.sent.splice(0);
    expect(others).toEqual([]);
    const results = openedFrame(client.transport, message as Uint8Array);
    expect(results.map(({ body }) => body.case === "result" && body.value.opId)).toEqual(ids);
  });

  it("answers and goAway", async () => {
    const { fixture, client } = await openChannel();
    client.sendEnvelopes([ping, ping]);
    fixture.transport.shutDown();
    expect(messagesOf(client)).toEqual([["pong", "pong", "goAway"]]);
  });

  it("the reason of a refusal, before the connection is closed", async () => {
    const fixture = new ChannelFixture();
    const client = fixture.connect();
    await client.startHandshake();
    await client.finishHandshake("ada of-another-connection");
    expect([messagesOf(client), client.status]).toEqual([[["error", "goAway"]], 1008]);
  });

  it("the Welcome of a resumed channel and the missed answers", async () => {
    const staticKey = newKeyPair();
    const fixture = new ChannelFixture();
    const first = await fixture.open("ada", { staticKey });
    const [welcome] = first.take();
    const channelId = welcome?.body.case === "welcome" ? welcome.body.value.channelId : "";
    first.sendEnvelopes([first.requestOf(), first.requestOf()]);
    await settle();
    const second = await fixture.open("ada", { staticKey, resume: { channelId, lastSeq: 1n } });
    expect(messagesOf(second)).toEqual([["welcome", "result", "result"]]);
  });

  it("requests, which are started in order, and a resolve request", async () => {
    const { ids, getTransaction } = recorder();
    const { client } = await openChannel({ getTransaction });
    const sent = Array.from({ length: 10 }, () => randomUUID());
    const requests = sent.map((id) => client.requestOf("GetTransaction", id));
    client.sendEnvelopes([...requests, { case: "resolve", value: { opId: randomUUID() } }]);
    await settle();
    expect(ids).toEqual(sent);
    expect(client.takeKinds()).toContain("outcome");
  });

  it("the server's token request as its last envelope; the next message has a new key", async () => {
    const { fixture, client } = await openChannel();
    fixture.advance(199_000, client);
    client.take();
    fixture.advance(1_000, client);
    await settle();
    client.sendEnvelope(ping);
    expect(messagesOf(client).slice(-2)).toEqual([[expect.stringMatching("reauthenticate")], ["pong"]]);
  });
});

describe("a message that violates the protocol ends the channel for good:", () => {
  const frame = (...bodies: Body[]) => {
    const batch = new OutgoingBatch();
    bodies.forEach((body, index) => {
      batch.add(envelopeBytes(BigInt(index + 1), 0n, body));
    });
    return batch.take();
  };
  const token: Body = { case: "reauthenticate", value: { rotatingToken: "token" } };

  it.each([
    ["without an envelope", Buffer.alloc(0)],
    ["with an unknown field only", Buffer.from("1001", "hex")],
    ["with an empty envelope", Buffer.from("0a00", "hex")],
    ["that is cut short", frame(ping, ping).subarray(0, -1)],
    ["with an envelope longer than the message", Buffer.from("0aff7f08011200", "hex")],
    ["with an overlong envelope length", Buffer.from("0affffffffffffffffffff01", "hex")],
    ["with an envelope outside of a frame", Buffer.from(envelopeBytes(1n, 0n, ping))],
    ["with an envelope after a token", frame(token, ping)],
    ["with two tokens", frame(token, token)],
  ])("one %s", async (_, bytes) => {
    const { fixture, client } = await openChannel();
    client.sendFrame(bytes);
    expect(client.takeKinds().at(-1)).toBe("goAway");
    expect([client.status, fixture.transport.count, fixture.bugs]).toEqual([1002, 0, []]);
    expect(fixture.calls.map(({ call }) => call.method.name)).toEqual(["CreateChallenge", "Authenticate"]);
  });
});

describe("a message of very many envelopes", () => {
  const many = 100_000;

  it("without requests ends the channel at the 101st, and the rest is not read", async () => {
    const { client } = await openChannel();
    const batch = new OutgoingBatch();
    for (let count = 1; count <= many; count += 1) batch.add(envelopeBytes(1n, 0n, { case: undefined } as never));
    // The garbage would be an error if it were read.
    const [bytes, garbage] = [batch.take(), Buffer.alloc(20, 0xff)];
    client.sendFrame(Buffer.concat([bytes, garbage]));
    expect(client.take().map(({ body }) => body.value)).toMatchObject([{ reason: GoAwayReason.OVERLOAD }]);
    expect(client.status).toBe(1008);
  });

  it("that are pings is answered up to the 100th, and ends the channel", async () => {
    const { client } = await openChannel();
    client.sendEnvelopes(Array.from({ length: many }, () => ping));
    const kinds = client.takeKinds();
    expect(kinds).toHaveLength(limits.channelIdleMessagesMax + 1);
    expect(kinds.at(-1)).toBe("goAway");
  });

  it("that are requests has as many running as there are credits; the rest waits in order", async () => {
    const work = heldOperation();
    const { ids, getTransaction } = recorder();
    const operation = (request: { transactionId: string }) => {
      getTransaction(request);
      return work.operation();
    };
    const { client } = await openChannel({ getTransaction: operation });
    const sent = Array.from({ length: 500 }, () => randomUUID());
    client.sendEnvelopes(sent.map((id) => client.requestOf("GetTransaction", id)));
    client.sendEnvelope({ case: "resolve", value: { opId: randomUUID() } });
    await settle();
    expect(ids.length).toBe(limits.channelRequestsMax);
    // Questions for outcomes wait for no request.
    expect(client.takeKinds()).toEqual(["outcome"]);
    while (ids.length < sent.length) {
      work.release(50);
      await settle();
      expect(work.count).toBeLessThanOrEqual(limits.channelRequestsMax);
    }
    work.release();
    await settle();
    expect(ids).toEqual(sent);
    expect(client.takeKinds()).toEqual(Array(500).fill("result"));
  });
});

it("requests after goAway in one message are not executed", async () => {
  const { ids, getTransaction } = recorder();
  const { client } = await openChannel({ getTransaction });
  client.sendEnvelopes([client.requestOf(), goAway, client.requestOf()]);
  await settle();
  expect([ids.length, client.status]).toEqual([1, 1000]);
});

import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { GoAwayReason } from "../../../../gen/es/channel/v1/channel_pb.js";
import { limits } from "../../../../server/core/limits.ts";
import { newKeyPair } from "../../../../server/transports/channel/noise/key-pair.ts";
import { createEnvelopeWriter } from "../../../../server/transports/channel/wire/envelope.ts";
import { OutgoingBatch } from "../../../../server/transports/channel/wire/outgoing-batch.ts";
import type { Body } from "../client.ts";
import { settle } from "../expectations.ts";
import { held, Scene, type SceneClient } from "../scene.ts";
import { openedFrame } from "../wire/frames.ts";

const envelopeBytes = createEnvelopeWriter();

const ping: Body = { case: "ping", value: { nonce: 1n } };
const goAway: Body = { case: "goAway", value: { reason: GoAwayReason.CLIENT } };

async function opened(operations = {}): Promise<{ readonly scene: Scene; readonly client: SceneClient }> {
  const scene = new Scene(operations);
  const client = await scene.open();
  client.take();
  return { scene, client };
}

/** Operations that record the requested transactions and answer at once. */
function asked() {
  const ids: string[] = [];
  const getTransaction = ({ transactionId }: { transactionId: string }) => {
    ids.push(transactionId);
    return {};
  };
  return { ids, getTransaction };
}

/** Returns the kinds of the envelopes that have arrived since the last call, message by message. */
function messagesOf(client: SceneClient): (string | undefined)[][] {
  return client.sent.splice(0).map((sealed) => openedFrame(client.transport, sealed).map(({ body }) => body.case));
}

describe("together", () => {
  it("come answers of one turn, in one message", async () => {
    const { client } = await opened();
    const ids = Array.from({ length: 20 }, () => randomUUID());
    client.sayTogether(ids.map((id) => client.requestOf("GetTransaction", id)));
    await settle();
    const [message, ...others] = client.sent.splice(0);
    expect(others).toEqual([]);
    const results = openedFrame(client.transport, message as Uint8Array);
    expect(results.map(({ body }) => body.case === "result" && body.value.opId)).toEqual(ids);
  });

  it("come answers and goAway", async () => {
    const { scene, client } = await opened();
    client.sayTogether([ping, ping]);
    scene.transport.shutDown();
    expect(messagesOf(client)).toEqual([["pong", "pong", "goAway"]]);
  });

  it("comes why a client is not let in, before the connection is closed", async () => {
    const scene = new Scene();
    const client = scene.connect();
    await client.greet();
    await client.introduce("ada of-another-connection");
    expect([messagesOf(client), client.status]).toEqual([[["error", "goAway"]], 1008]);
  });

  it("come the Welcome of a channel that goes on and the answers that were missed, as they were", async () => {
    const staticKey = newKeyPair();
    const scene = new Scene();
    const first = await scene.open("ada", { staticKey });
    const [welcome] = first.take();
    const channelId = welcome?.body.case === "welcome" ? welcome.body.value.channelId : "";
    first.sayTogether([first.requestOf(), first.requestOf()]);
    await settle();
    const second = await scene.open("ada", { staticKey, resume: { channelId, lastSeq: 1n } });
    expect(messagesOf(second)).toEqual([["welcome", "result", "result"]]);
  });

  it("come requests, which are begun in their order, and the question what became of one", async () => {
    const { ids, getTransaction } = asked();
    const { client } = await opened({ getTransaction });
    const sent = Array.from({ length: 10 }, () => randomUUID());
    const requests = sent.map((id) => client.requestOf("GetTransaction", id));
    client.sayTogether([...requests, { case: "resolve", value: { opId: randomUUID() } }]);
    await settle();
    expect(ids).toEqual(sent);
    expect(client.takeKinds()).toContain("outcome");
  });

  it("the server's question goes last in its message, and what follows by a new key", async () => {
    const { scene, client } = await opened();
    scene.pass(199_000, client);
    client.take();
    scene.pass(1_000, client);
    await settle();
    client.say(ping);
    expect(messagesOf(client).slice(-2)).toEqual([[expect.stringMatching("reauthenticate")], ["pong"]]);
  });
});

describe("a message that breaks the rules ends the channel for good:", () => {
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
    ["of what is not known alone", Buffer.from("1001", "hex")],
    ["whose envelope is empty", Buffer.from("0a00", "hex")],
    ["that is cut short", frame(ping, ping).subarray(0, -1)],
    ["whose envelope is longer than the rest", Buffer.from("0aff7f08011200", "hex")],
    ["whose envelope has an endless length", Buffer.from("0affffffffffffffffffff01", "hex")],
    ["that is an envelope and no frame", Buffer.from(envelopeBytes(1n, 0n, ping))],
    ["with something after a token", frame(token, ping)],
    ["with two tokens", frame(token, token)],
  ])("one %s", async (_, bytes) => {
    const { scene, client } = await opened();
    client.sayBytes(bytes);
    expect(client.takeKinds().at(-1)).toBe("goAway");
    expect([client.status, scene.transport.count, scene.bugs]).toEqual([1002, 0, []]);
    expect(scene.calls.map(({ call }) => call.method.name)).toEqual(["CreateChallenge", "Authenticate"]);
  });
});

describe("a message of very many envelopes", () => {
  const many = 100_000;

  it("that ask for no work ends the channel at the hundred and first, and the rest is not looked at", async () => {
    const { client } = await opened();
    const batch = new OutgoingBatch();
    for (let count = 1; count <= many; count += 1) batch.add(envelopeBytes(1n, 0n, { case: undefined } as never));
    // Garbage, which is not read.
    const [bytes, garbage] = [batch.take(), Buffer.alloc(20, 0xff)];
    client.sayBytes(Buffer.concat([bytes, garbage]));
    expect(client.take().map(({ body }) => body.value)).toMatchObject([{ reason: GoAwayReason.OVERLOAD }]);
    expect(client.status).toBe(1008);
  });

  it("that are pings has no more answers than that", async () => {
    const { client } = await opened();
    client.sayTogether(Array.from({ length: many }, () => ping));
    const kinds = client.takeKinds();
    expect(kinds).toHaveLength(limits.channelIdleMessagesMax + 1);
    expect(kinds.at(-1)).toBe("goAway");
  });

  it("that are requests has as many under way as there are credits; the rest waits, and keeps its order", async () => {
    const work = held();
    const { ids, getTransaction } = asked();
    const operation = (request: { transactionId: string }) => {
      getTransaction(request);
      return work.operation();
    };
    const { client } = await opened({ getTransaction: operation });
    const sent = Array.from({ length: 500 }, () => randomUUID());
    client.sayTogether(sent.map((id) => client.requestOf("GetTransaction", id)));
    client.say({ case: "resolve", value: { opId: randomUUID() } });
    await settle();
    expect([ids.length, client.isPaused]).toEqual([limits.channelRequestsMax, true]);
    while (ids.length < sent.length) {
      work.release(50);
      await settle();
      expect(work.count).toBeLessThanOrEqual(limits.channelRequestsMax);
    }
    work.release();
    await settle();
    expect([ids, client.isPaused]).toEqual([sent, false]);
    const kinds = client.takeKinds();
    expect([kinds.filter((kind) => kind === "result").length, kinds.includes("outcome")]).toEqual([500, true]);
  });
});

it("requests after goAway in one message are not executed", async () => {
  const { ids, getTransaction } = asked();
  const { client } = await opened({ getTransaction });
  client.sayTogether([client.requestOf(), goAway, client.requestOf()]);
  await settle();
  expect([ids.length, client.status]).toEqual([1, 1000]);
});

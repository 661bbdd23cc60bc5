import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import { Fault } from "../../../../server/core/fault.ts";
import { limits } from "../../../../server/core/limits.ts";
import type { Context } from "../../../../server/rpc/operations.ts";
import { until } from "../../../support/until.ts";
import { goAwayOf, settle, welcomeOf } from "../expectations.ts";
import { ChannelFixture, type FixtureClient, heldOperation } from "../fixture.ts";

describe("requests", () => {
  it("that are answered at once have no `accepted` before the result", async () => {
    const fixture = new ChannelFixture();
    const client = await fixture.open();
    client.take();
    const opId = client.request();
    await until(() => client.sent.length > 0);
    expect(client.take().map(({ body }) => body)).toMatchObject([
      { case: "result", value: { opId, answer: { case: "payload" } } },
    ]);
  });

  it("that take longer than a tick of one second are accepted once before the result", async () => {
    const work = heldOperation();
    const fixture = new ChannelFixture({ getTransaction: work.operation });
    const client = await fixture.open();
    client.take();
    const opId = client.request();
    await settle();
    expect(client.takeKinds()).toEqual([]);
    fixture.advance(2_000);
    expect(client.take().map(({ body }) => body)).toMatchObject([{ case: "accepted", value: { opId } }]);
    work.release();
    await settle();
    expect(client.takeKinds()).toEqual(["result"]);
  });

  it("with the same id at the same time are executed once and have one result", async () => {
    const work = heldOperation();
    const fixture = new ChannelFixture({ getTransaction: work.operation });
    const client = await fixture.open();
    client.take();
    const opId = randomUUID();
    for (let time = 0; time < 5; time += 1) client.request("GetTransaction", opId);
    await settle();
    expect(work.count).toBe(1);
    work.release();
    await settle();
    expect(client.takeKinds()).toEqual(["result"]);
  });

  it("run up to the credits; the others wait, and pings, outcomes and tokens are answered meanwhile", async () => {
    const work = heldOperation();
    const fixture = new ChannelFixture({ getTransaction: work.operation });
    const client = await fixture.open();
    expect(welcomeOf(client).credits).toBe(limits.channelRequestsMax);
    for (let count = 0; count < 200; count += 1) client.request();
    client.sendEnvelope({ case: "ping", value: { nonce: 7n } });
    client.sendEnvelope({ case: "resolve", value: { opId: randomUUID() } });
    const rotatingToken = `ada ${client.binding}`;
    client.sendEnvelope({ case: "reauthenticate", value: { rotatingToken } });
    await settle();
    expect([work.count, client.takeKinds()]).toEqual([64, ["pong", "outcome", "reauthenticate"]]);
    work.release(10);
    await settle();
    expect(work.count).toBe(64);
    for (let round = 0; round < 4; round += 1) {
      work.release();
      await settle();
    }
    expect(client.takeKinds()).toEqual(Array(200).fill("result"));
  });

  it("that only wait leave their credits to others", async () => {
    const work = heldOperation();
    const waits = (_: object, context: Context) => context.wait?.(work.operation);
    const fixture = new ChannelFixture({ getTransaction: waits });
    const client = await fixture.open();
    client.take();
    for (let count = 0; count < 200; count += 1) client.request();
    const paying = client.request("Transfer");
    await settle();
    expect([work.count, opIdsOf(client)]).toEqual([200, [paying]]);
    work.release();
    await settle();
    expect(client.takeKinds()).toEqual(Array(200).fill("result"));
  });

  it("for which there is no room, because the client exceeds its credits by far, are refused at once", async () => {
    const work = heldOperation();
    const fixture = new ChannelFixture({ getTransaction: work.operation });
    const client = await fixture.open();
    client.take();
    const room = limits.channelRequestsMax + limits.channelWaitingMax;
    for (let count = 0; count < room + 2; count += 1) client.request();
    client.sendEnvelope({ case: "ping", value: { nonce: 7n } });
    await settle();
    const answers = client.take().map(({ body }) => (body.case === "result" ? body.value.answer.value : body.case));
    expect(answers).toEqual(["pong", ...Array(2).fill(expect.objectContaining({ reason: 8, retryAfter: 1_000 }))]);
    work.release();
  });

  it("whose id is not a UUID end the channel", async () => {
    const fixture = new ChannelFixture();
    const client = await fixture.open();
    client.request("GetTransaction", "1");
    expect(goAwayOf(client).reason).toBe(GoAwayReason.PROTOCOL);
    expect(client.status).toBe(1002);
  });

  it("whose answer does not fit into a message fail with PARAMETER_INVALID", async () => {
    const description = "x".repeat(limits.channelMessageBytesMax);
    const fixture = new ChannelFixture({ getTransaction: () => ({ transaction: { description } }) });
    const client = await fixture.open();
    client.take();
    client.request();
    await settle();
    const [result] = client.take().map(({ body }) => body);
    expect(result).toMatchObject({ value: { answer: { value: { reason: 4, parameter: "payload" } } } });
  });

  it("that exceed their timeout are answered with an error", async () => {
    const fixture = new ChannelFixture({
      getTransaction: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () =>
            reject(signal.reason.name === "TimeoutError" ? abort() : signal.reason),
          );
        }),
    });
    const abort = () => Object.assign(new Error("given up"), { name: "AbortError" });
    const client = await fixture.open();
    client.take();
    const opId = randomUUID();
    const method = "wallet.v1.TransactionService/GetTransaction";
    // The fields identity_id and transaction_id.
    const payload = Buffer.from("0a036164611203616461", "hex");
    client.sendEnvelope({ case: "request", value: { opId, method, payload, timeout: 20 } });
    await until(() => client.sent.length > 0);
    expect(client.take().map(({ body }) => body)).toMatchObject([
      { case: "result", value: { answer: { case: "error", value: { reason: 0 } } } },
    ]);
  });

  it("that fail by a bug are answered with INTERNAL without the cause, which is logged", async () => {
    const fixture = new ChannelFixture({
      getTransaction: () => {
        throw new Error("the secret cause");
      },
    });
    const client = await fixture.open();
    client.take();
    client.request();
    await settle();
    const [result] = client.take().map(({ body }) => body);
    expect(result).toMatchObject({ value: { answer: { value: { reason: 9 } } } });
    expect(JSON.stringify(result)).not.toContain("secret");
    expect(fixture.calls.at(-1)).toMatchObject({ reason: "INTERNAL", cause: { message: "the secret cause" } });
  });

  it("of an ended session are refused, and the channel ends", async () => {
    const fixture = new ChannelFixture();
    const client = await fixture.open();
    fixture.sessions.clear();
    client.request();
    await settle();
    const kinds = client.take().map(({ body }) => body);
    expect(kinds.slice(-2)).toMatchObject([
      { case: "result", value: { answer: { case: "error", value: { reason: 2 } } } },
      { case: "goAway", value: { reason: GoAwayReason.AUTHENTICATION } },
    ]);
  });

  it("that are not permitted are refused, and the channel stays open", async () => {
    const fixture = new ChannelFixture({
      getTransaction: () => {
        throw new Fault("PERMISSION_DENIED", "not yours", { requiredPermission: "transactions:read" });
      },
    });
    const client = await fixture.open();
    client.take();
    client.request();
    await settle();
    expect(client.take().map(({ body }) => body)).toMatchObject([{ value: { answer: { value: { reason: 2 } } } }]);
    expect(client.isOver).toBe(false);
  });
});

describe("resolve requests", () => {
  it("are answered with the outcome of a transaction of the channel's identity", async () => {
    const resolved: unknown[] = [];
    const fixture = new ChannelFixture({
      resolveTransaction: ({ sender, transactionId, seal }) => {
        resolved.push({ sender, transactionId, seal });
        return { isFinal: true, result: { transactionId, success: true } };
      },
    });
    const client = await fixture.open();
    client.take();
    const opId = randomUUID();
    client.sendEnvelope({ case: "resolve", value: { opId, seal: true } });
    await settle();
    expect(resolved).toEqual([{ sender: "ada", transactionId: opId, seal: true }]);
    const [outcome] = client.take().map(({ body }) => body);
    expect(outcome).toMatchObject({ case: "outcome", value: { opId, isFinal: true } });
    const result = outcome?.case === "outcome" ? outcome.value.result : new Uint8Array();
    expect(Buffer.from(result).toString()).toContain(opId);
  });

  it("are answered while the request itself is running", async () => {
    const work = heldOperation();
    const resolveTransaction = () => ({ isFinal: false });
    const fixture = new ChannelFixture({ executeTransaction: work.operation, resolveTransaction });
    const client = await fixture.open();
    client.take();
    const opId = client.request("ExecuteTransaction");
    client.sendEnvelope({ case: "resolve", value: { opId } });
    await settle();
    expect(client.takeKinds()).toContain("outcome");
    work.release();
    await settle();
    expect(client.takeKinds()).toEqual(["result"]);
  });
});

/** Returns the ids of the requests whose results have arrived. */
function opIdsOf(client: FixtureClient): string[] {
  return client.take().flatMap(({ body }) => (body.case === "result" ? [body.value.opId] : []));
}

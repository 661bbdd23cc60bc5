import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { GoAwayReason } from "../../../../gen/es/platonic/channel/v1/channel_pb.js";
import { Fault } from "../../../../server/core/fault.ts";
import { limits } from "../../../../server/core/limits.ts";
import { until } from "../../../support/until.ts";
import { goAwayOf, settle, welcomeOf } from "../expectations.ts";
import { ChannelFixture, heldOperation } from "../fixture.ts";

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

  it("are read up to the credits, and reading continues when one is answered", async () => {
    const work = heldOperation();
    const fixture = new ChannelFixture({ getTransaction: work.operation });
    const client = await fixture.open();
    expect(welcomeOf(client).credits).toBe(limits.channelRequestsMax);
    // Requests that were read together are still delivered.
    for (let count = 0; count < 200; count += 1) client.request();
    await settle();
    expect([work.count, client.isPaused]).toEqual([64, true]);
    work.release(10);
    await settle();
    expect([work.count, client.isPaused]).toEqual([64, true]);
    for (let round = 0; round < 4; round += 1) {
      work.release();
      await settle();
    }
    expect(client.isPaused).toBe(false);
    expect(client.takeKinds().filter((kind) => kind === "result")).toHaveLength(200);
  });

  it("do not end the channel for silence while reading is paused", async () => {
    const work = heldOperation();
    const fixture = new ChannelFixture({ getTransaction: work.operation });
    const client = await fixture.open();
    for (let count = 0; count < 64; count += 1) client.request();
    fixture.advance(120_000);
    expect(client.isOver).toBe(false);
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

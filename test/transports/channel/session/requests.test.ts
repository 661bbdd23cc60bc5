import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { GoAwayReason } from "../../../../gen/es/channel/v1/channel_pb.js";
import { Fault } from "../../../../server/core/fault.ts";
import { limits } from "../../../../server/core/limits.ts";
import { until } from "../../../support/until.ts";
import { goAwayOf, settle, welcomeOf } from "../expectations.ts";
import { held, Scene } from "../scene.ts";

describe("requests", () => {
  it("are answered, without `accepted` if that is at once", async () => {
    const scene = new Scene();
    const client = await scene.open();
    client.take();
    const opId = client.request();
    await until(() => client.sent.length > 0);
    expect(client.take().map(({ body }) => body)).toMatchObject([
      { case: "result", value: { opId, answer: { case: "payload" } } },
    ]);
  });

  it("are accepted, once, when they take longer than the second between two looks at the time", async () => {
    const work = held();
    const scene = new Scene({ getTransaction: work.operation });
    const client = await scene.open();
    client.take();
    const opId = client.request();
    await settle();
    expect(client.takeKinds()).toEqual([]);
    scene.pass(2_000);
    expect(client.take().map(({ body }) => body)).toMatchObject([{ case: "accepted", value: { opId } }]);
    work.release();
    await settle();
    expect(client.takeKinds()).toEqual(["result"]);
  });

  it("of one id that are under way at the same time are done once, and have one result", async () => {
    const work = held();
    const scene = new Scene({ getTransaction: work.operation });
    const client = await scene.open();
    client.take();
    const opId = randomUUID();
    for (let time = 0; time < 5; time += 1) client.request("GetTransaction", opId);
    await settle();
    expect(work.count).toBe(1);
    work.release();
    await settle();
    expect(client.takeKinds()).toEqual(["result"]);
  });

  it("are read up to the credits, and go on when one is answered", async () => {
    const work = held();
    const scene = new Scene({ getTransaction: work.operation });
    const client = await scene.open();
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

  it("do not end the channel by silence while nothing is read", async () => {
    const work = held();
    const scene = new Scene({ getTransaction: work.operation });
    const client = await scene.open();
    for (let count = 0; count < 64; count += 1) client.request();
    scene.pass(120_000);
    expect(client.isOver).toBe(false);
    work.release();
  });

  it("whose id is not a UUID end the channel", async () => {
    const scene = new Scene();
    const client = await scene.open();
    client.request("GetTransaction", "1");
    expect(goAwayOf(client).reason).toBe(GoAwayReason.PROTOCOL);
    expect(client.status).toBe(1002);
  });

  it("whose answer does not fit into a message fail with PARAMETER_INVALID", async () => {
    const description = "x".repeat(limits.channelMessageBytesMax);
    const scene = new Scene({ getTransaction: () => ({ transaction: { description } }) });
    const client = await scene.open();
    client.take();
    client.request();
    await settle();
    const [result] = client.take().map(({ body }) => body);
    expect(result).toMatchObject({ value: { answer: { value: { reason: 4, parameter: "payload" } } } });
  });

  it("are answered within their timeout, or with its error", async () => {
    const scene = new Scene({
      getTransaction: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () =>
            reject(signal.reason.name === "TimeoutError" ? abort() : signal.reason),
          );
        }),
    });
    const abort = () => Object.assign(new Error("given up"), { name: "AbortError" });
    const client = await scene.open();
    client.take();
    const opId = randomUUID();
    const method = "wallet.v1.TransactionService/GetTransaction";
    // Two fields: identity_id and transaction_id.
    const payload = Buffer.from("0a036164611203616461", "hex");
    client.say({ case: "request", value: { opId, method, payload, timeout: 20 } });
    await until(() => client.sent.length > 0);
    expect(client.take().map(({ body }) => body)).toMatchObject([
      { case: "result", value: { answer: { case: "error", value: { reason: 0 } } } },
    ]);
  });

  it("that fail by a bug are answered without its cause, which is logged", async () => {
    const scene = new Scene({
      getTransaction: () => {
        throw new Error("the secret cause");
      },
    });
    const client = await scene.open();
    client.take();
    client.request();
    await settle();
    const [result] = client.take().map(({ body }) => body);
    expect(result).toMatchObject({ value: { answer: { value: { reason: 9 } } } });
    expect(JSON.stringify(result)).not.toContain("secret");
    expect(scene.calls.at(-1)).toMatchObject({ reason: "INTERNAL", cause: { message: "the secret cause" } });
  });

  it("of a session that is over are refused, and the channel ends", async () => {
    const scene = new Scene();
    const client = await scene.open();
    scene.sessions.clear();
    client.request();
    await settle();
    const kinds = client.take().map(({ body }) => body);
    expect(kinds.slice(-2)).toMatchObject([
      { case: "result", value: { answer: { case: "error", value: { reason: 2 } } } },
      { case: "goAway", value: { reason: GoAwayReason.AUTHENTICATION } },
    ]);
  });

  it("that are not permitted are refused, and the channel goes on", async () => {
    const scene = new Scene({
      getTransaction: () => {
        throw new Fault("PERMISSION_DENIED", "not yours", { requiredPermission: "transactions:read" });
      },
    });
    const client = await scene.open();
    client.take();
    client.request();
    await settle();
    expect(client.take().map(({ body }) => body)).toMatchObject([{ value: { answer: { value: { reason: 2 } } } }]);
    expect(client.isOver).toBe(false);
  });
});

describe("resolving", () => {
  it("asks what became of a transaction of this identity, and answers the outcome", async () => {
    const asked: unknown[] = [];
    const scene = new Scene({
      resolveTransaction: ({ sender, transactionId, seal }) => {
        asked.push({ sender, transactionId, seal });
        return { isFinal: true, result: { transactionId, success: true } };
      },
    });
    const client = await scene.open();
    client.take();
    const opId = randomUUID();
    client.say({ case: "resolve", value: { opId, seal: true } });
    await settle();
    expect(asked).toEqual([{ sender: "ada", transactionId: opId, seal: true }]);
    const [outcome] = client.take().map(({ body }) => body);
    expect(outcome).toMatchObject({ case: "outcome", value: { opId, isFinal: true } });
    const result = outcome?.case === "outcome" ? outcome.value.result : new Uint8Array();
    expect(Buffer.from(result).toString()).toContain(opId);
  });

  it("is possible while the request itself is under way", async () => {
    const work = held();
    const scene = new Scene({ executeTransaction: work.operation, resolveTransaction: () => ({ isFinal: false }) });
    const client = await scene.open();
    client.take();
    const opId = client.request("ExecuteTransaction");
    client.say({ case: "resolve", value: { opId } });
    await settle();
    expect(client.takeKinds()).toContain("outcome");
    work.release();
    await settle();
    expect(client.takeKinds()).toEqual(["result"]);
  });
});

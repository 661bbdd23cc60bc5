import { afterEach, expect, test, vi } from "vitest";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { NoiseTransport } from "../../../../clients/typescript/src/channel/noise/transport.ts";
import { NoiseTransport as ServerTransport } from "../../../../server/transports/channel/noise/transport.ts";
import { until } from "../../../support/until.ts";
import { joined } from "../joined.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("requests of one turn of the event loop go in one message, and so do their answers", async () => {
  const { channel, call, sent, received } = await joined();
  const before = [sent.length, received.length] as const;
  await Promise.all(Array.from({ length: 20 }, call));
  expect([sent.length - before[0], received.length - before[1]]).toEqual([1, 1]);
  channel.close();
});

test("requests that do not fit into one message go in several, and all are answered", async () => {
  const { channel, sent } = await joined();
  const before = sent.length;
  const identityId = "x".repeat(50_000);
  const callLong = () => channel.call(TransactionService.method.getTransaction, { identityId, transactionId: "y" });
  await Promise.allSettled(Array.from({ length: 7 }, callLong));
  expect(sent.length - before).toBe(4);
  channel.close();
});

test("requests made during an encryption go together after it", async () => {
  const { channel, call, sent } = await joined();
  const before = sent.length;
  const encrypt = NoiseTransport.prototype.encrypt;
  const late = Promise.withResolvers<void>();
  const encrypting = vi.spyOn(NoiseTransport.prototype, "encrypt").mockImplementation(async function (
    this: NoiseTransport,
    plain,
  ) {
    await late.promise;
    return encrypt.call(this, plain);
  });
  const answers = [call()];
  await until(() => encrypting.mock.calls.length === 1);
  for (let count = 0; count < 3; count += 1) {
    answers.push(call(), call());
    await Promise.resolve();
  }
  late.resolve();
  await Promise.all(answers);
  expect(sent.length - before).toBe(2);
  channel.close();
});

test("a single request is answered without any timer", async () => {
  const { channel, call } = await joined();
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] });
  await call();
  channel.close();
});

test("requests made just before close() are sent together with goAway", async () => {
  const { fixture, channel, call, sent } = await joined();
  const before = [sent.length, fixture.calls.length] as const;
  const unanswered = call().catch((error: Error) => error.message);
  channel.close();
  await until(() => fixture.calls.length > before[1]);
  expect(sent.length - before[0]).toBe(1);
  expect(await unanswered).toBe("the channel is closed");
});

test("a message of the service without an envelope ends the connection", async () => {
  const { channel, call, lost } = await joined();
  const encrypt = ServerTransport.prototype.encrypt;
  vi.spyOn(ServerTransport.prototype, "encrypt").mockImplementationOnce(function (this: ServerTransport) {
    return encrypt.call(this, Buffer.alloc(0));
  });
  void call().catch(() => {});
  expect(await lost).toBe("the server violated the protocol of the channel");
  channel.close();
});

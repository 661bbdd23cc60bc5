import { afterEach, expect, test, vi } from "vitest";
import { NoiseTransport } from "../../../clients/typescript/src/channel/noise/transport.ts";
import { TransactionService } from "../../../gen/es/wallet/v1/transaction_service_pb.js";
import { NoiseTransport as ServerTransport } from "../../../server/transports/channel/noise/transport.ts";
import { until } from "../../support/until.ts";
import { joined } from "./joined.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("requests of one turn go in one message, and their answers come in one", async () => {
  const { channel, call, said, heard } = await joined();
  const before = [said.length, heard.length] as const;
  await Promise.all(Array.from({ length: 20 }, call));
  expect([said.length - before[0], heard.length - before[1]]).toEqual([1, 1]);
  channel.close();
});

test("requests that do not fit into one message go in several, and all are answered", async () => {
  const { channel, said } = await joined();
  const before = said.length;
  const identityId = "x".repeat(50_000);
  const ask = () => channel.call(TransactionService.method.getTransaction, { identityId, transactionId: "y" });
  await Promise.allSettled(Array.from({ length: 7 }, ask));
  expect(said.length - before).toBe(4);
  channel.close();
});

test("requests that are made while a seal is under way go together after it", async () => {
  const { channel, call, said } = await joined();
  const before = said.length;
  const seal = NoiseTransport.prototype.encrypt;
  const late = Promise.withResolvers<void>();
  const sealing = vi.spyOn(NoiseTransport.prototype, "encrypt").mockImplementation(async function (
    this: NoiseTransport,
    plain,
  ) {
    await late.promise;
    return seal.call(this, plain);
  });
  const asked = [call()];
  await until(() => sealing.mock.calls.length === 1);
  for (let count = 0; count < 3; count += 1) {
    asked.push(call(), call());
    await Promise.resolve();
  }
  late.resolve();
  await Promise.all(asked);
  expect(said.length - before).toBe(2);
  channel.close();
});

test("a request that is alone is answered though no timer ever runs", async () => {
  const { channel, call } = await joined();
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] });
  await call();
  channel.close();
});

test("requests just before the end are sent together with goAway", async () => {
  const { scene, channel, call, said } = await joined();
  const before = [said.length, scene.calls.length] as const;
  const unanswered = call().catch((error: Error) => error.message);
  channel.close();
  await until(() => scene.calls.length > before[1]);
  expect(said.length - before[0]).toBe(1);
  expect(await unanswered).toContain("before there was an answer");
});

test("a message of the service without an envelope ends the connection", async () => {
  const { channel, call, lost } = await joined();
  const seal = ServerTransport.prototype.encrypt;
  vi.spyOn(ServerTransport.prototype, "encrypt").mockImplementationOnce(function (this: ServerTransport) {
    return seal.call(this, Buffer.alloc(0));
  });
  void call().catch(() => {});
  expect(await lost).toBe("the server violated the protocol of the channel");
  channel.close();
});

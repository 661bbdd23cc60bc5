import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HoldState } from "#contract/wallet/v1/hold_pb.js";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import { TransactionErrorCode, TransactionStatus } from "#contract/wallet/v1/transaction_pb.js";
import type { WalletClient } from "../../../../clients/typescript/src/index.ts";
import { heldBy, newHolder, phaseOf, walletOf } from "../../../support/sdk-holder.ts";
import { startServer, type TestServer } from "../../../support/server.ts";

describe.each([
  ["the channel", true],
  ["HTTP", false],
] as const)("the client of a wallet over %s", (_, useChannel) => {
  let server: TestServer;
  let ada: WalletClient;
  let ben: WalletClient;
  beforeAll(async () => {
    server = await startServer();
    const wallet = async (money?: string) =>
      walletOf(server.url, await newHolder(server.url, money), { configuration: { useChannel } });
    [ada, ben] = [await wallet("100"), await wallet()];
    if (useChannel) await Promise.all([phaseOf(ada, "open"), phaseOf(ben, "open")]);
  });
  afterAll(async () => {
    ada?.close();
    ben?.close();
    await server?.close();
  });

  const inAnHour = () => new Date(Date.now() + 3_600_000);
  const terms = () => ({ recipient: ben.identityId, tokenType: TokenType.STANDARD, amount: "10" });

  test("holds, captures in parts and releases, with what the ledger says", async () => {
    const [sentByAda, sentByBen] = [sentBy(ada), sentBy(ben)];
    const held = await ada.hold(terms(), inAnHour());
    expect(held).toMatchObject({ status: "held", result: { success: true, status: TransactionStatus.HELD } });
    const common = { holdId: held.id, tokenType: TokenType.STANDARD };
    expect(await ben.capture({ ...common, amount: "4", keepRest: true })).toMatchObject({ status: "completed" });
    const { hold } = await ben.holds.getHold({ identityId: ben.identityId, holdId: held.id });
    expect(hold).toMatchObject({ state: HoldState.OPEN, exactLeft: "6" });
    expect(await ben.release({ holdId: held.id })).toMatchObject({ status: "completed" });
    expect(await ben.capture({ ...common, amount: "1" })).toMatchObject({
      status: "failed",
      result: { errorCode: TransactionErrorCode.HOLD_ENDED },
    });
    expect([await heldBy(server.url, ada.identityId), await heldBy(server.url, ben.identityId)]).toEqual([
      "95.996",
      "4",
    ]);
    expect(await ben.reconcile()).toEqual([]);
    expect(sentByAda).toEqual(useChannel ? ["Transfer"] : []);
    expect(sentByBen).toEqual(useChannel ? ["CaptureHold", "ReleaseHold", "CaptureHold"] : []);
  });

  test("tells by the same id what became of a capture", async () => {
    const { id: holdId } = await ada.hold(terms(), inAnHour());
    const order = { holdId, tokenType: TokenType.STANDARD, amount: "1", keepRest: true };
    const first = await ben.capture(order);
    await expect(ben.capture({ ...order, id: first.id, amount: "2" })).rejects.toMatchObject({
      reason: "RESOURCE_CONFLICT",
    });
  });
});

/** Collects the names of the methods that a wallet calls over its channel from now on. */
function sentBy({ channel }: WalletClient): string[] {
  const names: string[] = [];
  if (channel === undefined) return names;
  const call = channel.call.bind(channel);
  channel.call = (method, ...rest) => {
    names.push(method.name);
    return call(method, ...rest);
  };
  return names;
}

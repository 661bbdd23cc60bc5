import { expect, test } from "vitest";
import { TransactionErrorCode } from "#contract/wallet/v1/transaction_pb.js";
import type { Channel } from "../../../../clients/typescript/src/channel/channel.ts";
import { PlatonicError } from "../../../../clients/typescript/src/index.ts";
import { LedgerCalls } from "../../../../clients/typescript/src/wallet/ledger-calls.ts";

const operation = { id: crypto.randomUUID(), order: new Uint8Array(), keyId: "k", signature: new Uint8Array() };

/** Voids a payment over a channel that fails. */
function voided(error: PlatonicError) {
  const channel = { resolve: () => Promise.reject(error) } as unknown as Channel;
  const calls = new LedgerCalls({ identityId: "ada", transport: {} as never, channel, confirmTimeoutMs: 1_000 });
  return calls.void(operation, { way: "channel", attempt: 1, inContext: (work) => work() });
}

test("a void whose id is somebody else's fails the payment", async () => {
  const { result } = await voided(new PlatonicError("RESOURCE_CONFLICT", "it is another's"));
  expect(result).toMatchObject({ errorCode: TransactionErrorCode.INVALID_TRANSACTION });
});

test("a void that was not sent, because another one is pending on the channel, says nothing of the payment", async () => {
  const pending = new PlatonicError("RESOURCE_CONFLICT", "it is pending already", { wasNotSent: true });
  await expect(voided(pending)).rejects.toBe(pending);
});

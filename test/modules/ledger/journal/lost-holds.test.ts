import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { create, toBinary } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { CaptureOrderSchema, ReleaseOrderSchema } from "#contract/wallet/v1/hold_pb.js";
import { TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import { bytesToSign, type SigningPurpose } from "../../../../server/core/signing/purposes.ts";
import { isSignature } from "../../../../server/core/signing/signature.ts";
import { entryBytes } from "../../../../server/modules/ledger/domain/entry/chain.ts";
import { holdStates } from "../../../../server/modules/ledger/domain/holds/hold.ts";
import type { Ledger, Order, Request } from "../../../../server/modules/ledger/domain/requests.ts";
import type { AcknowledgedItem } from "../../../../server/modules/ledger/engine/journal/acknowledged.ts";
import { expiryOf } from "../../../../server/modules/ledger/expiry.ts";
import { reapplication } from "../../../../server/modules/ledger/journal/reapplication.ts";
import {
  type OrderedCapture,
  type OrderedRelease,
  readCapture,
  readRelease,
} from "../../../../server/modules/ledger/orders/hold-orders.ts";
import { readOrder } from "../../../../server/modules/ledger/orders/transfer-orders.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { expectConsistent } from "../../../support/ledger/consistency.ts";
import { policy, someDayMs } from "../../../support/ledger/constants.ts";
import { entryOf, newWallet, openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { deposit } from "../../../support/ledger/requests.ts";

const token = 100_000_000n;
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const keyBytes = Buffer.from(publicKey.export({ format: "jwk" }).x as string, "base64url");
const [ada, ben] = [randomUUID(), randomUUID()];
const common = () => ({ id: randomUUID(), recipient: ben, createdAt: BigInt(someDayMs) });

function signed(purpose: SigningPurpose, order: Uint8Array) {
  return { order, keyId: "key", signature: sign(null, bytesToSign(purpose, order), privateKey) };
}

function held(amount: string, lengthMs: number): Request {
  const terms = { ...common(), sender: ada, tokenType: 1, amount, captureBefore: BigInt(someDayMs + lengthMs) };
  const order = toBinary(TransferOrderSchema, create(TransferOrderSchema, terms));
  return { ...(readOrder(signed("transfer", order), ada, policy) as Order), kind: "transfer", isSigned: true };
}

function captured(holdId: string, amount: string): Request {
  const terms = { ...common(), holdId, tokenType: 1, amount, keepRest: true };
  const order = toBinary(CaptureOrderSchema, create(CaptureOrderSchema, terms));
  return { ...(readCapture(signed("capture", order), ben, policy) as OrderedCapture), isSigned: true };
}

function released(holdId: string): Request {
  const order = toBinary(ReleaseOrderSchema, create(ReleaseOrderSchema, { ...common(), holdId }));
  return { ...(readRelease(signed("release", order), ben) as OrderedRelease), isSigned: true };
}

onEveryDatabase("holds that were acknowledged and lost", (engine) => {
  /** A ledger of its own with the same wallets, money and clock. */
  async function opened(clock: { ms: number }) {
    const { ledger, wallets } = await openLedgerFixture(engine, { now: () => clock.ms });
    for (const owner of [ada, ben]) await wallets.open(newWallet(owner));
    await ledger.submit(deposit(ada, 100n * token));
    const identities = { publicKey: async () => keyBytes };
    return { ledger, reapply: reapplication({ ledger, identities, policy, isSignature, now: () => clock.ms }) };
  }

  async function told(ledger: Ledger, request: Request): Promise<AcknowledgedItem> {
    const entry = entryOf(await ledger.submit(request));
    expect(entry.outcome).toBe(0);
    return { kind: "entry", id: entry.id, entry, bytes: entryBytes(entry) };
  }

  it("are made again in their order with their captures, releases and ends, once", async () => {
    const clock = { ms: someDayMs };
    const before = await opened(clock);
    const [first, second, third] = [held("10", 1_000), held("20", 5_000), held("30", 5_000)];
    const lost: AcknowledgedItem[] = [];
    for (const request of [first, second, third, captured(second.id, "5"), released(third.id)]) {
      lost.push(await told(before.ledger, request));
    }
    const { ledger, reapply } = await opened(clock);
    expect(await reapply(lost)).toEqual(lost.map(() => undefined));
    expect(await reapply(lost)).toEqual(lost.map(() => undefined));
    clock.ms += 1_000;
    const ended = await told(before.ledger, expiryOf({ id: first.id, recipient: ben }));
    expect(await reapply([ended])).toEqual([undefined]);
    expect(await ledger.hold(second.id)).toMatchObject({ state: holdStates.open, captured: 5n * token });
    expect(await ledger.hold(third.id)).toMatchObject({ state: holdStates.released });
    expect(await ledger.hold(first.id)).toMatchObject({ state: holdStates.expired });
    expect(await ledger.balances(ada)).toEqual(await before.ledger.balances(ada));
    expect(await ledger.balances(ben)).toEqual(await before.ledger.balances(ben));
    await expectConsistent(ledger);
  });

  it("are told of with a reason if they cannot be made again", async () => {
    const clock = { ms: someDayMs };
    const before = await opened(clock);
    const request = held("10", 1_000);
    const lost = [await told(before.ledger, request), await told(before.ledger, captured(request.id, "5"))];
    const end = { ...expiryOf({ id: request.id, recipient: ben }), kind: "end" as const, id: randomUUID() };
    const byHand = await told(before.ledger, end);
    clock.ms += 1_000;
    const { ledger, reapply } = await opened(clock);
    expect(await reapply([...lost, byHand])).toEqual([
      "It would fail by rule 1 now; it will be retried.",
      "It would fail by rule 7 now; it will be retried.",
      "It carries no signature of its owner: release the hold again with the same id.",
    ]);
    expect(await expectConsistent(ledger)).toHaveLength(1);
  });
});

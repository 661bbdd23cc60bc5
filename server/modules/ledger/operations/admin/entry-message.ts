import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { LedgerEntrySchema, MovementSchema } from "../../../../../gen/es/platonic/wallet/v1/ledger_pb.js";
import { type Entry, entryKinds } from "../../domain/entry/entry.ts";
import { postingsOf } from "../../domain/entry/postings.ts";
import type { Policy } from "../../domain/policy.ts";
import { assetFields, money } from "../amounts.ts";
import { exchangeRecord, scaleOf } from "../exchange/message.ts";
import { holdChangeMessage } from "../holds/message.ts";
import { transactionOf } from "../transfers/message.ts";

type Message = MessageInitShape<typeof LedgerEntrySchema>;

/**
 * An entry as the owner of a wallet sees it. The recipient of a transfer does not see an exchange by its sender.
 *
 * @param reversed how much of a transfer is given back, in minor units
 */
export function entryMessage(entry: Entry, viewer: string, policy: Policy, reversed?: bigint): Message {
  const { sequence, kind, exchanged } = entry;
  return {
    sequence: BigInt(sequence),
    kind,
    recordedAt: timestampFromMs(entry.atMs),
    ...((kind === entryKinds.transfer || kind === entryKinds.hold) && {
      transaction: transactionOf(entry, policy, reversed),
    }),
    ...(exchanged && entry.owner === viewer && { exchange: exchangeRecord(entry, exchanged, policy) }),
    ...((kind === entryKinds.deposit || kind === entryKinds.withdrawal) && { issuance: issuanceOf(entry, policy) }),
    ...((kind === entryKinds.capture || kind === entryKinds.release) && {
      holdChange: holdChangeMessage(entry, policy),
    }),
    ...(kind === entryKinds.reversal && { reversal: reversalOf(entry, policy) }),
    movements: movementsOf(entry, viewer, policy),
  } as Message;
}

/** A deposit or withdrawal with its reference. */
export function issuanceOf(entry: Entry, policy: Policy): NonNullable<Message["issuance"]> {
  return {
    id: entry.id,
    ...assetFields(entry.asset),
    ...money(entry.amount, { scale: scaleOf(entry.asset, policy) }),
    reference: entry.description,
  };
}

/** A reversal by an administrator. */
export function reversalOf(entry: Entry, policy: Policy): NonNullable<Message["reversal"]> {
  const { id, owner, counterparty, asset, amount, reverses, description } = entry;
  return {
    id,
    ...(reverses !== undefined && { reverses }),
    identityId: owner,
    ...(counterparty !== undefined && { recipient: counterparty }),
    ...assetFields(asset),
    ...money(amount, { scale: scaleOf(asset, policy) }),
    reference: description,
  };
}

/** Net movements of a viewer, one for each asset. */
function movementsOf(entry: Entry, viewer: string, policy: Policy): MessageInitShape<typeof MovementSchema>[] {
  const sums = new Map<string, bigint>();
  for (const { owner, asset, amount } of postingsOf(entry)) {
    if (owner === viewer) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  }
  return [...sums].map(([asset, sum]) => ({
    ...assetFields(asset),
    ...money(sum, { scale: scaleOf(asset, policy) }),
  }));
}

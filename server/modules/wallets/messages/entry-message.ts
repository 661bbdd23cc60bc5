import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { EntryKind, type LedgerEntrySchema, type MovementSchema } from "#contract/wallet/v1/ledger_pb.js";
import { type Entry, entryKinds } from "../../ledger/domain/entry/entry.ts";
import { isHoldChange, isOfTransferOrder } from "../../ledger/domain/entry/kinds.ts";
import { postingsOf } from "../../ledger/domain/entry/postings.ts";
import { decimalOf } from "../../ledger/domain/money.ts";
import type { AssetTerms } from "../../ledger/domain/policy.ts";
import { assetFields, money } from "../orders/amounts.ts";
import { exchangeRecord, scaleOf } from "./exchange-message.ts";
import { holdChangeMessage } from "./hold-message.ts";
import { transactionOf } from "./transfer-message.ts";

type Message = MessageInitShape<typeof LedgerEntrySchema>;

/**
 * Converts an entry to the message for a wallet's owner. The recipient of a transfer does not see an exchange by its
 * sender.
 *
 * @param reversed how much of its payment is given back, in minor units
 */
export function entryMessage(entry: Entry, viewer: string, policy: AssetTerms, reversed?: bigint): Message {
  const { kind, exchanged } = entry;
  const isTransaction = isOfTransferOrder(entry);
  const isIssuance = kind === entryKinds.deposit || kind === entryKinds.withdrawal;
  const message: { [Field in keyof Message]: Message[Field] | undefined } = {
    sequence: BigInt(entry.sequence),
    kind: wireKinds[kind],
    recordedAt: timestampFromMs(entry.atMs),
    transaction: isTransaction ? transactionOf(entry, policy, reversed) : undefined,
    exchange: exchanged && entry.owner === viewer ? exchangeRecord(entry, exchanged, policy) : undefined,
    issuance: isIssuance ? issuanceOf(entry, policy) : undefined,
    holdChange: isHoldChange(entry) ? holdChangeMessage(entry, policy, reversed) : undefined,
    reversal: kind === entryKinds.reversal ? reversalOf(entry, policy) : undefined,
    movements: movementsOf(entry, viewer, policy),
  };
  return message as Message;
}

/** The kinds of the contract, which has none for voids: they are never shown. */
const wireKinds: { readonly [Kind in Entry["kind"]]: EntryKind } = {
  [entryKinds.transfer]: EntryKind.TRANSACTION,
  [entryKinds.exchange]: EntryKind.EXCHANGE,
  [entryKinds.deposit]: EntryKind.DEPOSIT,
  [entryKinds.withdrawal]: EntryKind.WITHDRAWAL,
  [entryKinds.void]: EntryKind.UNSPECIFIED,
  [entryKinds.hold]: EntryKind.HOLD,
  [entryKinds.capture]: EntryKind.CAPTURE,
  [entryKinds.release]: EntryKind.RELEASE,
  [entryKinds.reversal]: EntryKind.REVERSAL,
};

/** A deposit or withdrawal with its reference. */
export function issuanceOf(entry: Entry, policy: AssetTerms): NonNullable<Message["issuance"]> {
  return {
    id: entry.id,
    ...assetFields(entry.asset),
    ...money(entry.amount, { scale: scaleOf(entry.asset, policy) }),
    reference: entry.description,
  };
}

/** A reversal by an administrator. */
export function reversalOf(entry: Entry, policy: AssetTerms): NonNullable<Message["reversal"]> {
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

/** Returns the net movements of a viewer, one for each asset. */
function movementsOf(entry: Entry, viewer: string, policy: AssetTerms): MessageInitShape<typeof MovementSchema>[] {
  const sums: { readonly asset: string; sum: bigint }[] = [];
  for (const { owner, asset, amount } of postingsOf(entry)) {
    if (owner !== viewer) continue;
    const known = sums.find((candidate) => candidate.asset === asset);
    if (known === undefined) sums.push({ asset, sum: amount });
    else known.sum += amount;
  }
  return sums.map(({ asset, sum }) => {
    const movement: MessageInitShape<typeof MovementSchema> = assetFields(asset);
    movement.exactAmount = decimalOf(sum, scaleOf(asset, policy));
    movement.amount = Number(movement.exactAmount);
    return movement;
  });
}

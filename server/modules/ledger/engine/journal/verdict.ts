import { confirmationCode, entryDigest, readEntry } from "../../domain/entry/chain.ts";
import { orderDigest } from "../../domain/entry/digests.ts";
import { type Entry, entryKinds, type PendingTransfer } from "../../domain/entry/entry.ts";
import { kindFacts } from "../../domain/entry/kinds.ts";
import { UnreadableEntry } from "../../domain/entry/reader.ts";
import { decimalOf } from "../../domain/money.ts";
import type { Policy } from "../../domain/policy.ts";
import type { Finding } from "../replay/audit.ts";
import type { AcknowledgedItem } from "./acknowledged.ts";

/** Content of a ledger under an id. */
export interface Held {
  /** Canonical bytes of its entry. */
  readonly entry: Uint8Array | undefined;
  readonly isPending: boolean;
}

/**
 * Whether the ledger holds an acknowledged result; `elsewhere`: its id is there with something else, such as another
 * position.
 */
export function verdictOn(told: AcknowledgedItem, { entry, isPending }: Held): "kept" | "elsewhere" | "lost" {
  if (told.kind === "pending") {
    if (entry === undefined) return isPending ? "kept" : "lost";
    return settles(readable(entry), told.transfer) ? "kept" : "elsewhere";
  }
  if (entry === undefined) return "lost";
  return Buffer.compare(told.bytes, entry) === 0 ? "kept" : "elsewhere";
}

/** Whether an entry is the result of a formerly pending transaction. */
function settles(entry: Entry | undefined, { sender, order }: PendingTransfer): boolean {
  if (entry?.owner !== sender) return false;
  return entry.kind === entryKinds.void || Buffer.compare(entry.requestDigest, orderDigest(order)) === 0;
}

/**
 * Decodes stored bytes, which may have been changed; undefined if they cannot be read, which the replay of the ledger
 * reports.
 */
function readable(bytes: Uint8Array): Entry | undefined {
  try {
    return readEntry(bytes);
  } catch (error) {
    if (error instanceof UnreadableEntry) return undefined;
    throw error;
  }
}

/** Returns the finding that the ledger differs from an acknowledged result. */
export function elsewhereFinding(told: AcknowledgedItem, held: Uint8Array, policy: Policy): Finding {
  const found = readable(held);
  const place = `entry ${found?.sequence ?? "(unreadable)"} with the code ${confirmationCode(entryDigest(held))}`;
  return {
    place: placeOf(told),
    flaw: `${describe(told, policy)} was acknowledged, and its id is that of ${place} now`,
  };
}

/** Returns the finding that the ledger lacks an acknowledged result, with the reason why it was not reapplied. */
export function lostFinding(told: AcknowledgedItem, reason: string, policy: Policy): Finding {
  return { place: placeOf(told), flaw: `${describe(told, policy)} was acknowledged and is gone. ${reason}` };
}

function placeOf(told: AcknowledgedItem): string {
  return told.kind === "pending"
    ? `acknowledged pending transaction ${told.id}`
    : `acknowledged entry ${told.entry.sequence}, ${told.id}`;
}

function describe(told: AcknowledgedItem, { assets }: Policy): string {
  const { asset, amount } = told.kind === "pending" ? told.transfer : told.entry;
  const scale = assets.get(asset)?.scale;
  const sum =
    scale === undefined ? `${amount} smallest units of ${asset || "no asset"}` : `${decimalOf(amount, scale)} ${asset}`;
  if (told.kind === "pending") return `a transfer of ${sum} from ${told.transfer.sender} to ${told.transfer.recipient}`;
  const { kind, owner, counterparty, outcome, bytes } = { ...told.entry, bytes: told.bytes };
  const parties = counterparty === undefined ? `of ${owner}` : `from ${owner} to ${counterparty}`;
  const result = outcome === 0 ? "" : ` that failed by rule ${outcome}`;
  return `${kindFacts[kind].name} of ${sum} ${parties}${result} (code ${confirmationCode(entryDigest(bytes))})`;
}

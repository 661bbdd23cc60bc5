import type { SignatureCheck } from "../../../core/signing/signature.ts";
import type { Identities } from "../../identity/index.ts";
import { type EntryKind, entryKinds } from "../domain/entry/entry.ts";
import { kindFacts } from "../domain/entry/kinds.ts";
import { isEntrySignature } from "../domain/entry/order-signature.ts";
import type { Policy } from "../domain/policy.ts";
import type { Ledger, Outcome, Request, TransferRequest } from "../domain/requests.ts";
import type { AcknowledgedItem } from "../engine/journal/acknowledged.ts";
import { expiryOf } from "../expiry.ts";
import { readCapture, readRelease } from "../orders/hold-orders.ts";
import { submitted } from "../orders/submission.ts";
import { readOrder, type Signed } from "../orders/transfer-orders.ts";
import { linkOf, setsOf } from "./linked-sets.ts";

export interface ReapplicationDeps {
  readonly ledger: Ledger;
  readonly identities: Pick<Identities, "publicKey">;
  readonly policy: Policy;
  readonly isSignature: SignatureCheck;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Reapplies lost results, in order. Returns for each why it was not reapplied; undefined if the ledger has it again.
 */
export type Reapply = (lost: readonly AcknowledgedItem[]) => Promise<(string | undefined)[]>;

/**
 * Reapplies signed requests: the same order with the same id, so that it takes effect once. A completed transfer is
 * recorded only if it completes again. The key must still be unrevoked, and the order unexpired.
 */
export function reapplication({ ledger, identities, policy, isSignature, now }: ReapplicationDeps): Reapply {
  async function requestOf(told: AcknowledgedItem): Promise<Request | string> {
    const expiry = expiryIn(told);
    if (expiry !== undefined) return expiry;
    const signed = signedBy(told);
    if (typeof signed === "string") return signed;
    const { sender, keyId, kind } = signed;
    const order = orderIn(kind, signed, sender, policy);
    if (order === undefined || !order.isValid) return "Its order is not valid by the present policy.";
    if (order.expiresAtMs !== undefined && now() >= order.expiresAtMs) return "Its order has expired.";
    const publicKey = await identities.publicKey(sender, keyId);
    if (publicKey === undefined) return "Its signing key is revoked or not known.";
    const isSigned = await isEntrySignature(
      kind,
      signed.order,
      publicKey,
      signed.signature,
      isSignature,
      isLinked(told),
    );
    if (!isSigned) return "Its order is not signed by its sender.";
    if ("holdId" in order) return { ...order, isSigned, onlyIfCompleted: true };
    if (told.kind === "pending") return { ...order, kind: "create", isSigned };
    return { ...order, kind: "transfer", isSigned, onlyIfCompleted: true };
  }

  /** Reapplies a linked set as a whole. */
  async function linkedAgain(set: readonly AcknowledgedItem[], count: number): Promise<string | undefined> {
    if (set.length < count) return "Others of its linked set are not known here, and it is made again as a whole only.";
    const orders = await Promise.all(set.map(requestOf));
    const flaw = orders.find((order) => typeof order === "string");
    if (typeof flaw === "string") return flaw;
    const { id, owner } = orders[0] as TransferRequest;
    const request = {
      kind: "linked" as const,
      id,
      owner,
      orders: orders as TransferRequest[],
      onlyIfCompleted: true as const,
    };
    return problemIn(await submitted(ledger, request, { hasPriority: true }));
  }

  return async (lost) => {
    const sets = [...setsOf(lost)];
    const requests = await Promise.all(
      sets.map((set) => (linkOf(set[0] as AcknowledgedItem) ? undefined : requestOf(set[0] as AcknowledgedItem))),
    );
    // Submitted in order, which the ledger keeps: a later one may spend what an earlier one brought.
    const problems = sets.map(async (set, index): Promise<string | undefined> => {
      const link = linkOf(set[0] as AcknowledgedItem);
      const request = requests[index];
      if (link !== undefined) return linkedAgain(set, link.count);
      if (typeof request === "string" || request === undefined) return request;
      return problemIn(await submitted(ledger, request, { hasPriority: true }));
    });
    const found = await Promise.all(problems);
    const problemOf = new Map(sets.flatMap((set, index) => set.map(({ id }) => [id, found[index]] as const)));
    return lost.map(({ id }) => problemOf.get(id));
  };
}

function isLinked(told: AcknowledgedItem): boolean {
  return told.kind === "entry" && told.entry.linked !== undefined;
}

function signedBy(told: AcknowledgedItem) {
  if (told.kind === "pending") return { ...told.transfer, kind: entryKinds.transfer };
  const { owner: sender, kind, outcome, order, keyId, signature } = told.entry;
  const isUnsigned = kind === entryKinds.release && order === undefined;
  if (kindFacts[kind].order === undefined || isUnsigned) {
    return `It carries no signature of its owner: ${byHand[kind]}`;
  }
  if (outcome !== 0) return "It had failed, which its sender was told, so it is not made again.";
  if (order === undefined || keyId === undefined || signature === undefined) return "Its order is not recorded.";
  return { sender, order, keyId, signature, kind };
}

/** Advice on results that nobody has signed; kinds that are always signed have none. */
const byHand: { readonly [Kind in EntryKind]: string } = {
  [entryKinds.transfer]: "",
  [entryKinds.hold]: "",
  [entryKinds.capture]: "",
  [entryKinds.exchange]: "ask the owner to make it again.",
  [entryKinds.deposit]: "make it again with the same id.",
  [entryKinds.withdrawal]: "make it again with the same id.",
  [entryKinds.void]: "void the id again.",
  [entryKinds.release]: "release the hold again with the same id.",
  [entryKinds.reversal]: "make it again with the same id.",
};

/** Reads the order of an entry or of a pending transaction. */
function orderIn(kind: EntryKind, signed: Signed, owner: string, policy: Policy) {
  if (kind === entryKinds.capture) return readCapture(signed, owner, policy);
  if (kind === entryKinds.release) return readRelease(signed, owner);
  return readOrder(signed, owner, policy);
}

/** Returns the request that expires a hold again, from its entry: its time is still over. */
function expiryIn(told: AcknowledgedItem): Request | undefined {
  if (told.kind === "pending" || told.entry.kind !== entryKinds.release || told.entry.hold === undefined) {
    return undefined;
  }
  const request = expiryOf({ id: told.entry.hold.id, recipient: told.entry.owner });
  return request.id === told.id ? request : undefined;
}

function problemIn(outcome: Outcome): string | undefined {
  if (outcome.kind === "entry" || outcome.kind === "entries" || outcome.kind === "pending") return undefined;
  if (outcome.kind === "unlinked") return `Its linked set would fail by rule ${outcome.error} now; it will be retried.`;
  if (outcome.kind === "unsigned") return `It would fail by rule ${outcome.error} now; it will be retried.`;
  if (outcome.kind === "refused") return "Its hold is not open, so that there is nothing to end.";
  if (outcome.kind === "nothing") return `It cannot be created now (${outcome.reason}); it will be retried.`;
  return "Its id is used by a different request.";
}

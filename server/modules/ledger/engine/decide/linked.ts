import { answer, type Decision, type Draft } from "../../domain/entry/decision.ts";
import { type Entry, transactionErrors } from "../../domain/entry/entry.ts";
import { rootOf } from "../../domain/entry/order-tree.ts";
import { factsOf, type TransferFacts, transferDraft } from "../../domain/entry/transfer-order.ts";
import type { Policy } from "../../domain/policy.ts";
import type { LinkedOrder, LinkedRequest, View } from "../../domain/requests.ts";
import { scratchOn } from "./scratch.ts";
import { processed } from "./transfer.ts";

/**
 * Processes linked orders, each on the state after the previous ones: all complete, or all fail. Failures are recorded
 * if every sender has signed, so that the same set always gets the same answer.
 */
export function decideLinked(request: LinkedRequest, view: View, policy: Policy, nowMs: number): Decision {
  const { orders } = request;
  const earlier = previousSet(orders, view);
  if (earlier !== undefined) return earlier;
  const facts = orders.map((order) => ({ ...factsOf(order, order.isSigned, policy), levelMax: order.levelMax }));
  const { drafts, failed } = processedUntilFailure(facts, view, policy, nowMs);
  if (failed === undefined) return { kind: "entries", drafts };
  const { id, outcome } = failed;
  const index = drafts.length;
  const isRecorded = orders.every(({ isSigned }) => isSigned) && request.onlyIfCompleted !== true;
  if (!isRecorded) return answer({ kind: "unlinked", index, error: outcome });
  return {
    kind: "entries",
    drafts: facts.map((one, place) => {
      if (place === index) return failed;
      return linkedDraft(transferDraft(one, transactionErrors.TX_ERROR_LINKED_FAILED, undefined, nowMs), id);
    }),
  };
}

function processedUntilFailure(facts: readonly TransferFacts[], view: View, policy: Policy, nowMs: number) {
  const scratch = scratchOn(view);
  const drafts: Draft[] = [];
  for (const one of facts) {
    const draft = linkedDraft(processed(one, scratch.view, policy, nowMs), "");
    if (draft.outcome !== 0) return { drafts, failed: draft };
    scratch.enter(draft);
    drafts.push(draft);
  }
  return { drafts, failed: undefined };
}

function linkedDraft(draft: Draft, failed: string): Draft {
  return { ...draft, linked: { failed } };
}

/** Returns the decision on a set with an id that is already used; undefined if all are free. */
function previousSet(orders: readonly LinkedOrder[], view: View): Decision | undefined {
  const isTwice = new Set(orders.map(({ id }) => id)).size < orders.length;
  if (isTwice || orders.some(({ id }) => view.pending(id) !== undefined)) return answer({ kind: "conflict" });
  const entries = orders.map(({ id }) => view.entry(id));
  if (entries.every((entry) => entry === undefined)) return undefined;
  const own = entries.filter((entry, index) => isOfSet(entry, orders[index] as LinkedOrder)) as Entry[];
  return answer(
    own.length === orders.length ? { kind: "entries", entries: own, isReplay: true } : { kind: "conflict" },
  );
}

/** Whether an entry belongs to an order of the same set: the root covers the orders and their sequence. */
function isOfSet(entry: Entry | undefined, { owner, requestDigest: digest, order, signature }: LinkedOrder): boolean {
  if (entry?.linked === undefined || entry.owner !== owner || entry.signature === undefined) return false;
  const [before, now] = [rootOf(order, entry.signature)?.root, rootOf(order, signature)?.root];
  return before !== undefined && now !== undefined && isEqual(before, now) && isEqual(entry.requestDigest, digest);
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

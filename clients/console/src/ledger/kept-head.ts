import type { Client } from "@connectrpc/connect";
import type { LedgerHead, LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { base64url, fromBase64url } from "../../../typescript/src/bytes.ts";
import { isConsistent, type TreeHead } from "../../../typescript/src/wallet/hash-tree.ts";

/** The head of a ledger at an earlier visit. */
export interface KeptHead extends TreeHead {
  /** Milliseconds since 1970. */
  readonly keptAtMs: number;
}

/** How a ledger has grown since an earlier visit. */
export type Growth =
  /** Nothing was kept before, or the ledger is empty. */
  | { readonly kind: "first"; readonly head: LedgerHead | undefined }
  | { readonly kind: "grown"; readonly head: LedgerHead; readonly since: KeptHead }
  /** It does not begin with what was kept; `head` is undefined if it has fewer leaves. */
  | { readonly kind: "changed"; readonly head: LedgerHead | undefined; readonly since: KeptHead };

type Texts = Pick<Storage, "getItem" | "setItem">;

/**
 * Compares the head of a ledger with the one of an earlier visit, and keeps it for the next. If the ledger has been changed, the earlier
 * one is kept.
 */
export async function growthOf(
  ledger: Pick<Client<typeof LedgerService>, "getLedgerHead">,
  texts: Texts,
  nowMs: number,
): Promise<Growth> {
  const since = keptIn(texts);
  const { head } = await ledger.getLedgerHead({});
  if (since === undefined) {
    keep(texts, head, nowMs);
    return { kind: "first", head };
  }
  if (head === undefined || head.size < since.size) return { kind: "changed", head, since };
  const { consistency } = await ledger.getLedgerHead({ size: head.size, since: since.size });
  if (!isConsistent(since, head, consistency)) return { kind: "changed", head, since };
  keep(texts, head, nowMs);
  return { kind: "grown", head, since };
}

export const keptHeadName = "ledger-head";

function keptIn(texts: Texts): KeptHead | undefined {
  try {
    const { size, root, keptAtMs } = JSON.parse(texts.getItem(keptHeadName) ?? "null");
    return { size: BigInt(size), root: fromBase64url(root), keptAtMs: Number(keptAtMs) };
  } catch {
    return undefined;
  }
}

function keep(texts: Texts, head: LedgerHead | undefined, nowMs: number): void {
  if (head === undefined) return;
  const kept = { size: String(head.size), root: base64url(head.root), keptAtMs: nowMs };
  texts.setItem(keptHeadName, JSON.stringify(kept));
}

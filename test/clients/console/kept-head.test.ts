import { create } from "@bufbuild/protobuf";
import { beforeEach, describe, expect, test } from "vitest";
import { GetLedgerHeadResponseSchema, LedgerHeadSchema } from "#contract/admin/v1/ledger_pb.js";
import { growthOf } from "../../../clients/console/src/ledger/kept-head.ts";
import { emptyTree, type Frontier, grown, rootOfPeaks } from "../../../server/modules/ledger/domain/tree/frontier.ts";
import { leafHash } from "../../../server/modules/ledger/domain/tree/hashes.ts";
import { consistencyPlan, proofOf, type Subtree } from "../../../server/modules/ledger/domain/tree/proofs.ts";

/** A ledger whose batches are texts. */
function ledgerOf(batches: readonly string[]) {
  const rootOf = (leaves: readonly string[]) =>
    rootOfPeaks(leaves.reduce<Frontier>((tree, leaf) => grown(tree, leafHash(Buffer.from(leaf))), emptyTree).peaks);
  const subtree = ({ level, index }: Subtree) => rootOf(batches.slice(index * 2 ** level, (index + 1) * 2 ** level));
  return {
    async getLedgerHead({ since = 0n }: { since?: bigint }) {
      const size = batches.length;
      if (size === 0) return create(GetLedgerHeadResponseSchema, {});
      const proof = since === 0n ? [] : proofOf(consistencyPlan(Number(since), size), subtree);
      return create(GetLedgerHeadResponseSchema, {
        head: create(LedgerHeadSchema, { size: BigInt(size), root: rootOf(batches) }),
        consistency: Buffer.concat(proof),
      });
    },
  } as Parameters<typeof growthOf>[0];
}

describe("the head that a browser keeps of a ledger", () => {
  const texts = new Map<string, string>();
  const storage = {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
  };
  beforeEach(() => texts.clear());
  const visit = (batches: string, nowMs = 1) => growthOf(ledgerOf([...batches]), storage, nowMs);

  test("is that of the first visit, of which nothing can be said", async () => {
    expect(await visit("")).toEqual({ kind: "first", head: undefined });
    expect(await visit("abc")).toMatchObject({ kind: "first", head: { size: 3n } });
  });

  test("moves on with a ledger that was only added to, or to which nothing happened", async () => {
    await visit("abc", 1);
    expect(await visit("abcde", 2)).toMatchObject({
      kind: "grown",
      head: { size: 5n },
      since: { size: 3n, keptAtMs: 1 },
    });
    expect(await visit("abcde", 3)).toMatchObject({
      kind: "grown",
      head: { size: 5n },
      since: { size: 5n, keptAtMs: 2 },
    });
  });

  test.each(["abXde", "abXdefgh", "abcd", ""])("stays when the ledger has become %j", async (batches) => {
    await visit("abcde", 1);
    const changed = { kind: "changed", since: { size: 5n, keptAtMs: 1 } };
    expect(await visit(batches, 2)).toMatchObject(changed);
    expect(await visit(batches, 3)).toMatchObject(changed);
    expect(await visit("abcdef", 4)).toMatchObject({ kind: "grown", since: { keptAtMs: 1 } });
  });

  test.each(["", "{}", "null", '{"size":"x","root":"AA"}'])("is begun anew where %j was stored", async (text) => {
    texts.set("ledger-head", text);
    expect(await visit("abc")).toMatchObject({ kind: "first" });
  });
});

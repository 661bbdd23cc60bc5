import { randomUUID } from "node:crypto";
import { fromJson } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { ReceiptSchema } from "#contract/wallet/v1/transaction_pb.js";
import { verifyReceipt } from "../../../clients/typescript/src/wallet/receipt.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { holdOrders } from "../../support/hold-orders.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { checked } from "../../support/ledger/checked.ts";
import { startServer } from "../../support/server.ts";
import { done, type Holder, newHolder, newVaultHolder, refused } from "../../support/wallet-holder.ts";

onEveryServer("captured payments are given back", ({ server, environment }) => {
  const api = () => new ApiClient(server());
  const reverse = (body: object, client = api()) => client.call("POST", "/v1/admin/ledger/reversals", body);
  const shown = async (holder: Holder, id: string) =>
    (await api().call("GET", `/api/wallets/${holder.id}/transactions/${id}`)).body.result;
  const standard = async (holder: Holder) => (await holder.held())["TOKEN_STANDARD"];

  /** A hold of 10 by Ada for a shop, of which 4 and 3 are captured, by two captures. */
  async function captured() {
    const [ada, shop] = [await newHolder(api(), { TOKEN_STANDARD: "100" }), await newHolder(api())];
    const { transaction_id: holdId } = await holdOrders(api(), ada).hold(shop.id);
    const { capture } = holdOrders(api(), shop);
    const first = (await capture({ holdId, amount: "4", keepRest: true })).transaction_id as string;
    const second = (await capture({ holdId, amount: "3" })).transaction_id as string;
    const back = (reverses: string, amount: string) => shop.pay({ recipient: ada.id, reverses, amount });
    return { ada, shop, holdId, first, second, back };
  }

  describe.each(["capture", "hold"])("by the id of the %s", (named) => {
    test("by an administrator, in parts, then what is left, also from a frozen wallet", async () => {
      const { ada, shop, holdId, first } = await captured();
      const [id, whole, rest] = named === "hold" ? [holdId, "7", "5.5"] : [first, "4", "2.5"];
      await shop.freeze();
      const asked = { transaction_id: id, amount: "1.5", reference: "broken", reversal_id: randomUUID() };
      const part = await reverse(asked);
      expect(part.body.result.reversal).toMatchObject({
        reverses: id,
        identity_id: shop.id,
        recipient: ada.id,
        exact_amount: "1.5",
      });
      expect((await reverse(asked)).body).toEqual(part.body);
      const more = await reverse({ transaction_id: id, amount: whole });
      expect([more.status, more.body.error.code]).toEqual([409, "STATE_INVALID"]);
      expect((await reverse({ transaction_id: id })).body.result.reversal.exact_amount).toBe(rest);
      expect((await reverse({ transaction_id: id })).body.error.code).toBe("STATE_INVALID");
      expect(await shown(ada, id)).toMatchObject({ transaction: { exact_reversed: whole } });
      expect((await shown(ada, id)).reversed_by).toHaveLength(2);
      expect(await standard(shop)).toBe(String(7 - Number(whole)));
    });

    test("by the recipient, in parts, without a fee, never more than was captured", async () => {
      const { ada, shop, holdId, first, back } = await captured();
      const [id, whole] = named === "hold" ? [holdId, "7"] : [first, "4"];
      const before = Number(await standard(ada));
      expect(await back(id, `${whole}.00000001`)).toEqual(refused("REVERSAL_EXCEEDED"));
      expect(await back(id, "1")).toEqual(done);
      expect(await back(id, whole)).toEqual(refused("REVERSAL_EXCEEDED"));
      expect(await back(id, String(Number(whole) - 1))).toEqual(done);
      expect(Number(await standard(ada))).toBeCloseTo(before + Number(whole), 8);
      const { transaction, reversed_by } = await shown(shop, id);
      expect([transaction.exact_reversed, reversed_by.length]).toEqual([whole, 2]);
      const own = await shown(shop, reversed_by[0]);
      expect(own.transaction).toMatchObject({ reverses: id, fee: { exact_amount: "0" } });
    });

    test("twenty at once on two processes give back what was captured, and no more", async () => {
      const { ada, shop, holdId, first } = await captured();
      const id = named === "hold" ? holdId : first;
      const other = await startServer(environment());
      try {
        const calls = Array.from({ length: 20 }, (_, index) => {
          const client = new ApiClient(index % 2 === 0 ? server() : other);
          const reverses = index % 4 < 2 ? id : first;
          if (index % 3 === 0) return reverse({ transaction_id: reverses, amount: "1" }, client);
          const signed_order = shop.signed(shop.order({ recipient: ada.id, reverses, amount: "1" }));
          return client.call("POST", "/api/transactions/transfer", { sender: shop.id, signed_order });
        });
        await Promise.all(calls);
        expect(Number((await shown(ada, first)).transaction.exact_reversed ?? 0)).toBeLessThanOrEqual(4);
        const { hold } = (await api().call("GET", `/api/wallets/${ada.id}/holds/${holdId}`)).body.result;
        expect(hold.exact_reversed).toBe(named === "hold" ? "7" : "4");
        expect(await standard(shop)).toBe(named === "hold" ? "0" : "3");
      } finally {
        await other.close();
      }
    });
  });

  test("by both ids, together never more than was captured", async () => {
    const { holdId, first, second, back } = await captured();
    expect(await back(holdId, "5")).toEqual(done);
    expect(await back(first, "3")).toEqual(refused("REVERSAL_EXCEEDED"));
    expect(await back(first, "2")).toEqual(done);
    expect(await back(second, "0.00000001")).toEqual(refused("REVERSAL_EXCEEDED"));
    expect((await reverse({ transaction_id: second })).body.error.code).toBe("STATE_INVALID");
  });

  test("not to others, not by others, not in another token, and not before a capture", async () => {
    const { ada, shop, first, holdId } = await captured();
    const eve = await newHolder(api(), { TOKEN_STANDARD: "10", TOKEN_MICRO: "10" });
    const invalid = refused("REVERSAL_INVALID");
    for (const reverses of [first, holdId]) {
      expect(await shop.pay({ recipient: eve.id, reverses, amount: "1" })).toEqual(invalid);
      expect(await eve.pay({ recipient: ada.id, reverses, amount: "1" })).toEqual(invalid);
      expect(await ada.pay({ recipient: shop.id, reverses, amount: "1" })).toEqual(invalid);
      expect(await shop.pay({ recipient: ada.id, reverses, amount: "1", tokenType: 2 })).toEqual(invalid);
    }
    const { transaction_id: open } = await holdOrders(api(), ada).hold(shop.id);
    expect(await shop.pay({ recipient: ada.id, reverses: open, amount: "1" })).toEqual(invalid);
    const { status, body } = await reverse({ transaction_id: open });
    expect([status, body.error.code, body.error.message]).toEqual([
      409,
      "STATE_INVALID",
      "Nothing of the hold is captured; release it to give it back.",
    ]);
    const release = await api().call("POST", "/v1/admin/ledger/holds/release", { hold_id: open });
    expect(release.status).toBe(200);
    expect((await reverse({ transaction_id: open })).body.error.message).not.toContain("release it");
  });

  test("by a key in the vault, in a created transaction", async () => {
    const [ada, shop] = [await newHolder(api(), { TOKEN_STANDARD: "100" }), await newVaultHolder(api())];
    const { transaction_id: hold_id } = await holdOrders(api(), ada).hold(shop.id);
    const capture = { recipient: shop.id, hold_id, amount: 4, keep_rest: true };
    const { result } = (await api().call("POST", "/api/transactions/holds/capture", capture)).body.result;
    for (const reverses of [hold_id, result.transaction_id]) {
      const created = (await shop.create({ recipient: ada.id, reverses, amount: 1 })).body.result.transaction;
      expect((await shop.execute(created.id)).body.result).toEqual(done);
    }
    expect((await shop.create({ recipient: ada.id, reverses: hold_id, amount: 3 })).body.result).toEqual({
      error_code: "TX_ERROR_REVERSAL_EXCEEDED",
    });
  });

  describe("and every id that was told is found", () => {
    test("of a capture, with its receipt, for both parties and nobody else", async () => {
      const { ada, shop, holdId, first, back } = await captured();
      await back(first, "1");
      for (const viewer of [ada, shop]) {
        const { transaction, result, entry } = await shown(viewer, first);
        expect(transaction).toMatchObject({
          id: first,
          sender: ada.id,
          recipient: shop.id,
          exact_amount: "4",
          fee: { exact_amount: "0.004" },
          status: "TRANSACTION_COMPLETED",
          hold_id: holdId,
          exact_reversed: "1",
        });
        expect(transaction).not.toHaveProperty("signature");
        expect(result).toEqual({ ...done, transaction_id: first });
        expect(entry.hold_change).toMatchObject({ id: first, hold_id: holdId, exact_reversed: "1" });
        const { receipt } = (await api().call("GET", `/api/wallets/${viewer.id}/transactions/${first}/receipt`)).body
          .result;
        const keys = await (await fetch(`${server().url}/.well-known/jwks.json`)).json();
        const verified = await verifyReceipt(fromJson(ReceiptSchema, receipt), keys);
        expect(verified.order).toMatchObject({ kind: "capture", holdId, amount: "4" });
      }
      const eve = await newHolder(api());
      expect((await api().call("GET", `/api/wallets/${eve.id}/transactions/${first}`)).status).toBe(404);
      const [change] = await shop.entries("?kind=ENTRY_CAPTURE&page_size=2").then((all: unknown[]) => all.slice(1));
      expect(change).toMatchObject({ hold_change: { id: first, exact_reversed: "1" } });
    });

    test("of everything in the history", async () => {
      const { ada, shop, first } = await captured();
      await reverse({ transaction_id: first, amount: "1" });
      const { transaction_id: hold_id } = await holdOrders(api(), ada).hold(shop.id);
      await api().call("POST", "/v1/admin/ledger/holds/release", { hold_id });
      await api().call("POST", "/v1/admin/ledger/withdrawals", {
        identity_id: ada.id,
        token_type: "TOKEN_STANDARD",
        amount: 1,
      });
      const entries = [...(await ada.entries()), ...(await shop.entries())];
      expect(new Set(entries.map(({ kind }) => kind))).toEqual(
        new Set(["HOLD", "CAPTURE", "RELEASE", "REVERSAL", "DEPOSIT", "WITHDRAWAL"].map((kind) => `ENTRY_${kind}`)),
      );
      for (const entry of await ada.entries()) {
        const answer = await shown(ada, idOf(entry));
        const found = answer.entry ?? { kind: entry.kind, transaction: answer.transaction };
        expect([found.kind, idOf(found)]).toEqual([entry.kind, idOf(entry)]);
        expect(answer.result).toMatchObject({ success: true, transaction_id: idOf(entry) });
      }
    });
  });

  test("and the check finds nothing", async () => {
    expect(await checked(api())).toEqual([]);
  });
});

interface Named {
  readonly id: string;
}

/** The id that an entry of the history tells. */
function idOf(entry: { transaction?: Named; issuance?: Named; hold_change?: Named; reversal?: Named }): string {
  return (entry.transaction ?? entry.issuance ?? entry.hold_change ?? (entry.reversal as Named)).id;
}

import { expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { holdOrders, hourMs } from "../../support/hold-orders.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { checked } from "../../support/ledger/checked.ts";
import { setOf } from "../../support/linked-sets.ts";
import { done, newHolder, newVaultHolder, rates, refused } from "../../support/wallet-holder.ts";

onEveryServer(
  "refunds over REST",
  ({ server }) => {
    const api = () => new ApiClient(server());
    const reverse = (body: object) => api().call("POST", "/v1/admin/ledger/reversals", body);
    const link = async (set: object) => (await api().call("POST", "/api/transactions/linked", set)).body.result;
    const captureBefore = () => BigInt(Date.now() + hourMs);

    test.each(["by its sender's signature", "by a key in the vault"])(
      "give back a hold that an exchange has paid for, %s, in the token of the hold",
      async (how) => {
        const isVaulted = how === "by a key in the vault";
        const ada = await (isVaulted ? newVaultHolder : newHolder)(api(), { TOKEN_MICRO: 10_000 });
        const shop = await newHolder(api());
        await ada.configure({ auto_exchange: true });
        const hold = async () => {
          if (!isVaulted) return holdOrders(api(), ada).hold(shop.id);
          const capture_before = new Date(Date.now() + hourMs).toISOString();
          const { transaction } = (await ada.create({ recipient: shop.id, capture_before })).body.result;
          return (await ada.execute(transaction.id)).body.result;
        };
        const { transaction_id: holdId, status } = await hold();
        expect(status).toBe("TRANSACTION_HELD");
        const { TOKEN_MICRO: micro } = await ada.held();
        expect(Number(micro)).toBeLessThan(10_000);
        const { capture } = holdOrders(api(), shop);
        const first = await capture({ holdId, amount: "4", keepRest: true });
        const second = await capture({ holdId, amount: "3" });
        expect([first, second]).toEqual([done, done]);
        const before = Number((await ada.held())["TOKEN_STANDARD"]);
        // The shop gives back a part of the first capture, and an administrator the rest, by the capture and the hold.
        expect(await shop.pay({ recipient: ada.id, reverses: first.transaction_id, amount: "1" })).toEqual(done);
        const rest = await reverse({ transaction_id: first.transaction_id });
        expect([rest.status, rest.body.result.reversal.exact_amount]).toEqual([200, "3"]);
        const all = await reverse({ transaction_id: holdId });
        expect([all.status, all.body.result.reversal.exact_amount]).toEqual([200, "3"]);
        for (const transaction_id of [holdId, first.transaction_id, second.transaction_id])
          expect((await reverse({ transaction_id })).status).toBe(409);
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: String(before + 7), TOKEN_MICRO: micro });
        expect(await shop.held()).toMatchObject({ TOKEN_STANDARD: "0", TOKEN_MICRO: "0" });
      },
    );

    test("give back captures of a hold that a linked set has made", async () => {
      const [ada, shop] = [await newHolder(api(), { TOKEN_STANDARD: 100 }), await newHolder(api())];
      const orders = [
        ada.order({ recipient: shop.id, captureBefore: captureBefore() }),
        ada.order({ recipient: shop.id, amount: "1" }),
      ];
      const { success, results } = await link(await setOf([ada], orders));
      expect(success).toBe(true);
      const [{ transaction_id: holdId }, { transaction_id: paid }] = results;
      const { transaction_id: id } = await holdOrders(api(), shop).capture({ holdId, amount: "6" });
      expect((await reverse({ transaction_id: id, amount: 2 })).body.result.reversal.exact_amount).toBe("2");
      expect(await shop.pay({ recipient: ada.id, reverses: holdId, amount: "4.1" })).toEqual(
        refused("REVERSAL_EXCEEDED"),
      );
      expect(await shop.pay({ recipient: ada.id, reverses: holdId, amount: "4" })).toEqual(done);
      expect((await reverse({ transaction_id: paid })).status).toBe(200);
      expect(await shop.held()).toMatchObject({ TOKEN_STANDARD: "0" });
    });

    test("of captures are linked with other payments: all or none, and never more than was captured", async () => {
      const [ada, shop] = [await newHolder(api(), { TOKEN_STANDARD: 100 }), await newHolder(api(), { USD: 10 })];
      const { transaction_id: holdId } = await holdOrders(api(), ada).hold(shop.id);
      const { transaction_id: id } = await holdOrders(api(), shop).capture({ holdId, amount: "6" });
      const dollars = (amount: string) => shop.order({ recipient: ada.id, tokenType: 3, currencyCode: "USD", amount });
      const refund = (reverses: string, amount: string) => shop.order({ recipient: ada.id, reverses, amount });
      const before = [await ada.held(), await shop.held()];
      // More than was captured, by both ids together; and a payment that the shop cannot make.
      for (const orders of [
        [refund(id, "4"), refund(holdId, "3"), dollars("1")],
        [refund(id, "4"), dollars("1000")],
      ])
        expect((await link(await setOf([shop], orders))).success).toBe(false);
      expect([await ada.held(), await shop.held()]).toEqual(before);
      const set = await setOf([shop], [refund(id, "4"), refund(holdId, "2"), dollars("1")]);
      const answer = await link(set);
      expect(answer).toEqual({ success: true, results: [done, done, done] });
      expect(await link(set)).toEqual(answer);
      expect((await reverse({ transaction_id: id })).status).toBe(409);
      const { hold } = (await api().call("GET", `/api/wallets/${ada.id}/holds/${holdId}`)).body.result;
      expect(hold.exact_reversed).toBe("6");
    });

    test("leave a ledger that passes its check", async () => {
      expect(await checked(api())).toEqual([]);
    });
  },
  () => rates,
);

import { randomUUID } from "node:crypto";
import { fromJson } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { ReceiptSchema } from "#contract/wallet/v1/transaction_pb.js";
import { platonic } from "../../../clients/cli/platonic.ts";
import { orderRoot } from "../../../clients/typescript/src/wallet/order-tree.ts";
import { verifyReceipt } from "../../../clients/typescript/src/wallet/receipt.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { ordersOf, setOf } from "../../support/linked-sets.ts";
import { operatorKey } from "../../support/server.ts";
import { done, newHolder, newVaultHolder, refused } from "../../support/wallet-holder.ts";

onEveryServer("linked transactions", ({ server }) => {
  const api = () => new ApiClient(server());
  const send = async (set: object) => (await api().call("POST", "/api/transactions/linked", set)).body;
  const dollars = { tokenType: 3, currencyCode: "USD" };

  async function pair() {
    const [ada, eve] = [await newHolder(api(), { TOKEN_STANDARD: 100 }), await newHolder(api(), { USD: 100 })];
    return { ada, eve };
  }

  test("of two senders are a delivery against payment: both or neither", async () => {
    const { ada, eve } = await pair();
    const orders = (dollarAmount: string) => [
      ada.order({ recipient: eve.id, amount: "10" }),
      eve.order({ recipient: ada.id, ...dollars, amount: dollarAmount }),
    ];
    const good = await setOf([ada, eve], orders("20"));
    const answer = await send(good);
    expect(answer.result).toEqual({ success: true, results: [done, done] });
    expect((await send(good)).result).toEqual(answer.result);
    const before = await Promise.all([ada.held(), eve.held()]);
    const bad = await send(await setOf([ada, eve], orders("2000")));
    const [first, second] = bad.result.results;
    expect(bad.result.success).toBe(false);
    expect(second).toEqual(refused("INSUFFICIENT_FUNDS"));
    expect(first).toEqual({ ...refused("LINKED_FAILED"), first_failed: second.transaction_id });
    expect(await Promise.all([ada.held(), eve.held()])).toEqual(before);
    const id = first.transaction_id;
    expect((await api().call("GET", `/api/wallets/${ada.id}/transactions/${id}`)).body.result).toMatchObject({
      transaction: { is_linked: true, status: "TRANSACTION_FAILED" },
      result: first,
    });
  });

  test("let a later one spend what an earlier one brought, up to 100 of them", async () => {
    const { ada, eve } = await pair();
    const orders = Array.from({ length: 100 }, (_, index) =>
      index % 2 === 0 ? ada.order({ recipient: eve.id, amount: "1" }) : eve.order({ recipient: ada.id, amount: "0.5" }),
    );
    const { result } = await send(await setOf([ada, eve], orders));
    expect([result.success, result.results.length]).toEqual([true, 100]);
  });

  test("have receipts that verify without the service, and pass the check", async () => {
    const { ada, eve } = await pair();
    const orders = [1, 2, 3].map((amount) => ada.order({ recipient: eve.id, amount: String(amount) }));
    const { result } = await send(await setOf([ada], orders));
    const env = { PLATONIC_URL: server().url, PLATONIC_API_KEY: operatorKey };
    let printed = "";
    const write = (text: string) => {
      printed += text;
    };
    const answer = await api().call(
      "GET",
      `/api/wallets/${eve.id}/transactions/${result.results[1].transaction_id}/receipt`,
    );
    const receipt = fromJson(ReceiptSchema, answer.body.result.receipt);
    const keys = await (await fetch(`${server().url}/.well-known/jwks.json`)).json();
    expect(await verifyReceipt(receipt, keys)).toMatchObject({ order: { sender: ada.id, amount: "2" } });
    expect([await platonic(["ledger", "check"], { env, write, complain: write }), printed]).toMatchObject([0, {}]);
  });

  test("are signed by the vault for a caller whose key is there", async () => {
    const { eve } = await pair();
    const carl = await newVaultHolder(api(), { TOKEN_STANDARD: 50 });
    const orders = [
      carl.order({ recipient: eve.id, amount: "2" }),
      eve.order({ recipient: carl.id, ...dollars, amount: "3" }),
    ];
    const { signatures } = await setOf([eve], orders);
    const set = { sender: carl.id, orders: ordersOf(orders), signatures };
    expect((await send(set)).result).toEqual({ success: true, results: [done, done] });
    expect((await send({ ...set, sender: eve.id })).error.details.parameter).toBe("signatures");
  });

  describe("cannot be torn apart:", () => {
    test("the signature of a set is of no use for one of its orders, a part, or another sequence", async () => {
      const { ada, eve } = await pair();
      const orders = [1, 2, 3].map((amount) => ada.order({ recipient: eve.id, amount: String(amount) }));
      const [one, two, three] = orders as [Uint8Array, Uint8Array, Uint8Array];
      const { signatures, sender } = await setOf([ada], orders);
      const { key_id, signature } = signatures[0] as (typeof signatures)[0];
      const alone = { order: Buffer.from(one).toString("base64"), key_id, signature };
      expect((await ada.send(alone)).body.result).toEqual(refused("INVALID_SIGNATURE"));
      const batch = { sender, orders: ordersOf(orders), key_id, signature };
      const { results } = (await api().call("POST", "/api/transactions/batch", batch)).body.result;
      expect(results[1]).toEqual(refused("INVALID_SIGNATURE"));
      for (const others of [
        [two, three],
        [three, two],
        [one, three, two],
      ]) {
        const { result } = await send({ sender, orders: ordersOf(others), signatures });
        expect([result.success, result.results[0].error_code]).toEqual([false, "TX_ERROR_INVALID_SIGNATURE"]);
      }
      expect((await eve.held())["TOKEN_STANDARD"]).toBe("0");
    });

    test("a signature for a batch, or of another sender, is none for a set, whose ids stay free", async () => {
      const { ada, eve } = await pair();
      const orders = [ada.order({ recipient: eve.id, amount: "1" }), eve.order({ recipient: ada.id, ...dollars })];
      const good = await setOf([ada, eve], orders);
      const root = await orderRoot(orders);
      const forged = { ...good.signatures[1], signature: eve.signature("transfers", root) };
      const answer = await send({ ...good, signatures: [good.signatures[0], forged] });
      expect(answer.result.results[1]).toEqual(refused("INVALID_SIGNATURE"));
      expect(answer.result.results[0]).toMatchObject({ error_code: "TX_ERROR_LINKED_FAILED" });
      expect((await send(good)).result.success).toBe(true);
    });
  });

  describe("are refused as a whole", () => {
    test.each([1, 101])("with %i orders", async (count) => {
      const { ada, eve } = await pair();
      const orders = Array.from({ length: count }, () => ada.order({ recipient: eve.id, amount: "0.01" }));
      expect((await send(await setOf([ada], orders))).error).toMatchObject({
        code: "PARAMETER_INVALID",
        details: { parameter: "orders" },
      });
    });

    test("with the same id twice, an order that cannot be read, or none of the caller", async () => {
      const { ada, eve } = await pair();
      const order = ada.order({ recipient: eve.id, amount: "1" });
      const same = ada.order({ recipient: eve.id, amount: "1", id: randomUUID() });
      const cases = [
        await setOf([ada], [order, order]),
        await setOf([ada], [order, ada.order({ recipient: eve.id, id: "none" })]),
        await setOf([ada], [order, Buffer.alloc(200, 255)]),
        { ...(await setOf([ada], [order, same])), sender: eve.id },
      ];
      for (const set of cases) expect((await send(set)).error).toMatchObject({ details: { parameter: "orders" } });
    });

    test("without a signature of each sender, with two of one, or with one of a stranger", async () => {
      const { ada, eve } = await pair();
      const orders = [ada.order({ recipient: eve.id }), eve.order({ recipient: ada.id, ...dollars })];
      const { signatures, ...set } = await setOf([ada, eve], orders);
      const [first, second] = signatures;
      for (const others of [[first], [first, first], [first, second, { ...second, sender: randomUUID() }]]) {
        expect((await send({ ...set, signatures: others })).error).toMatchObject({
          details: { parameter: "signatures" },
        });
      }
    });

    test("with an id that is used already, by a transaction, by another set, or voided", async () => {
      const { ada, eve } = await pair();
      const order = (amount = "1") => ada.order({ recipient: eve.id, amount });
      const [alone, one, two, three] = [order(), order(), order(), order()];
      await ada.send(ada.signed(alone));
      expect((await send(await setOf([ada], [one, two]))).result.success).toBe(true);
      const voided = randomUUID();
      await api().call("POST", "/api/transactions/resolve", { sender: ada.id, transaction_id: voided, seal: true });
      for (const orders of [
        [alone, three],
        [two, three],
        [two, one],
        [one, two, three],
        [three, ada.order({ recipient: eve.id, id: voided })],
      ]) {
        expect((await send(await setOf([ada], orders))).error.code).toBe("RESOURCE_CONFLICT");
      }
      expect((await ada.send(ada.signed(one))).body.result, "the same order by itself").toEqual(done);
      expect((await eve.held())["TOKEN_STANDARD"]).toBe("3");
    });
  });
});

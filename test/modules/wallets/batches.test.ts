import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { orderRoot } from "../../../clients/typescript/src/wallet/order-tree.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { done, type Holder, newHolder, refused } from "../../support/wallet-holder.ts";

/** The bytes of TransferOrders. */
function ordersOf(orders: readonly Uint8Array[]): Buffer {
  return Buffer.concat(orders.flatMap((order) => [Buffer.of(0x0a), varint(order.length), order]));
}

function varint(value: number): Buffer {
  return value < 128 ? Buffer.of(value) : Buffer.of((value & 127) | 128, value >>> 7);
}

async function batchOf(ada: Holder, orders: readonly Uint8Array[]) {
  const signature = ada.signature("transfers", await orderRoot(orders));
  return { sender: ada.id, orders: ordersOf(orders).toString("base64"), key_id: ada.keyId, signature };
}

onEveryServer("many transactions under one signature", ({ server }) => {
  const api = () => new ApiClient(server());
  const send = (batch: object) => api().call("POST", "/api/transactions/batch", batch);

  test.each([1, 2, 3, 5, 8, 33])("a batch of %i completes all of them, with results in order", async (count) => {
    const bob = await newHolder(api());
    const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
    const ids = Array.from({ length: count }, () => randomUUID());
    const batch = await batchOf(
      ada,
      ids.map((id) => ada.order({ recipient: bob.id, id, amount: "1" })),
    );
    const { status, body } = await send(batch);
    expect([status, body.result.results]).toEqual([200, ids.map((transaction_id) => ({ ...done, transaction_id }))]);
    expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: String(count) });
    expect((await send(batch)).body).toEqual(body);
    expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: String(count) });
  });

  test("each has its own outcome: a refused one does not stop the others", async () => {
    const bob = await newHolder(api());
    const ada = await newHolder(api(), { TOKEN_STANDARD: "20.02" });
    const orders = [
      ada.order({ recipient: bob.id }),
      ada.order({ recipient: bob.id, amount: "0" }),
      ada.order({ recipient: bob.id, amount: "90" }),
      ada.order({ recipient: randomUUID() }),
      ada.order({ recipient: bob.id, id: "none" }),
      ada.order({ recipient: bob.id }),
      ada.order({ recipient: bob.id }),
    ];
    expect((await send(await batchOf(ada, orders))).body.result.results).toEqual([
      done,
      refused("INVALID_TRANSACTION"),
      refused("INSUFFICIENT_FUNDS"),
      refused("INVALID_RECIPIENT"),
      refused("INVALID_TRANSACTION", ""),
      done,
      refused("INSUFFICIENT_FUNDS"),
    ]);
  });

  test("an order of a batch that is sent again alone has the same result", async () => {
    const bob = await newHolder(api());
    const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
    const [first, second] = [ada.order({ recipient: bob.id }), ada.order({ recipient: bob.id })];
    const { results } = (await send(await batchOf(ada, [first, second]))).body.result;
    expect((await ada.send(ada.signed(first))).body.result).toEqual(results[0]);
    expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "20" });
  });

  test("of two orders with one id, a copy is done once and a different one has the result of the first", async () => {
    const bob = await newHolder(api());
    const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
    const id = randomUUID();
    const order = ada.order({ recipient: bob.id, id });
    const other = ada.order({ recipient: bob.id, id, amount: "11" });
    const { results } = (await send(await batchOf(ada, [order, order, other]))).body.result;
    expect(results).toEqual([
      { ...done, transaction_id: id },
      results[0],
      { ...results[0], is_of_another_order: true },
    ]);
    expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "10" });
  });

  describe("an id that comes again with other bytes", () => {
    const again = async (ada: Holder, recipient: string, id: string) => {
      const orders = [ada.order({ recipient, id, createdAt: 7n }), ada.order({ recipient, amount: "1" })];
      return (await send(await batchOf(ada, orders))).body.result.results;
    };

    test("is completed if its transaction is completed, and failed if it has failed", async () => {
      const bob = await newHolder(api());
      const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
      for (const amount of ["10", "99999"]) {
        const result = await ada.pay({ recipient: bob.id, amount });
        expect(await again(ada, bob.id, result.transaction_id)).toEqual([
          { ...result, is_of_another_order: true },
          done,
        ]);
      }
      expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "12" });
    });

    test("is pending if its transaction is pending", async () => {
      const bob = await newHolder(api());
      const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
      const signed_order = ada.signed(ada.order({ recipient: bob.id }));
      const created = await api().call("POST", "/api/transactions/create", { sender: ada.id, signed_order });
      const { id: transaction_id } = created.body.result.transaction;
      const pending = { success: false, transaction_id, status: "TRANSACTION_PENDING", is_of_another_order: true };
      expect(await again(ada, bob.id, transaction_id)).toEqual([pending, done]);
    });

    test("is invalid if another sender has used it, about whose transaction nothing is said", async () => {
      const [bob, eve] = [await newHolder(api()), await newHolder(api(), { TOKEN_STANDARD: 100 })];
      const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
      const { transaction_id } = await eve.pay({ recipient: bob.id });
      expect(await again(ada, bob.id, transaction_id)).toEqual([refused("INVALID_TRANSACTION", transaction_id), done]);
    });
  });

  const forgeries: [string, (ada: Holder, orders: Uint8Array[]) => Promise<object>][] = [
    ["of other orders", async (ada, [first]) => ({ signature: (await batchOf(ada, [first as Uint8Array])).signature })],
    [
      "of the same orders in reverse",
      async (ada, orders) => ({ signature: (await batchOf(ada, orders.toReversed())).signature }),
    ],
    ["of their bytes", async (ada, orders) => ({ signature: ada.signature("transfers", ordersOf(orders)) })],
    ["for one order", async (ada, orders) => ({ signature: ada.signature("transfer", await orderRoot(orders)) })],
    ["by an unknown key", async () => ({ key_id: randomUUID() })],
    ["that is too short", async () => ({ signature: "AAAA" })],
  ];
  test.each(forgeries)("all are refused with a signature %s", async (_, change) => {
    const bob = await newHolder(api());
    const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
    const orders = [ada.order({ recipient: bob.id }), ada.order({ recipient: bob.id })];
    const batch = { ...(await batchOf(ada, orders)), ...(await change(ada, orders)) };
    expect((await send(batch)).body.result.results).toEqual([
      refused("INVALID_SIGNATURE"),
      refused("INVALID_SIGNATURE"),
    ]);
    expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "0" });
  });

  test("an order of another sender is invalid, and its id stays free", async () => {
    const bob = await newHolder(api());
    const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
    const eve = await newHolder(api());
    const order = ada.order({ recipient: bob.id });
    const { results } = (await send(await batchOf(eve, [order]))).body.result;
    expect(results).toEqual([refused("INVALID_TRANSACTION", "")]);
    expect((await ada.send(ada.signed(order))).body.result).toEqual(done);
  });

  describe("a malformed message is refused:", () => {
    test.each([
      ["bytes that are not a message", Buffer.from("not at all")],
      ["one that is truncated", Buffer.from("0a05", "hex")],
      ["an unknown field beside the orders", Buffer.from("0a000801", "hex")],
      ["an order that is too long", ordersOf([Buffer.alloc(4_097)])],
      ["too many orders", ordersOf(Array.from({ length: 1_001 }, () => Buffer.alloc(1)))],
    ])("%s", async (_, bytes) => {
      const ada = await newHolder(api());
      const signature = ada.signature("transfers", bytes);
      const batch = { sender: ada.id, orders: bytes.toString("base64"), key_id: ada.keyId, signature };
      const { status, body } = await send(batch);
      expect([status, body.error]).toMatchObject([
        400,
        { code: "PARAMETER_INVALID", details: { parameter: "orders" } },
      ]);
    });
  });

  test("a thousand in one batch move every token correctly", async () => {
    const bob = await newHolder(api());
    const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
    const orders = Array.from({ length: 1_000 }, () => ada.order({ recipient: bob.id, amount: "0.01" }));
    const { results } = (await send(await batchOf(ada, orders))).body.result;
    expect(results).toEqual(orders.map(() => done));
    expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "10" });
    expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "89.99" });
  });
});

import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { orderRoot } from "../../../clients/typescript/src/wallet/order-tree.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { World } from "../../support/identity/world.ts";
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
  const world = () => new World(server());
  const send = (batch: object) => world().call("POST", "/api/transactions/batch", batch);

  test.each([1, 2, 3, 5, 8, 33])("%i of them are all done, in their order", async (count) => {
    const bob = await newHolder(world());
    const ada = await newHolder(world(), { TOKEN_STANDARD: 100 });
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

  test("each has its own outcome: one that is refused stops no other", async () => {
    const bob = await newHolder(world());
    const ada = await newHolder(world(), { TOKEN_STANDARD: "20.02" });
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

  test("each is the transaction that it is alone: sent by itself it is the same", async () => {
    const bob = await newHolder(world());
    const ada = await newHolder(world(), { TOKEN_STANDARD: 100 });
    const [first, second] = [ada.order({ recipient: bob.id }), ada.order({ recipient: bob.id })];
    const { results } = (await send(await batchOf(ada, [first, second]))).body.result;
    expect((await ada.send(ada.signed(first))).body.result).toEqual(results[0]);
    expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "20" });
  });

  test("one id twice in it: the same order is done once, another one is invalid", async () => {
    const bob = await newHolder(world());
    const ada = await newHolder(world(), { TOKEN_STANDARD: 100 });
    const id = randomUUID();
    const order = ada.order({ recipient: bob.id, id });
    const other = ada.order({ recipient: bob.id, id, amount: "11" });
    const { results } = (await send(await batchOf(ada, [order, order, other]))).body.result;
    expect(results).toEqual([{ ...done, transaction_id: id }, results[0], refused("INVALID_TRANSACTION", id)]);
    expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "10" });
  });

  const forgeries: [string, (ada: Holder, orders: Uint8Array[]) => Promise<object>][] = [
    ["of other orders", async (ada, [first]) => ({ signature: (await batchOf(ada, [first as Uint8Array])).signature })],
    [
      "of the same orders the other way round",
      async (ada, orders) => ({ signature: (await batchOf(ada, orders.toReversed())).signature }),
    ],
    ["of their bytes", async (ada, orders) => ({ signature: ada.signature("transfers", ordersOf(orders)) })],
    ["for one order", async (ada, orders) => ({ signature: ada.signature("transfer", await orderRoot(orders)) })],
    ["by an unknown key", async () => ({ key_id: randomUUID() })],
    ["that is empty of sense", async () => ({ signature: "AAAA" })],
  ];
  test.each(forgeries)("with a signature %s none is done", async (_, change) => {
    const bob = await newHolder(world());
    const ada = await newHolder(world(), { TOKEN_STANDARD: 100 });
    const orders = [ada.order({ recipient: bob.id }), ada.order({ recipient: bob.id })];
    const batch = { ...(await batchOf(ada, orders)), ...(await change(ada, orders)) };
    expect((await send(batch)).body.result.results).toEqual([
      refused("INVALID_SIGNATURE"),
      refused("INVALID_SIGNATURE"),
    ]);
    expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "0" });
  });

  test("an order of somebody else is none of this sender's, and its id stays free", async () => {
    const bob = await newHolder(world());
    const ada = await newHolder(world(), { TOKEN_STANDARD: 100 });
    const eve = await newHolder(world());
    const order = ada.order({ recipient: bob.id });
    const { results } = (await send(await batchOf(eve, [order]))).body.result;
    expect(results).toEqual([refused("INVALID_TRANSACTION", "")]);
    expect((await ada.send(ada.signed(order))).body.result).toEqual(done);
  });

  describe("what is no such message is refused:", () => {
    test.each([
      ["bytes that are none", Buffer.from("not at all")],
      ["one that is cut short", Buffer.from("0a05", "hex")],
      ["something else beside the orders", Buffer.from("0a000801", "hex")],
      ["an order that is too long", ordersOf([Buffer.alloc(4_097)])],
      ["too many orders", ordersOf(Array.from({ length: 1_001 }, () => Buffer.alloc(1)))],
    ])("%s", async (_, bytes) => {
      const ada = await newHolder(world());
      const signature = ada.signature("transfers", bytes);
      const batch = { sender: ada.id, orders: bytes.toString("base64"), key_id: ada.keyId, signature };
      const { status, body } = await send(batch);
      expect([status, body.error]).toMatchObject([
        400,
        { code: "PARAMETER_INVALID", details: { parameter: "orders" } },
      ]);
    });
  });

  test("a thousand at once leave every token where it belongs", async () => {
    const bob = await newHolder(world());
    const ada = await newHolder(world(), { TOKEN_STANDARD: 100 });
    const orders = Array.from({ length: 1_000 }, () => ada.order({ recipient: bob.id, amount: "0.01" }));
    const { results } = (await send(await batchOf(ada, orders))).body.result;
    expect(results).toEqual(orders.map(() => done));
    expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "10" });
    expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "89.99" });
  });
});

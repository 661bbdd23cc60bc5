import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { orderRoot } from "../../../clients/typescript/src/wallet/order-tree.ts";
import { defaultPolicy } from "../../../server/modules/ledger/domain/default-policy.ts";
import { readOrder } from "../../../server/modules/ledger/orders/transfer-orders.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { legitimateTexts } from "../../support/texts.ts";
import { done, type Holder, newHolder, newVaultHolder } from "../../support/wallet-holder.ts";

const turned = "invoice \u202e00.001 rof";

/** The bytes of TransferOrders. */
function ordersOf(orders: readonly Uint8Array[]): string {
  const parts = orders.flatMap((order) => [Buffer.of(0x0a, (order.length & 127) | 128, order.length >> 7), order]);
  return Buffer.concat(parts).toString("base64");
}

onEveryServer("descriptions that people could not see for what they are", ({ server }) => {
  const api = () => new ApiClient(server());

  async function pair() {
    return { ada: await newHolder(api(), { TOKEN_STANDARD: 100 }), bob: await newHolder(api()) };
  }

  async function batchOf(ada: Holder, purpose: "transfers" | "linked transfers", orders: readonly Uint8Array[]) {
    return { orders: ordersOf(orders), key_id: ada.keyId, signature: ada.signature(purpose, await orderRoot(orders)) };
  }

  test("are refused in signed orders, which are not changed, and nothing is recorded", async () => {
    const { ada, bob } = await pair();
    const id = randomUUID();
    const bad = ada.order({ recipient: bob.id, id, description: turned });
    const good = ada.order({ recipient: bob.id });
    const { orders, ...signature } = await batchOf(ada, "linked transfers", [good, bad]);
    const answers = [
      await ada.send(ada.signed(bad)),
      await api().call("POST", "/api/transactions/batch", {
        sender: ada.id,
        ...(await batchOf(ada, "transfers", [good, bad])),
      }),
      await api().call("POST", "/api/transactions/linked", {
        sender: ada.id,
        orders,
        signatures: [{ sender: ada.id, ...signature }],
      }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.error.code]).toEqual([400, "PARAMETER_INVALID"]);
      expect(body.error.message).toContain("U+202E");
    }
    expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "100" });
    expect((await api().call("GET", `/api/wallets/${ada.id}/transactions/${id}`)).status).toBe(404);
  });

  test("are refused where the vault signs, and in references of deposits", async () => {
    const ada = await newVaultHolder(api(), { TOKEN_STANDARD: 100 });
    const created = await ada.create({ recipient: (await newHolder(api())).id, description: turned });
    expect([created.status, created.body.error.details.parameter]).toEqual([400, "description"]);
    const deposit = { identity_id: ada.id, token_type: "TOKEN_STANDARD", amount: "1", reference: turned };
    const deposited = await api().call("POST", "/v1/admin/ledger/deposits", deposit);
    expect([deposited.status, deposited.body.error.details.parameter]).toEqual([400, "reference"]);
  });

  test("are no others: what people write is paid with, and told as it was written", async () => {
    const { ada, bob } = await pair();
    const told: string[] = [];
    for (const [, description] of legitimateTexts) {
      const id = randomUUID();
      expect(await ada.pay({ recipient: bob.id, id, amount: "0.1", description })).toEqual({
        ...done,
        transaction_id: id,
      });
      const { body } = await api().call("GET", `/api/wallets/${bob.id}/transactions/${id}`);
      told.push(body.result.transaction.description);
    }
    expect(told).toEqual(legitimateTexts.map(([, text]) => text));
  });

  test("are read as they are in orders that the ledger has", async () => {
    const { ada, bob } = await pair();
    const order = ada.order({ recipient: bob.id, description: turned });
    const unsigned = { order, keyId: ada.keyId, signature: new Uint8Array() };
    expect(readOrder(unsigned, ada.id, defaultPolicy)).toMatchObject({ isValid: true, description: turned });
  });
});

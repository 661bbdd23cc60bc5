import { expect, test } from "vitest";
import { TransactionErrorCode } from "#contract/wallet/v1/transaction_pb.js";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { orderRoot } from "../../../../clients/typescript/src/wallet/order-tree.ts";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { enrolTotp, freshAddress, ownerOf, password } from "../../../support/identity/owner.ts";
import { ordersOf, setOf } from "../../../support/linked-sets.ts";
import { deposit, type Holder, newHolder, newVaultHolder } from "../../../support/wallet-holder.ts";
import { openChannel } from "../../../transports/channel/client.ts";

/** More than a transaction of the level basic may have, and less than one of the level standard. */
const amount = "9000";

onEveryServer("a session of a lower level than its identity's", ({ server }) => {
  const api = () => new ApiClient(server());

  /** Raises an identity to LEVEL_STANDARD, and returns sessions of lower levels and of that. */
  async function raised({ id }: Holder) {
    await api().call("PUT", `/api/identities/${id}`, { email: freshAddress() });
    const owner = ownerOf(api(), id);
    const before = await vaultSession(id, "level:none");
    await owner.proveEmail();
    await owner.prove("METHOD_PASSWORD", password);
    await enrolTotp(owner);
    expect((await owner.status()).level).toBe("LEVEL_STANDARD");
    return { before, basic: await vaultSession(id, "level:basic"), standard: await vaultSession(id, "") };
  }

  /** Opens a session by a token of a key in the vault, which the identity gets if it has none. */
  async function vaultSession(id: string, auth_scope: string): Promise<string> {
    const request = { identity_id: id, client_id: "shop", auth_scope };
    const requested = await api().call("POST", "/api/authentication/token", request);
    if (requested.status === 200) return (await api().authenticate(requested.body.result.token)).session_token;
    await api().call("POST", `/api/identities/${id}/keys`, {});
    return vaultSession(id, auth_scope);
  }

  async function pair() {
    const bob = await newHolder(api());
    const ada = await newHolder(api());
    await deposit(api(), ada.id, "TOKEN_STANDARD", 100_000);
    return { ada, bob, ...(await raised(ada)) };
  }

  const exceeded = { success: false, error_code: "TX_ERROR_LIMIT_EXCEEDED" };
  const post = async (path: string, body: object, session: string) =>
    (await api().call("POST", `/api/transactions/${path}`, body, session)).body.result;

  test("sends orders within the limits of its own level, however they are sent", async () => {
    const { ada, bob, basic, standard } = await pair();
    const order = () => ada.order({ recipient: bob.id, amount });
    const transfer = async (session: string) => (await ada.send(ada.signed(order()), ada.id, session)).body.result;
    expect(await transfer(basic)).toMatchObject(exceeded);
    const batch = async (session: string) => {
      const orders = [order()];
      const signature = ada.signature("transfers", await orderRoot(orders));
      const request = { sender: ada.id, orders: ordersOf(orders), key_id: ada.keyId, signature };
      return (await post("batch", request, session)).results[0];
    };
    expect(await batch(basic)).toMatchObject(exceeded);
    const linked = async (session: string) => {
      const orders = [order(), bob.order({ recipient: ada.id, amount: "1" })];
      return (await post("linked", await setOf([ada, bob], orders), session)).results[0];
    };
    expect(await linked(basic)).toMatchObject(exceeded);
    const hold = ada.order({ recipient: bob.id, amount, captureBefore: BigInt(Date.now() + 3_600_000) });
    expect((await ada.send(ada.signed(hold), ada.id, basic)).body.result).toMatchObject(exceeded);
    expect(await transfer(standard)).toMatchObject({ success: true });
    expect(await linked(standard)).toMatchObject({ success: true });
  });

  test("processes pending transactions within the limits of its own level", async () => {
    const bob = await newHolder(api());
    const ada = await newVaultHolder(api(), { TOKEN_STANDARD: 100_000 });
    const { basic, standard } = await raised(ada);
    const pay = async (session: string) => {
      const terms = { sender: ada.id, recipient: bob.id, token_type: "TOKEN_STANDARD", amount };
      const { transaction } = await post("create", terms, session);
      return post("execute", { sender: ada.id, transaction_id: transaction.id }, session);
    };
    expect(await pay(basic)).toMatchObject(exceeded);
    expect(await pay(standard)).toMatchObject({ success: true });
  });

  test("pays on a channel within the limits of its own level", async () => {
    const { ada, bob, basic, standard } = await pair();
    const pay = async (session: string) => {
      const channel = await openChannel(server().url, () => ({
        credentials: { case: "sessionToken", value: session },
      }));
      const order = ada.order({ recipient: bob.id, amount });
      const signature = Buffer.from(ada.signature("transfer", order), "base64");
      const signedOrder = { order, keyId: ada.keyId, signature };
      const answer = await channel.call(TransactionService.method.transfer, { sender: ada.id, signedOrder });
      await channel.close();
      return "result" in answer ? answer.result : answer;
    };
    expect(await pay(basic)).toMatchObject({ success: false, errorCode: TransactionErrorCode.LIMIT_EXCEEDED });
    expect(await pay(standard)).toMatchObject({ success: true });
  });

  test("has the limits of its level though its identity has risen since", async () => {
    const { ada, bob, before } = await pair();
    const send = async (sum: string) =>
      (await ada.send(ada.signed(ada.order({ recipient: bob.id, amount: sum })), ada.id, before)).body.result;
    expect(await send("101")).toMatchObject(exceeded);
    expect(await send("100")).toMatchObject({ success: true });
  });

  test("does not bound what others send who may send orders of the identity", async () => {
    const { ada, bob } = await pair();
    const result = await ada.pay({ recipient: bob.id, amount });
    expect(result).toMatchObject({ success: true });
  });
});

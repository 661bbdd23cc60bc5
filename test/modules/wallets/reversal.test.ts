import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { platonic } from "../../../clients/cli/platonic.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { operatorKey, startServer } from "../../support/server.ts";
import { done, type Holder, newHolder, newVaultHolder, refused } from "../../support/wallet-holder.ts";

onEveryServer("reversals", ({ server, environment }) => {
  const api = () => new ApiClient(server());
  const reverse = (body: object, client = api()) => client.call("POST", "/v1/admin/ledger/reversals", body);
  const shown = async (holder: Holder, id: string) =>
    (await api().call("GET", `/api/wallets/${holder.id}/transactions/${id}`)).body.result;

  /** Two wallets, and a transaction of 10 from the first to the second. */
  async function paid(funds: Record<string, string> = { TOKEN_STANDARD: "100" }) {
    const [ada, eve] = [await newHolder(api(), funds), await newHolder(api())];
    const id = randomUUID();
    expect(await ada.pay({ id, recipient: eve.id })).toEqual(done);
    const back = (members: object = {}) => eve.pay({ recipient: ada.id, reverses: id, ...members });
    return { ada, eve, id, back };
  }

  describe("by the recipient", () => {
    test("give the whole amount back without a fee, and both transactions name each other", async () => {
      const { ada, eve, id, back } = await paid();
      const own = randomUUID();
      expect(await back({ id: own })).toEqual(done);
      expect([(await eve.held())["TOKEN_STANDARD"], (await ada.held())["TOKEN_STANDARD"]]).toEqual(["0", "99.99"]);
      for (const viewer of [ada, eve]) {
        expect(await shown(viewer, id)).toMatchObject({
          transaction: { id, reversed: 10, exact_reversed: "10" },
          reversed_by: [own],
        });
        expect((await shown(viewer, own)).transaction).toMatchObject({ reverses: id, fee: { exact_amount: "0" } });
        const entries = await viewer.entries("?kind=ENTRY_TRANSACTION");
        expect(entries[0].transaction).toMatchObject({ id: own, reverses: id });
        expect(entries[1].transaction).toMatchObject({ id, exact_reversed: "10" });
      }
    });

    test("go in parts, together never more than the amount, and name what fails", async () => {
      const { ada, id, back } = await paid();
      expect(await back({ amount: "4" })).toEqual(done);
      expect(await back({ amount: "6.00000001" })).toEqual(refused("REVERSAL_EXCEEDED"));
      expect(await back({ amount: "6" })).toEqual(done);
      expect(await back({ amount: "0.00000001" })).toEqual(refused("REVERSAL_EXCEEDED"));
      expect((await shown(ada, id)).reversed_by).toHaveLength(2);
    });

    test("are refused for what cannot be reversed", async () => {
      const { ada, eve, id, back } = await paid();
      const own = randomUUID();
      expect(await back({ id: own, amount: "1" })).toEqual(done);
      const failed = randomUUID();
      await ada.pay({ id: failed, recipient: eve.id, amount: "1000000" });
      const mallory = await newHolder(api(), { TOKEN_STANDARD: 50 });
      const invalid = refused("REVERSAL_INVALID");
      expect(await ada.pay({ recipient: eve.id, reverses: own, amount: "1" }), "a reversal").toEqual(invalid);
      expect(await eve.pay({ recipient: ada.id, reverses: failed, amount: "1" }), "a failed one").toEqual(invalid);
      expect(await mallory.pay({ recipient: ada.id, reverses: id }), "a stranger's").toEqual(invalid);
      expect(await eve.pay({ recipient: mallory.id, reverses: id, amount: "1" }), "to another").toEqual(invalid);
      expect(await ada.pay({ recipient: eve.id, reverses: id }), "one's own").toEqual(invalid);
      expect(await eve.pay({ recipient: ada.id, reverses: randomUUID() }), "an unknown one").toEqual(invalid);
      expect(await back({ tokenType: 2, amount: "1" }), "in another token").toEqual(invalid);
      expect(await back({ reverses: "no id" }), "no id").toEqual(refused("INVALID_TRANSACTION"));
      expect(await eve.pay({ recipient: eve.id, reverses: id }), "to oneself").toEqual(refused("INVALID_TRANSACTION"));
    });

    test("count against no limit", async () => {
      const [ada, eve] = [await newHolder(api(), { TOKEN_STANDARD: "2000" }), await newHolder(api())];
      const ids: string[] = [];
      for (let sent = 0; sent < 3; sent++) {
        const id = randomUUID();
        if ((await ada.pay({ id, recipient: eve.id, amount: "100" })).success) ids.push(id);
      }
      expect(ids.length).toBeGreaterThan(0);
      const limits = (await api().call("GET", "/v1/admin/ledger/policy")).body.result.limits;
      expect(limits.length).toBeGreaterThan(0);
      for (const id of ids) expect(await eve.pay({ recipient: ada.id, reverses: id, amount: "100" })).toEqual(done);
    });

    test("can be created first, also with a key in the vault", async () => {
      const [ada, eve] = [await newHolder(api(), { TOKEN_STANDARD: 50 }), await newVaultHolder(api())];
      const id = randomUUID();
      await ada.pay({ id, recipient: eve.id });
      const { body } = await eve.create({ recipient: ada.id, reverses: id, amount: 4 });
      expect(body.result.transaction).toMatchObject({ reverses: id, status: "TRANSACTION_PENDING" });
      expect((await eve.execute(body.result.transaction.id)).body.result).toEqual(done);
      const more = await eve.create({ recipient: ada.id, reverses: id, amount: 7 });
      expect(more.body.result).toEqual({ error_code: "TX_ERROR_REVERSAL_EXCEEDED" });
      const other = await eve.create({ recipient: ada.id, reverses: randomUUID(), amount: 1 });
      expect(other.body.result).toEqual({ error_code: "TX_ERROR_REVERSAL_INVALID" });
      expect((await eve.create({ recipient: ada.id, reverses: "x", amount: 1 })).body.error).toMatchObject({
        details: { parameter: "reverses" },
      });
    });
  });

  describe("by an administrator", () => {
    test("give back what is left, out of a frozen wallet too, and are recorded with their reason", async () => {
      const { ada, eve, id, back } = await paid();
      await back({ amount: "1" });
      await eve.freeze();
      const { status, body } = await reverse({ transaction_id: id, reference: "fraud" });
      expect([status, body.result.reversal]).toMatchObject([
        200,
        { reverses: id, identity_id: eve.id, recipient: ada.id, exact_amount: "9", reference: "fraud" },
      ]);
      expect((await eve.held())["TOKEN_STANDARD"]).toBe("0");
      const [entry] = await ada.entries("?kind=ENTRY_REVERSAL");
      expect(entry).toMatchObject({ reversal: body.result.reversal, movements: [{ exact_amount: "9" }] });
      expect((await shown(ada, id)).reversed_by).toContain(body.result.reversal.id);
      expect((await reverse({ transaction_id: id })).body.error.code).toBe("STATE_INVALID");
    });

    test("are idempotent by their id, and in part", async () => {
      const { id } = await paid();
      const asked = { transaction_id: id, amount: "2.5", reversal_id: randomUUID() };
      const first = await reverse(asked);
      expect(first.body.result.reversal.exact_amount).toBe("2.5");
      expect((await reverse(asked)).body).toEqual(first.body);
      expect((await reverse({ ...asked, amount: "3" })).body.error.code).toBe("RESOURCE_CONFLICT");
    });

    test("are refused beyond what the recipient holds, and for what is no completed transaction", async () => {
      const { ada, eve, id } = await paid();
      await eve.pay({ recipient: ada.id, amount: "9" });
      expect((await reverse({ transaction_id: id })).body.error).toMatchObject({ code: "STATE_INVALID" });
      expect((await reverse({ transaction_id: randomUUID() })).status).toBe(404);
      const failed = randomUUID();
      await ada.pay({ id: failed, recipient: eve.id, amount: "1000000" });
      expect((await reverse({ transaction_id: failed })).body.error.code).toBe("STATE_INVALID");
      expect((await reverse({ transaction_id: id, amount: 0 })).body.error.code).toBe("PARAMETER_INVALID");
    });
  });

  test("at once on two processes never give back more than the amount", async () => {
    const { ada, eve, id } = await paid();
    await newHolder(api());
    const other = await startServer(environment());
    try {
      const calls = Array.from({ length: 12 }, (_, index) => {
        const client = new ApiClient(index % 2 === 0 ? server() : other);
        if (index % 3 === 0) return reverse({ transaction_id: id, amount: 3 }, client);
        const signed_order = eve.signed(eve.order({ recipient: ada.id, reverses: id, amount: "3" }));
        return client.call("POST", "/api/transactions/transfer", { sender: eve.id, signed_order });
      });
      await Promise.all(calls);
      const { transaction, reversed_by } = await shown(ada, id);
      expect([transaction.exact_reversed, reversed_by.length]).toEqual(["9", 3]);
    } finally {
      await other.close();
    }
  });

  test("pass the check of the ledger", async () => {
    const { back } = await paid();
    await back({ amount: "1" });
    const env = { PLATONIC_URL: server().url, PLATONIC_API_KEY: operatorKey };
    let printed = "";
    const write = (text: string) => {
      printed += text;
    };
    expect([await platonic(["ledger", "check"], { env, write, complain: write }), printed]).toMatchObject([0, {}]);
  });
});

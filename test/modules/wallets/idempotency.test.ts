import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { startServer } from "../../support/server.ts";
import { deposit, done, newHolder, rates, refused } from "../../support/wallet-holder.ts";

onEveryServer(
  "a repeated request",
  ({ server, environment }) => {
    const api = () => new ApiClient(server());
    const newPair = async () => ({
      bob: await newHolder(api()),
      ada: await newHolder(api(), { TOKEN_STANDARD: 100 }),
    });

    describe("a transfer", () => {
      test("of the same bytes is done once, and always has the same answer", async () => {
        const { ada, bob } = await newPair();
        const signed = ada.signed(ada.order({ recipient: bob.id }));
        const first = await ada.send(signed);
        expect(first.body.result).toEqual(done);
        const again = await Promise.all(Array.from({ length: 20 }, () => ada.send(signed)));
        for (const { body } of again) expect(body).toEqual(first.body);
        await ada.freeze();
        expect((await ada.send(signed)).body).toEqual(first.body);
        expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "10" });
      });

      test("that was refused stays refused, whatever has changed since", async () => {
        const bob = await newHolder(api());
        const ada = await newHolder(api());
        const signed = ada.signed(ada.order({ recipient: bob.id }));
        const first = await ada.send(signed);
        expect(first.body.result).toEqual(refused("INSUFFICIENT_FUNDS"));
        await deposit(api(), ada.id, "TOKEN_STANDARD", 100);
        expect((await ada.send(signed)).body).toEqual(first.body);
        expect((await ada.pay({ recipient: bob.id })).success).toBe(true);
      });

      test("has the same answer from another process", async () => {
        const { ada, bob } = await newPair();
        const signed = ada.signed(ada.order({ recipient: bob.id }));
        const first = await ada.send(signed);
        const other = await startServer(environment());
        try {
          const request = { sender: ada.id, signed_order: signed };
          expect((await other.post("/api/transactions/transfer", request)).body).toEqual(first.body);
        } finally {
          await other.close();
        }
      });

      test("of other bytes or of another identity with the same id is a conflict", async () => {
        const { ada, bob } = await newPair();
        const eve = await newHolder(api(), { TOKEN_STANDARD: 100 });
        const id = randomUUID();
        await ada.pay({ recipient: bob.id, id });
        const createdAt = BigInt(Date.now() + 1);
        for (const { status, body } of [
          await ada.send(ada.signed(ada.order({ recipient: bob.id, id, amount: "11" }))),
          await ada.send(ada.signed(ada.order({ recipient: bob.id, id, createdAt }))),
          await eve.send(eve.signed(eve.order({ recipient: bob.id, id }))),
        ]) {
          expect([status, body.error.code]).toEqual([409, "RESOURCE_CONFLICT"]);
        }
        expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "10" });
      });

      test("with a wrong signature is not recorded: the same order with the right one is done", async () => {
        const { ada, bob } = await newPair();
        const signed = ada.signed(ada.order({ recipient: bob.id }));
        const wrong = ada.signed(ada.order({ recipient: bob.id })).signature;
        for (let i = 0; i < 3; i++) {
          const { body } = await ada.send({ ...signed, signature: wrong });
          expect(body.result).toEqual(refused("INVALID_SIGNATURE"));
        }
        expect((await ada.send(signed)).body.result).toEqual(done);
        expect((await ada.send({ ...signed, signature: wrong })).body.result).toEqual(done);
        expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "10" });
      });

      test("whose order is invalid and not signed by its sender does not use up its id", async () => {
        const { ada, bob } = await newPair();
        const id = randomUUID();
        const garbled = ada.signed(ada.order({ recipient: bob.id, id, amount: "1O" }));
        const { body } = await ada.send({ ...garbled, signature: "AAAA" });
        expect(body.result).toEqual(refused("INVALID_TRANSACTION", id));
        expect((await ada.send(ada.signed(ada.order({ recipient: bob.id, id })))).body.result).toEqual(done);
      });

      test("with a wrong signature leaves the pending transaction of its order as it is", async () => {
        const { ada, bob } = await newPair();
        const signed_order = ada.signed(ada.order({ recipient: bob.id }));
        const created = await api().call("POST", "/api/transactions/create", { sender: ada.id, signed_order });
        const { id } = created.body.result.transaction;
        const wrong = await ada.send({ ...signed_order, signature: "AAAA" });
        expect(wrong.body.result).toEqual(refused("INVALID_SIGNATURE", id));
        expect((await ada.execute(id)).body.result).toEqual({ ...done, transaction_id: id });
      });

      test("that has expired is invalid for ever, whether it was created before or not", async () => {
        const { ada, bob } = await newPair();
        const [expired, later] = [BigInt(Date.now() - 1), BigInt(Date.now() + 3_600_000)];
        const signed = ada.signed(ada.order({ recipient: bob.id, expiresAt: expired }));
        for (let i = 0; i < 2; i++)
          expect((await ada.send(signed)).body.result).toEqual(refused("INVALID_TRANSACTION"));
        expect(await ada.pay({ recipient: bob.id, expiresAt: later })).toEqual(done);
        expect(await ada.pay({ recipient: bob.id, expiresAt: -1n })).toEqual(refused("INVALID_TRANSACTION"));
      });

      test("signed by another key is still the same request", async () => {
        const { ada, bob } = await newPair();
        const signed = ada.signed(ada.order({ recipient: bob.id }));
        const first = await ada.send(signed);
        expect((await ada.send({ ...signed, key_id: randomUUID() })).body).toEqual(first.body);
      });
    });

    describe("an exchange", () => {
      test("with the same id is done once, and is a conflict with other terms", async () => {
        const { ada } = await newPair();
        const eve = await newHolder(api(), { TOKEN_STANDARD: 100 });
        const exchange_id = randomUUID();
        const first = await ada.exchange({ exchange_id });
        expect(first.body.result.success).toBe(true);
        for (const source_amount of [10, "10", "10.0"]) {
          expect((await ada.exchange({ exchange_id, source_amount })).body).toEqual(first.body);
        }
        expect((await ada.exchange({ exchange_id, source_amount: 11 })).status).toBe(409);
        expect((await eve.exchange({ exchange_id })).status).toBe(409);
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "90" });
      });

      test("with the same id and another quote, or without it, is a conflict", async () => {
        const { ada } = await newPair();
        const exchange_id = randomUUID();
        await ada.exchange({ exchange_id });
        expect((await ada.exchange({ exchange_id, quote_id: randomUUID() })).status).toBe(409);
      });

      test("that was refused stays refused", async () => {
        const ada = await newHolder(api());
        const exchange_id = randomUUID();
        const first = await ada.exchange({ exchange_id });
        expect(first.body.result.error_code).toBe("EXCHANGE_ERROR_INSUFFICIENT_FUNDS");
        await deposit(api(), ada.id, "TOKEN_STANDARD", 100);
        expect((await ada.exchange({ exchange_id })).body).toEqual(first.body);
      });

      test("with the id of a transaction is a conflict, and the reverse", async () => {
        const { ada, bob } = await newPair();
        const [first, second] = [randomUUID(), randomUUID()];
        await ada.pay({ recipient: bob.id, id: first });
        await ada.exchange({ exchange_id: second });
        expect((await ada.exchange({ exchange_id: first })).status).toBe(409);
        expect((await ada.send(ada.signed(ada.order({ recipient: bob.id, id: second })))).status).toBe(409);
        expect((await ada.execute(second)).status).toBe(404);
      });
    });

    test("a deposit with the same id is made once, and a refused withdrawal may succeed later", async () => {
      const ada = await newHolder(api());
      const deposit_id = randomUUID();
      const depositOf = (amount: unknown) => deposit(api(), ada.id, "TOKEN_STANDARD", amount, { deposit_id });
      const first = await depositOf(5);
      expect((await depositOf("5.0")).body).toEqual(first.body);
      expect((await depositOf(6)).status).toBe(409);
      expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "5" });
      const withdrawal_id = randomUUID();
      const request = { identity_id: ada.id, token_type: "TOKEN_STANDARD", amount: 7, withdrawal_id };
      const withdraw = () => api().call("POST", "/v1/admin/ledger/withdrawals", request);
      expect((await withdraw()).body.error.code).toBe("STATE_INVALID");
      await deposit(api(), ada.id, "TOKEN_STANDARD", 7);
      expect((await withdraw()).status).toBe(200);
      expect((await withdraw()).status).toBe(200);
      expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "5" });
    });

    describe("resolving a transaction", () => {
      const resolve = (sender: string, transaction_id: string, seal?: boolean) =>
        api().call("POST", "/api/transactions/resolve", { sender, transaction_id, seal });
      const pending = (transaction_id: string) => ({ success: false, transaction_id, status: "TRANSACTION_PENDING" });

      test("that is unknown is not final until it is voided, and is never done afterwards", async () => {
        const { ada, bob } = await newPair();
        const id = randomUUID();
        const signed = ada.signed(ada.order({ recipient: bob.id, id }));
        expect((await resolve(ada.id, id)).body.result).toEqual({ is_final: false, result: pending(id) });
        const voided = { is_final: true, result: refused("CHANNEL_FAILURE", id) };
        expect((await resolve(ada.id, id, true)).body.result).toEqual(voided);
        expect((await resolve(ada.id, id, true)).body.result).toEqual(voided);
        expect((await resolve(ada.id, id)).body.result).toEqual(voided);
        expect((await ada.send(signed)).body.result).toEqual(voided.result);
        expect((await ada.execute(id)).body.result).toEqual(voided.result);
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "100" });
        expect(await ada.entries()).toHaveLength(1);
      });

      test("that is pending is not final until it is voided", async () => {
        const { ada, bob } = await newPair();
        const signed_order = ada.signed(ada.order({ recipient: bob.id }));
        const created = await api().call("POST", "/api/transactions/create", { sender: ada.id, signed_order });
        const { id } = created.body.result.transaction;
        expect((await resolve(ada.id, id)).body.result).toEqual({ is_final: false, result: pending(id) });
        const voided = { is_final: true, result: refused("CHANNEL_FAILURE", id) };
        expect((await resolve(ada.id, id, true)).body.result).toEqual(voided);
        expect((await ada.execute(id)).body.result).toEqual(voided.result);
        expect((await ada.send(signed_order)).body.result).toEqual(voided.result);
        expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "0" });
      });

      test("that is done or refused returns its result, with a void or without", async () => {
        const { ada, bob } = await newPair();
        for (const result of [await ada.pay({ recipient: bob.id }), await ada.pay({ recipient: randomUUID() })]) {
          for (const seal of [false, true, undefined]) {
            const answer = await resolve(ada.id, result.transaction_id, seal);
            expect(answer.body.result).toEqual({ is_final: true, result });
          }
        }
      });

      test("of another sender reveals nothing about it and changes nothing, and a void is a conflict", async () => {
        const { ada, bob } = await newPair();
        const eve = await newHolder(api());
        const { transaction_id: id, ...rest } = await ada.pay({ recipient: bob.id });
        const waiting = ada.signed(ada.order({ recipient: bob.id }));
        const created = await api().call("POST", "/api/transactions/create", { sender: ada.id, signed_order: waiting });
        for (const one of [id, created.body.result.transaction.id]) {
          expect((await resolve(eve.id, one)).body.result).toEqual({ is_final: false, result: pending(one) });
          const { status, body } = await resolve(eve.id, one, true);
          const details = { parameter: "transaction_id", provided: one };
          expect([status, body.error]).toMatchObject([409, { code: "RESOURCE_CONFLICT", details }]);
        }
        expect((await resolve(ada.id, id)).body.result.result).toEqual({ transaction_id: id, ...rest });
        expect((await ada.send(waiting)).body.result).toEqual(done);
      });

      test("by a void while it is sent has the same result as the transfer", async () => {
        const { ada, bob } = await newPair();
        for (let round = 0; round < 10; round++) {
          const id = randomUUID();
          const sending = ada.send(ada.signed(ada.order({ recipient: bob.id, id, amount: "1" })));
          const [sent, voided] = await Promise.all([sending, resolve(ada.id, id, true)]);
          expect(voided.body.result).toEqual({ is_final: true, result: sent.body.result });
        }
      });

      test.each(["x", "{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}"])("needs a UUID: %s is refused", async (id) => {
        const ada = await newHolder(api());
        expect((await resolve(ada.id, id, true)).body.error).toMatchObject({
          code: "PARAMETER_INVALID",
          details: { parameter: "transaction_id" },
        });
      });
    });
  },
  () => rates,
);

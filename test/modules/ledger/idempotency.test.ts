import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { World } from "../../support/identity/world.ts";
import { startServer } from "../../support/server.ts";
import { deposit, done, newHolder, rates, refused } from "../../support/wallet-holder.ts";

onEveryServer(
  "what is asked for twice",
  ({ server, environment }) => {
    const world = () => new World(server());
    const two = async () => ({
      bob: await newHolder(world()),
      ada: await newHolder(world(), { TOKEN_STANDARD: 100 }),
    });

    describe("a transfer", () => {
      test("of the same bytes is done once, and answered alike for ever", async () => {
        const { ada, bob } = await two();
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
        const bob = await newHolder(world());
        const ada = await newHolder(world());
        const signed = ada.signed(ada.order({ recipient: bob.id }));
        const first = await ada.send(signed);
        expect(first.body.result).toEqual(refused("INSUFFICIENT_FUNDS"));
        await deposit(world(), ada.id, "TOKEN_STANDARD", 100);
        expect((await ada.send(signed)).body).toEqual(first.body);
        expect((await ada.pay({ recipient: bob.id })).success).toBe(true);
      });

      test("is answered alike by another process, and after a restart", async () => {
        const { ada, bob } = await two();
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

      test("of other bytes by the same id is a conflict, and so is one of another identity", async () => {
        const { ada, bob } = await two();
        const eve = await newHolder(world(), { TOKEN_STANDARD: 100 });
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

      test("signed by another key of the sender is still the same", async () => {
        const { ada, bob } = await two();
        const signed = ada.signed(ada.order({ recipient: bob.id }));
        const first = await ada.send(signed);
        expect((await ada.send({ ...signed, key_id: randomUUID() })).body).toEqual(first.body);
      });
    });

    describe("an exchange", () => {
      test("by the same id is done once; of something else it is a conflict", async () => {
        const { ada } = await two();
        const eve = await newHolder(world(), { TOKEN_STANDARD: 100 });
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

      test("by the same id with another quote, or without it, is a conflict", async () => {
        const { ada } = await two();
        const exchange_id = randomUUID();
        await ada.exchange({ exchange_id });
        expect((await ada.exchange({ exchange_id, quote_id: randomUUID() })).status).toBe(409);
      });

      test("that was refused stays refused", async () => {
        const ada = await newHolder(world());
        const exchange_id = randomUUID();
        const first = await ada.exchange({ exchange_id });
        expect(first.body.result.error_code).toBe("EXCHANGE_ERROR_INSUFFICIENT_FUNDS");
        await deposit(world(), ada.id, "TOKEN_STANDARD", 100);
        expect((await ada.exchange({ exchange_id })).body).toEqual(first.body);
      });

      test("by the id of a transaction is a conflict, and the reverse", async () => {
        const { ada, bob } = await two();
        const [first, second] = [randomUUID(), randomUUID()];
        await ada.pay({ recipient: bob.id, id: first });
        await ada.exchange({ exchange_id: second });
        expect((await ada.exchange({ exchange_id: first })).status).toBe(409);
        expect((await ada.send(ada.signed(ada.order({ recipient: bob.id, id: second })))).status).toBe(409);
        expect((await ada.execute(second)).status).toBe(404);
      });
    });

    test("a deposit by the same id is made once; one that was refused may be made later", async () => {
      const ada = await newHolder(world());
      const deposit_id = randomUUID();
      const ask = (amount: unknown) => deposit(world(), ada.id, "TOKEN_STANDARD", amount, { deposit_id });
      const first = await ask(5);
      expect((await ask("5.0")).body).toEqual(first.body);
      expect((await ask(6)).status).toBe(409);
      expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "5" });
      const withdrawal_id = randomUUID();
      const request = { identity_id: ada.id, token_type: "TOKEN_STANDARD", amount: 7, withdrawal_id };
      const withdraw = () => world().call("POST", "/v1/admin/ledger/withdrawals", request);
      expect((await withdraw()).body.error.code).toBe("STATE_INVALID");
      await deposit(world(), ada.id, "TOKEN_STANDARD", 7);
      expect((await withdraw()).status).toBe(200);
      expect((await withdraw()).status).toBe(200);
      expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "5" });
    });

    describe("resolving a transaction", () => {
      const resolve = (sender: string, transaction_id: string, seal?: boolean) =>
        world().call("POST", "/api/transactions/resolve", { sender, transaction_id, seal });
      const pending = (transaction_id: string) => ({ success: false, transaction_id, status: "TRANSACTION_PENDING" });

      test("that is not known can still change, until it is sealed: then it is never done", async () => {
        const { ada, bob } = await two();
        const id = randomUUID();
        const signed = ada.signed(ada.order({ recipient: bob.id, id }));
        expect((await resolve(ada.id, id)).body.result).toEqual({ is_final: false, result: pending(id) });
        const sealed = { is_final: true, result: refused("CHANNEL_FAILURE", id) };
        expect((await resolve(ada.id, id, true)).body.result).toEqual(sealed);
        expect((await resolve(ada.id, id, true)).body.result).toEqual(sealed);
        expect((await resolve(ada.id, id)).body.result).toEqual(sealed);
        expect((await ada.send(signed)).body.result).toEqual(sealed.result);
        expect((await ada.execute(id)).body.result).toEqual(sealed.result);
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "100" });
        expect(await ada.entries()).toHaveLength(1);
      });

      test("that waits can still change, until it is sealed", async () => {
        const { ada, bob } = await two();
        const signed_order = ada.signed(ada.order({ recipient: bob.id }));
        const created = await world().call("POST", "/api/transactions/create", { sender: ada.id, signed_order });
        const { id } = created.body.result.transaction;
        expect((await resolve(ada.id, id)).body.result).toEqual({ is_final: false, result: pending(id) });
        const sealed = { is_final: true, result: refused("CHANNEL_FAILURE", id) };
        expect((await resolve(ada.id, id, true)).body.result).toEqual(sealed);
        expect((await ada.execute(id)).body.result).toEqual(sealed.result);
        expect((await ada.send(signed_order)).body.result).toEqual(sealed.result);
        expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "0" });
      });

      test("that is done or refused answers what became of it, sealed or not", async () => {
        const { ada, bob } = await two();
        for (const result of [await ada.pay({ recipient: bob.id }), await ada.pay({ recipient: randomUUID() })]) {
          for (const seal of [false, true, undefined]) {
            const answer = await resolve(ada.id, result.transaction_id, seal);
            expect(answer.body.result).toEqual({ is_final: true, result });
          }
        }
      });

      test("of somebody else tells nothing about it, and changes nothing", async () => {
        const { ada, bob } = await two();
        const eve = await newHolder(world());
        const { transaction_id: id, ...rest } = await ada.pay({ recipient: bob.id });
        expect((await resolve(eve.id, id)).body.result).toEqual({ is_final: false, result: pending(id) });
        const sealed = { is_final: true, result: refused("CHANNEL_FAILURE", id) };
        expect((await resolve(eve.id, id, true)).body.result).toEqual(sealed);
        expect((await resolve(ada.id, id)).body.result.result).toEqual({ transaction_id: id, ...rest });
      });

      test("while it is sent: it is done, or it is not, and both say the same", async () => {
        const { ada, bob } = await two();
        for (let round = 0; round < 10; round++) {
          const id = randomUUID();
          const sending = ada.send(ada.signed(ada.order({ recipient: bob.id, id, amount: "1" })));
          const [sent, sealed] = await Promise.all([sending, resolve(ada.id, id, true)]);
          expect(sealed.body.result).toEqual({ is_final: true, result: sent.body.result });
        }
      });

      test.each(["x", "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11"])("needs a UUID: %s is none", async (id) => {
        const ada = await newHolder(world());
        expect((await resolve(ada.id, id, true)).body.error).toMatchObject({
          code: "PARAMETER_INVALID",
          details: { parameter: "transaction_id" },
        });
      });
    });
  },
  () => rates,
);

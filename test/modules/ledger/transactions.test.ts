import { randomUUID, verify } from "node:crypto";
import { clearField, create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { TransferOrderSchema } from "../../../gen/es/wallet/v1/transaction_pb.js";
import { bytesToSign } from "../../../server/core/signing/purposes.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { World } from "../../support/identity/world.ts";
import { done, newHolder, newVaultHolder, rates, refused } from "../../support/wallet-holder.ts";

onEveryServer(
  "the specification of transactions",
  ({ server }) => {
    const world = () => new World(server());
    const two = async (funds: Record<string, string | number> = { TOKEN_STANDARD: 100 }) => {
      const bob = await newHolder(world());
      return { ada: await newVaultHolder(world(), funds), bob };
    };

    describe("Transaction, fields:", () => {
      const rows: [string, (ids: { ada: string; bob: string }) => object][] = [
        [
          "id (UUID), made with it",
          () => ({ id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f-]{17}$/) }),
        ],
        ["sender (identity)", ({ ada }) => ({ sender: ada })],
        ["recipient (identity)", ({ bob }) => ({ recipient: bob })],
        ["token_type (enumeration)", () => ({ token_type: "TOKEN_STANDARD" })],
        ["amount (number), and the same to the last digit", () => ({ amount: 10, exact_amount: "10" })],
        ["description (string)", () => ({ description: "tea & <b>cake</b>" })],
        ["fee (object) with its amount", () => ({ fee: { amount: 0.01, exact_amount: "0.01" } })],
        [
          "timestamp, set with it",
          () => ({ timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) }),
        ],
        ["status (enumeration)", () => ({ status: "TRANSACTION_PENDING" })],
        [
          "signature, by the sender's private key",
          () => ({ signature: expect.stringMatching(/^[A-Za-z0-9+/]{86}==$/) }),
        ],
      ];
      test.each(rows)("%s", async (_, part) => {
        const { ada, bob } = await two();
        const before = Date.now();
        const { status, body } = await ada.create({ recipient: bob.id, description: "tea & <b>cake</b>" });
        expect([status, body.result.transaction]).toMatchObject([200, part({ ada: ada.id, bob: bob.id })]);
        expect(Date.parse(body.result.transaction.timestamp)).toBeGreaterThanOrEqual(before);
        expect(Date.parse(body.result.transaction.timestamp)).toBeLessThanOrEqual(Date.now());
      });

      test("the signature is by the published key of the sender, over the order as it is there", async () => {
        const { ada, bob } = await two();
        const { transaction } = (await ada.create({ recipient: bob.id, description: "tea" })).body.result;
        const { keys } = (await world().call("GET", `/api/identities/${ada.id}/keys`)).body.result;
        const [{ id, public_key }] = keys;
        expect(transaction.key_id).toBe(id);
        const order = Buffer.from(transaction.order, "base64");
        const key = { key: { kty: "OKP", crv: "Ed25519", x: public_key }, format: "jwk" } as const;
        expect(verify(null, bytesToSign("transfer", order), key, Buffer.from(transaction.signature, "base64"))).toBe(
          true,
        );
        expect(fromBinary(TransferOrderSchema, order)).toMatchObject({
          id: transaction.id,
          sender: ada.id,
          recipient: bob.id,
          amount: "10",
          description: "tea",
        });
      });

      test("token_type: external currencies are told by their code", async () => {
        const { ada, bob } = await two({ USD: 50 });
        const usd = { token_type: "TOKEN_EXTERNAL", currency_code: "USD", amount: "12.34" };
        const { transaction } = (await ada.create({ recipient: bob.id, ...usd })).body.result;
        expect(transaction).toMatchObject({ ...usd, amount: 12.34, exact_amount: "12.34", fee: { amount: 0.02 } });
        expect((await ada.execute(transaction.id)).body.result).toEqual(done);
        expect(await bob.held()).toMatchObject({ USD: "12.34" });
        expect(await ada.held()).toMatchObject({ USD: "37.64" });
      });
    });

    describe("Transaction result, fields:", () => {
      test("of success: success, transaction_id, status, confirmation_code, and no error_code", async () => {
        const { ada, bob } = await two();
        const { transaction } = (await ada.create({ recipient: bob.id })).body.result;
        const { body } = await ada.execute(transaction.id);
        expect(body.result).toEqual({ ...done, transaction_id: transaction.id });
      });

      test("of failure: success, transaction_id, status, error_code, and no confirmation_code", async () => {
        const { ada } = await two();
        const { transaction } = (await ada.create({ recipient: randomUUID() })).body.result;
        const { body } = await ada.execute(transaction.id);
        expect(body.result).toEqual(refused("INVALID_RECIPIENT", transaction.id));
      });
    });

    describe("States and transitions:", () => {
      test("none to TRANSACTION_PENDING, with a good wallet and money enough: kept, and nothing is moved", async () => {
        const { ada, bob } = await two();
        const { transaction } = (await ada.create({ recipient: bob.id })).body.result;
        const path = `/api/wallets/${ada.id}/transactions/${transaction.id}`;
        expect((await world().call("GET", path)).body.result).toEqual({ transaction });
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "100" });
        expect(await ada.entries()).toHaveLength(1);
      });

      test("money enough is the amount: what the fee takes is for the processing", async () => {
        const { ada, bob } = await two();
        const { transaction } = (await ada.create({ recipient: bob.id, amount: 100 })).body.result;
        expect(transaction.status).toBe("TRANSACTION_PENDING");
        expect((await ada.execute(transaction.id)).body.result).toEqual(refused("INSUFFICIENT_FUNDS", transaction.id));
      });

      const nothings: [string, (given: Awaited<ReturnType<typeof two>>) => Promise<object>][] = [
        ["without the money", async ({ bob }) => ({ recipient: bob.id, amount: 100.00000001 })],
        ["without the money of this kind", async ({ bob }) => ({ recipient: bob.id, token_type: "TOKEN_MICRO" })],
        ["with a frozen wallet", async ({ ada, bob }) => ada.freeze().then(() => ({ recipient: bob.id }))],
        ["to oneself", async ({ ada }) => ({ recipient: ada.id })],
        ["with an amount of zero", async ({ bob }) => ({ recipient: bob.id, amount: 0 })],
        ["with an amount below zero", async ({ bob }) => ({ recipient: bob.id, amount: -5 })],
        ["with an amount finer than its token", async ({ bob }) => ({ recipient: bob.id, amount: "0.000000001" })],
        [
          "of an unknown currency",
          async ({ bob }) => ({ recipient: bob.id, token_type: "TOKEN_EXTERNAL", currency_code: "XAU" }),
        ],
      ];
      test.each(nothings)("none to none, %s: nothing is created", async (_, members) => {
        const given = await two();
        const transaction_id = randomUUID();
        const answer = await given.ada.create({ ...(await members(given)), transaction_id });
        expect([answer.status, answer.body.result]).toEqual([200, {}]);
        expect((await given.ada.execute(transaction_id)).status).toBe(404);
      });

      test("none to none, without a wallet: nothing is created", async () => {
        const bob = await newHolder(world());
        const { identity } = await world().identity();
        for (const sender of [identity.id, randomUUID()]) {
          const asked = { sender, recipient: bob.id, token_type: "TOKEN_STANDARD", amount: 1 };
          const { status, body } = await world().call("POST", "/api/transactions/create", asked);
          expect([status, body.result]).toEqual([200, {}]);
        }
      });

      test("TRANSACTION_PENDING to TRANSACTION_COMPLETED: both balances, the ledger, a code", async () => {
        const { ada, bob } = await two();
        const { transaction } = (await ada.create({ recipient: bob.id })).body.result;
        const { result } = (await ada.execute(transaction.id)).body;
        expect(result).toEqual(done);
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "89.99" });
        expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "10" });
        for (const holder of [ada, bob]) {
          const path = `/api/wallets/${holder.id}/transactions/${transaction.id}`;
          expect((await world().call("GET", path)).body.result).toEqual({
            transaction: { ...transaction, status: "TRANSACTION_COMPLETED" },
            result,
          });
          expect((await holder.entries())[0].transaction.id).toBe(transaction.id);
        }
      });

      test("TRANSACTION_PENDING to TRANSACTION_FAILED: a code, and no balance changes", async () => {
        const { ada } = await two();
        const { transaction } = (await ada.create({ recipient: randomUUID() })).body.result;
        const { result } = (await ada.execute(transaction.id)).body;
        expect(result).toEqual(refused("INVALID_RECIPIENT", transaction.id));
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "100" });
        const path = `/api/wallets/${ada.id}/transactions/${transaction.id}`;
        const found = (await world().call("GET", path)).body.result;
        expect(found).toMatchObject({ transaction: { status: "TRANSACTION_FAILED" }, result });
      });

      test("what is done is done: executing it again answers the same, and changes nothing", async () => {
        const { ada, bob } = await two();
        const good = (await ada.create({ recipient: bob.id })).body.result.transaction;
        const bad = (await ada.create({ recipient: randomUUID() })).body.result.transaction;
        for (const { id } of [good, bad]) {
          const first = (await ada.execute(id)).body;
          const again = await Promise.all(Array.from({ length: 10 }, () => ada.execute(id)));
          for (const { body } of again) expect(body).toEqual(first);
        }
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "89.99" });
      });

      test("ten that execute one at once do it once", async () => {
        const { ada, bob } = await two();
        const { transaction } = (await ada.create({ recipient: bob.id })).body.result;
        const answers = await Promise.all(Array.from({ length: 10 }, () => ada.execute(transaction.id)));
        expect(new Set(answers.map(({ body }) => body.result.confirmation_code)).size).toBe(1);
        expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "10" });
      });
    });

    describe("creating by an id", () => {
      test("twice creates one, whatever way the amount is spelled", async () => {
        const { ada, bob } = await two();
        const transaction_id = randomUUID();
        const first = await ada.create({ recipient: bob.id, transaction_id });
        for (const amount of [10, "10", "10.00", 1e1]) {
          expect((await ada.create({ recipient: bob.id, transaction_id, amount })).body).toEqual(first.body);
        }
        const { result } = (await ada.execute(transaction_id)).body;
        expect(result).toEqual({ ...done, transaction_id });
        const again = (await ada.create({ recipient: bob.id, transaction_id })).body.result.transaction;
        expect(again).toEqual({ ...first.body.result.transaction, status: "TRANSACTION_COMPLETED" });
        expect((await ada.execute(transaction_id)).body.result).toEqual(result);
      });

      test("ten at once create one", async () => {
        const { ada, bob } = await two();
        const transaction_id = randomUUID();
        const ask = () => ada.create({ recipient: bob.id, transaction_id });
        const answers = await Promise.all(Array.from({ length: 10 }, ask));
        const signatures = answers.map(({ body }) => body.result.transaction.signature);
        expect(new Set(signatures).size).toBe(1);
      });

      test("for something else, or by somebody else, is a conflict", async () => {
        const { ada, bob } = await two();
        const eve = await newVaultHolder(world(), { TOKEN_STANDARD: 100 });
        const transaction_id = randomUUID();
        await ada.create({ recipient: bob.id, transaction_id });
        const others = [
          () => ada.create({ recipient: bob.id, transaction_id, amount: 11 }),
          () => ada.create({ recipient: eve.id, transaction_id }),
          () => ada.create({ recipient: bob.id, transaction_id, description: "other" }),
          () => eve.create({ recipient: bob.id, transaction_id }),
        ];
        for (const other of others) {
          const { status, body } = await other();
          expect([status, body.error.code]).toEqual([409, "RESOURCE_CONFLICT"]);
        }
        expect((await ada.execute(transaction_id)).body.result).toEqual(done);
        for (const other of others) expect((await other()).status).toBe(409);
      });

      test.each([
        "x",
        "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11",
        "{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}",
        "1".repeat(37),
      ])("that is no UUID in lower case is refused: %s", async (transaction_id) => {
        const { ada, bob } = await two();
        const { body } = await ada.create({ recipient: bob.id, transaction_id });
        expect(body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter: "transaction_id" } });
      });
    });

    describe("creating what the sender has signed", () => {
      const asked = (signed_order: unknown, more: object = {}) =>
        world().call("POST", "/api/transactions/create", { signed_order, ...more });

      test("keeps the very bytes, however they are spelled", async () => {
        const bob = await newHolder(world());
        const ada = await newHolder(world(), { TOKEN_STANDARD: 100 });
        // Fields in another order, and one that is not known.
        const unknown = Buffer.from("fa0603616263", "hex");
        const id = create(TransferOrderSchema, { id: randomUUID() });
        const others = fromBinary(TransferOrderSchema, ada.order({ recipient: bob.id }));
        clearField(others, TransferOrderSchema.field.id);
        const bytes = Buffer.concat([
          unknown,
          toBinary(TransferOrderSchema, others),
          toBinary(TransferOrderSchema, id),
        ]);
        const signed = ada.signed(bytes);
        const { transaction } = (await asked(signed, { sender: ada.id })).body.result;
        expect(transaction).toMatchObject({ ...signed, id: id.id, status: "TRANSACTION_PENDING" });
        expect((await ada.execute(id.id)).body.result).toEqual({ ...done, transaction_id: id.id });
      });

      test("and then sending it as a transfer processes it, once", async () => {
        const bob = await newHolder(world());
        const ada = await newHolder(world(), { TOKEN_STANDARD: 100 });
        const signed = ada.signed(ada.order({ recipient: bob.id }));
        const { transaction } = (await asked(signed, { sender: ada.id })).body.result;
        const { result } = (await ada.send(signed)).body;
        expect(result).toEqual({ ...done, transaction_id: transaction.id });
        expect((await ada.execute(transaction.id)).body.result).toEqual(result);
        expect((await asked(signed, { sender: ada.id })).body.result.transaction.status).toBe("TRANSACTION_COMPLETED");
        expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "10" });
      });

      test("a signature that is not the sender's is found when it is processed", async () => {
        const bob = await newHolder(world());
        const ada = await newHolder(world(), { TOKEN_STANDARD: 100 });
        const signed = { ...ada.signed(ada.order({ recipient: bob.id })), signature: "AAAA" };
        const { transaction } = (await asked(signed, { sender: ada.id })).body.result;
        expect((await ada.execute(transaction.id)).body.result).toEqual(refused("INVALID_SIGNATURE", transaction.id));
      });

      test.each([
        ["recipient", "somebody"],
        ["token_type", "TOKEN_STANDARD"],
        ["amount", 10],
        ["description", "tea"],
        ["currency_code", "USD"],
        ["transaction_id", randomUUID()],
      ])("nothing beside it can say otherwise: %s", async (parameter, value) => {
        const bob = await newHolder(world());
        const ada = await newHolder(world(), { TOKEN_STANDARD: 100 });
        const signed = ada.signed(ada.order({ recipient: bob.id }));
        const { body } = await asked(signed, { sender: ada.id, [parameter]: value });
        expect(body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter } });
      });

      test("an identity whose client has the key signs by itself", async () => {
        const bob = await newHolder(world());
        const ada = await newHolder(world(), { TOKEN_STANDARD: 100 });
        const { status, body } = await ada.create({ recipient: bob.id });
        expect([status, body.error.code]).toEqual([409, "STATE_INVALID"]);
      });

      test.each(["recipient", "token_type", "amount"])("without it there must be %s", async (parameter) => {
        const { ada, bob } = await two();
        const { body } = await ada.create({ recipient: bob.id, [parameter]: undefined });
        expect(body.error).toMatchObject({ code: "PARAMETER_REQUIRED", details: { parameter } });
      });
    });

    describe("who may read a transaction:", () => {
      const read = (viewer: string, id: string, part = "") =>
        world().call("GET", `/api/wallets/${viewer}/transactions/${id}${part}`);

      test("sender and recipient; to all others it is not there", async () => {
        const { ada, bob } = await two();
        const eve = await newHolder(world());
        const { transaction } = (await ada.create({ recipient: bob.id, description: "a secret" })).body.result;
        for (const step of ["pending", "done"]) {
          expect((await read(ada.id, transaction.id)).status).toBe(200);
          expect((await read(bob.id, transaction.id)).status).toBe(200);
          const [hidden, none] = [await read(eve.id, transaction.id), await read(eve.id, randomUUID())];
          expect([hidden.status, hidden.body.error.message]).toEqual([404, none.body.error.message]);
          expect(JSON.stringify(hidden.body)).not.toContain("a secret");
          expect((await read(eve.id, transaction.id, "/receipt")).status).toBe(404);
          if (step === "pending") await ada.execute(transaction.id);
        }
      });

      test("that one failed is for its sender alone", async () => {
        const bob = await newHolder(world());
        const ada = await newHolder(world());
        const { transaction_id, success } = await ada.pay({ recipient: bob.id });
        expect(success).toBe(false);
        expect((await read(ada.id, transaction_id)).status).toBe(200);
        expect((await read(bob.id, transaction_id)).status).toBe(404);
      });
    });

    test("amounts keep their last digit: of eight places, of twelve, of none", async () => {
      const bob = await newHolder(world());
      const funds = { TOKEN_STANDARD: "0.3", TOKEN_MICRO: "0.000003", JPY: 30 };
      const ada = await newHolder(world(), funds);
      expect(await ada.pay({ recipient: bob.id, amount: "0.10000001" })).toEqual(done);
      expect(await ada.pay({ recipient: bob.id, tokenType: 2, amount: "0.000000000001" })).toEqual(done);
      expect(await ada.pay({ recipient: bob.id, tokenType: 3, currencyCode: "JPY", amount: "7" })).toEqual(done);
      const received = { TOKEN_STANDARD: "0.10000001", TOKEN_MICRO: "0.000000000001", JPY: "7" };
      expect(await bob.held()).toEqual(received);
      expect(await ada.held()).toEqual({ TOKEN_STANDARD: "0.19989998", TOKEN_MICRO: "0.000002998999", JPY: "22" });
    });
  },
  () => rates,
);

import { randomUUID, verify } from "node:crypto";
import { clearField, create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import { bytesToSign } from "../../../server/core/signing/purposes.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { done, newHolder, newVaultHolder, rates, refused } from "../../support/wallet-holder.ts";

onEveryServer(
  "the specification of transactions",
  ({ server }) => {
    const api = () => new ApiClient(server());
    const newPair = async (funds: Record<string, string | number> = { TOKEN_STANDARD: 100 }) => {
      const bob = await newHolder(api());
      return { ada: await newVaultHolder(api(), funds), bob };
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
        const { ada, bob } = await newPair();
        const before = Date.now();
        const { status, body } = await ada.create({ recipient: bob.id, description: "tea & <b>cake</b>" });
        expect([status, body.result.transaction]).toMatchObject([200, part({ ada: ada.id, bob: bob.id })]);
        expect(Date.parse(body.result.transaction.timestamp)).toBeGreaterThanOrEqual(before);
        expect(Date.parse(body.result.transaction.timestamp)).toBeLessThanOrEqual(Date.now());
      });

      test("the signature is by the sender's published key, over the bytes of the order", async () => {
        const { ada, bob } = await newPair();
        const { transaction } = (await ada.create({ recipient: bob.id, description: "tea" })).body.result;
        const { keys } = (await api().call("GET", `/api/identities/${ada.id}/keys`)).body.result;
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

      test("token_type: external currencies have their code", async () => {
        const { ada, bob } = await newPair({ USD: 50 });
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
        const { ada, bob } = await newPair();
        const { transaction } = (await ada.create({ recipient: bob.id })).body.result;
        const { body } = await ada.execute(transaction.id);
        expect(body.result).toEqual({ ...done, transaction_id: transaction.id });
      });

      test("of failure: success, transaction_id, status, error_code, and no confirmation_code", async () => {
        const { ada } = await newPair();
        const { transaction } = (await ada.create({ recipient: randomUUID() })).body.result;
        const { body } = await ada.execute(transaction.id);
        expect(body.result).toEqual(refused("INVALID_RECIPIENT", transaction.id));
      });
    });

    describe("States and transitions:", () => {
      test("none to TRANSACTION_PENDING, with a valid wallet and balance: stored, and nothing is moved", async () => {
        const { ada, bob } = await newPair();
        const { transaction } = (await ada.create({ recipient: bob.id })).body.result;
        const path = `/api/wallets/${ada.id}/transactions/${transaction.id}`;
        expect((await api().call("GET", path)).body.result).toEqual({ transaction, reversed_by: [] });
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "100" });
        expect(await ada.entries()).toHaveLength(1);
      });

      test("creation needs a balance of the amount; the fee is checked at processing", async () => {
        const { ada, bob } = await newPair();
        const { transaction } = (await ada.create({ recipient: bob.id, amount: 100 })).body.result;
        expect(transaction.status).toBe("TRANSACTION_PENDING");
        expect((await ada.execute(transaction.id)).body.result).toEqual(refused("INSUFFICIENT_FUNDS", transaction.id));
      });

      const nothings: [string, (given: Awaited<ReturnType<typeof newPair>>) => Promise<object>, string][] = [
        ["without the money", async ({ bob }) => ({ recipient: bob.id, amount: 100.00000001 }), "INSUFFICIENT_FUNDS"],
        [
          "without the money of this kind",
          async ({ bob }) => ({ recipient: bob.id, token_type: "TOKEN_MICRO" }),
          "INSUFFICIENT_FUNDS",
        ],
        [
          "with a frozen wallet",
          async ({ ada, bob }) => ada.freeze().then(() => ({ recipient: bob.id })),
          "INVALID_TRANSACTION",
        ],
        ["to the sender", async ({ ada }) => ({ recipient: ada.id }), "INVALID_TRANSACTION"],
      ];
      test.each(nothings)("none to none, %s: nothing is created, and the answer says why", async (_, members, code) => {
        const given = await newPair();
        const transaction_id = randomUUID();
        const answer = await given.ada.create({ ...(await members(given)), transaction_id });
        expect([answer.status, answer.body.result]).toEqual([200, { error_code: `TX_ERROR_${code}` }]);
        expect((await given.ada.execute(transaction_id)).status).toBe(404);
      });

      const external = { token_type: "TOKEN_EXTERNAL" };
      test.each<[string, object, string, string]>([
        ["an amount of zero", { amount: 0 }, "amount", "PARAMETER_INVALID"],
        ["an amount below zero", { amount: -1 }, "amount", "PARAMETER_INVALID"],
        ["an amount that is no number", { amount: "abc" }, "amount", "PARAMETER_INVALID"],
        ["an amount finer than its token", { amount: "0.000000001" }, "amount", "PARAMETER_INVALID"],
        ["a third", { amount: 1 / 3 }, "amount", "PARAMETER_INVALID"],
        ["an unknown currency", { ...external, currency_code: "XAU" }, "currency_code", "PARAMETER_INVALID"],
        ["a currency of an internal token", { currency_code: "USD" }, "currency_code", "PARAMETER_INVALID"],
        ["no currency of an external token", external, "currency_code", "PARAMETER_REQUIRED"],
      ])("none to none, with %s: the parameter is refused", async (_, members, parameter, code) => {
        const { ada, bob } = await newPair();
        const { status, body } = await ada.create({ recipient: bob.id, ...members });
        expect([status, body.error]).toMatchObject([400, { code, details: { parameter } }]);
        if (parameter === "amount") expect(body.error.details.provided).toBe((members as { amount: unknown }).amount);
      });

      test("none to none, without a wallet: nothing is created", async () => {
        const bob = await newHolder(api());
        const { identity } = await api().identity();
        for (const sender of [identity.id, randomUUID()]) {
          const asked = { sender, recipient: bob.id, token_type: "TOKEN_STANDARD", amount: 1 };
          const { status, body } = await api().call("POST", "/api/transactions/create", asked);
          expect([status, body.result]).toEqual([200, { error_code: "TX_ERROR_INVALID_TRANSACTION" }]);
        }
      });

      test("TRANSACTION_PENDING to TRANSACTION_COMPLETED: both balances, the ledger, a code", async () => {
        const { ada, bob } = await newPair();
        const { transaction } = (await ada.create({ recipient: bob.id })).body.result;
        const { result } = (await ada.execute(transaction.id)).body;
        expect(result).toEqual(done);
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "89.99" });
        expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "10" });
        for (const holder of [ada, bob]) {
          const path = `/api/wallets/${holder.id}/transactions/${transaction.id}`;
          expect((await api().call("GET", path)).body.result).toEqual({
            transaction: { ...transaction, status: "TRANSACTION_COMPLETED" },
            result,
            reversed_by: [],
          });
          expect((await holder.entries())[0].transaction.id).toBe(transaction.id);
        }
      });

      test("TRANSACTION_PENDING to TRANSACTION_FAILED: a code, and no balance changes", async () => {
        const { ada } = await newPair();
        const { transaction } = (await ada.create({ recipient: randomUUID() })).body.result;
        const { result } = (await ada.execute(transaction.id)).body;
        expect(result).toEqual(refused("INVALID_RECIPIENT", transaction.id));
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "100" });
        const path = `/api/wallets/${ada.id}/transactions/${transaction.id}`;
        const found = (await api().call("GET", path)).body.result;
        expect(found).toMatchObject({ transaction: { status: "TRANSACTION_FAILED" }, result });
      });

      test("executing a processed transaction again returns the same result, and changes nothing", async () => {
        const { ada, bob } = await newPair();
        const good = (await ada.create({ recipient: bob.id })).body.result.transaction;
        const bad = (await ada.create({ recipient: randomUUID() })).body.result.transaction;
        for (const { id } of [good, bad]) {
          const first = (await ada.execute(id)).body;
          const again = await Promise.all(Array.from({ length: 10 }, () => ada.execute(id)));
          for (const { body } of again) expect(body).toEqual(first);
        }
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "89.99" });
      });

      test("ten concurrent executions of one transaction process it once", async () => {
        const { ada, bob } = await newPair();
        const { transaction } = (await ada.create({ recipient: bob.id })).body.result;
        const answers = await Promise.all(Array.from({ length: 10 }, () => ada.execute(transaction.id)));
        expect(new Set(answers.map(({ body }) => body.result.confirmation_code)).size).toBe(1);
        expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "10" });
      });
    });

    describe("creating with an id", () => {
      test("twice creates one transaction, whatever the notation of the amount", async () => {
        const { ada, bob } = await newPair();
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

      test("ten times concurrently creates one transaction", async () => {
        const { ada, bob } = await newPair();
        const transaction_id = randomUUID();
        const call = () => ada.create({ recipient: bob.id, transaction_id });
        const answers = await Promise.all(Array.from({ length: 10 }, call));
        const signatures = answers.map(({ body }) => body.result.transaction.signature);
        expect(new Set(signatures).size).toBe(1);
      });

      test("that another request or sender has used is a conflict", async () => {
        const { ada, bob } = await newPair();
        const eve = await newVaultHolder(api(), { TOKEN_STANDARD: 100 });
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
        "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A1G",
        "{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}",
        "1".repeat(37),
      ])("that is not a UUID is refused: %s", async (transaction_id) => {
        const { ada, bob } = await newPair();
        const { body } = await ada.create({ recipient: bob.id, transaction_id });
        expect(body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter: "transaction_id" } });
      });
    });

    describe("creating with a signed order", () => {
      const asked = (signed_order: unknown, more: object = {}) =>
        api().call("POST", "/api/transactions/create", { signed_order, ...more });

      test("keeps its bytes unchanged, whatever their encoding", async () => {
        const bob = await newHolder(api());
        const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
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

      test("and sending it as a transfer processes it once", async () => {
        const bob = await newHolder(api());
        const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
        const signed = ada.signed(ada.order({ recipient: bob.id }));
        const { transaction } = (await asked(signed, { sender: ada.id })).body.result;
        const { result } = (await ada.send(signed)).body;
        expect(result).toEqual({ ...done, transaction_id: transaction.id });
        expect((await ada.execute(transaction.id)).body.result).toEqual(result);
        expect((await asked(signed, { sender: ada.id })).body.result.transaction.status).toBe("TRANSACTION_COMPLETED");
        expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "10" });
      });

      test("whose signature is not the sender's creates nothing, and leaves its id free", async () => {
        const bob = await newHolder(api());
        const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
        const good = ada.signed(ada.order({ recipient: bob.id }));
        const { body } = await asked({ ...good, signature: "AAAA" }, { sender: ada.id });
        expect(body.result).toEqual({ error_code: "TX_ERROR_INVALID_SIGNATURE" });
        const { transaction } = (await asked(good, { sender: ada.id })).body.result;
        expect((await ada.execute(transaction.id)).body.result).toEqual(done);
      });

      test("that is invalid creates nothing, and the answer says why", async () => {
        const bob = await newHolder(api());
        const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
        for (const members of [{ amount: "1e1" }, { recipient: ada.id }, { expiresAt: 1n }]) {
          const signed = ada.signed(ada.order({ recipient: bob.id, ...members }));
          const { body } = await asked(signed, { sender: ada.id });
          expect(body.result).toEqual({ error_code: "TX_ERROR_INVALID_TRANSACTION" });
        }
      });

      test.each([
        ["recipient", "somebody"],
        ["token_type", "TOKEN_STANDARD"],
        ["amount", 10],
        ["description", "tea"],
        ["currency_code", "USD"],
        ["transaction_id", randomUUID()],
      ])("refuses terms beside the order: %s", async (parameter, value) => {
        const bob = await newHolder(api());
        const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
        const signed = ada.signed(ada.order({ recipient: bob.id }));
        const { body } = await asked(signed, { sender: ada.id, [parameter]: value });
        expect(body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter } });
      });

      test("is required of an identity whose key is not in the vault", async () => {
        const bob = await newHolder(api());
        const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
        const { status, body } = await ada.create({ recipient: bob.id });
        expect([status, body.error.code]).toEqual([409, "STATE_INVALID"]);
      });

      test.each(["recipient", "token_type", "amount"])("or with terms, which need %s", async (parameter) => {
        const { ada, bob } = await newPair();
        const { body } = await ada.create({ recipient: bob.id, [parameter]: undefined });
        expect(body.error).toMatchObject({ code: "PARAMETER_REQUIRED", details: { parameter } });
      });
    });

    describe("who may read a transaction:", () => {
      const read = (viewer: string, id: string, part = "") =>
        api().call("GET", `/api/wallets/${viewer}/transactions/${id}${part}`);

      test("sender and recipient; others get RESOURCE_NOT_FOUND", async () => {
        const { ada, bob } = await newPair();
        const eve = await newHolder(api());
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

      test("only the sender, if it failed", async () => {
        const bob = await newHolder(api());
        const ada = await newHolder(api());
        const { transaction_id, success } = await ada.pay({ recipient: bob.id });
        expect(success).toBe(false);
        expect((await read(ada.id, transaction_id)).status).toBe(200);
        expect((await read(bob.id, transaction_id)).status).toBe(404);
      });
    });

    test("amounts are exact with eight, twelve and no decimal places", async () => {
      const bob = await newHolder(api());
      const funds = { TOKEN_STANDARD: "0.3", TOKEN_MICRO: "0.000003", JPY: 30 };
      const ada = await newHolder(api(), funds);
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

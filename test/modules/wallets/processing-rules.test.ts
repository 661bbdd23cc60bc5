import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { newOwner } from "../../support/identity/owner.ts";
import { done, type Holder, newHolder, newVaultHolder, rates, refused } from "../../support/wallet-holder.ts";

/** Breaks one rule, by changed members of the order or by another signature. */
interface Breach {
  readonly what: string;
  readonly members?: object;
  readonly sign?: (ada: Holder, order: Uint8Array) => object;
}

const wrongSignature = (ada: Holder, order: Uint8Array) => ({
  ...ada.signed(order),
  signature: ada.signature("transfer", Buffer.concat([order, Buffer.of(0)])),
});

const invalid: Breach[] = [
  { what: "an amount of zero", members: { amount: "0" } },
  { what: "an amount below zero", members: { amount: "-10" } },
  { what: "no amount", members: { amount: "" } },
  { what: "NaN", members: { amount: "NaN" } },
  { what: "Infinity", members: { amount: "Infinity" } },
  { what: "a number beyond the range of doubles", members: { amount: "1e400" } },
  { what: "more than the maximum amount", members: { amount: "10000000000.00000001" } },
  { what: "an amount finer than its token", members: { amount: "0.000000001" } },
  { what: "an amount that is not a decimal", members: { amount: "1,000" } },
  { what: "an amount in other digits", members: { amount: "１０" } },
  { what: "an amount with space around it", members: { amount: " 10" } },
  { what: "no token kind", members: { tokenType: 0 } },
  { what: "an unknown token kind", members: { tokenType: 9 } },
  { what: "a currency with the standard token", members: { currencyCode: "USD" } },
  { what: "no currency with the external kind", members: { tokenType: 3 } },
  { what: "an unknown currency", members: { tokenType: 3, currencyCode: "XAU" } },
  { what: "no recipient", members: { recipient: "" } },
  { what: "a recipient that is not an id", members: { recipient: "x".repeat(37) } },
  { what: "a description that is too long", members: { description: "x".repeat(257) } },
  { what: "no creation time", members: { createdAt: 0n } },
  { what: "a creation time out of range", members: { createdAt: 9_000_000_000_000_000n } },
  { what: "a fee above fee_max", members: { feeMax: "0.00999999" } },
  { what: "a fee_max that is not a decimal", members: { feeMax: "any" } },
];
const unsigned: Breach[] = [
  { what: "a signature of other bytes", sign: wrongSignature },
  { what: "a signature that is too short", sign: (ada, order) => ({ ...ada.signed(order), signature: "AAAA" }) },
  { what: "an unknown key", sign: (ada, order) => ({ ...ada.signed(order), key_id: randomUUID() }) },
  { what: "a signature for many orders", sign: (ada, order) => ada.signed(order, "transfers") },
  { what: "a signature for a receipt", sign: (ada, order) => ada.signed(order, "receipt") },
];
const uncovered: Breach[] = [
  { what: "more than the balance", members: { amount: "90.00000001" } },
  { what: "the whole balance, without the fee", members: { amount: "90" } },
  { what: "a token kind without a balance", members: { tokenType: 2 } },
];
const unreceived: Breach[] = [{ what: "a recipient without a wallet", members: { recipient: randomUUID() } }];

onEveryServer(
  "the specification of processing",
  ({ server }) => {
    const api = () => new ApiClient(server());

    /** Sends an order with these breaches from a holder of 90 tokens; returns its result. */
    async function attempt(...breaches: Breach[]) {
      const [ada, bob] = [await newHolder(api(), { TOKEN_STANDARD: 90 }), await newHolder(api())];
      const members = Object.assign({}, ...breaches.map((breach) => breach.members));
      const order = ada.order({ recipient: bob.id, ...members });
      const sign = breaches.find((breach) => breach.sign !== undefined)?.sign ?? ((_, bytes) => ada.signed(bytes));
      const { status, body } = await ada.send(sign(ada, order));
      expect(status).toBe(200);
      expect([await ada.held(), await bob.held()]).toMatchObject([{ TOKEN_STANDARD: "90" }, { TOKEN_STANDARD: "0" }]);
      return body.result;
    }

    describe("rule 1, the transaction is valid:", () => {
      test.each(invalid)("not with $what", async (breach) => {
        expect(await attempt(breach)).toEqual(refused("INVALID_TRANSACTION"));
      });

      test("not to the sender", async () => {
        const ada = await newHolder(api(), { TOKEN_STANDARD: 90 });
        expect(await ada.pay({ recipient: ada.id })).toEqual(refused("INVALID_TRANSACTION"));
      });

      test("not without a wallet, nor with a frozen one", async () => {
        const [ada, bob] = [await newHolder(api(), { TOKEN_STANDARD: 90 }), await newHolder(api())];
        await ada.freeze();
        expect(await ada.pay({ recipient: bob.id })).toEqual(refused("INVALID_TRANSACTION"));
        await ada.freeze(false);
        expect(await ada.pay({ recipient: bob.id })).toEqual(done);
        await bob.freeze();
        expect(await ada.pay({ recipient: bob.id })).toEqual(done);
      });

      test.each([
        ["bytes that are not an order", Buffer.from("no order at all")],
        ["a truncated order", Buffer.from("0a24", "hex")],
        ["an order with text that is not UTF-8", Buffer.from("0a02c328", "hex")],
      ])("not with %s: the result has no id", async (_, bytes) => {
        const ada = await newHolder(api(), { TOKEN_STANDARD: 90 });
        expect((await ada.send(ada.signed(bytes))).body.result).toEqual(refused("INVALID_TRANSACTION", ""));
      });

      test.each(["", "x", "a0eebc999c0b4ef8bb6d6bb9bd380a11"])("not with an id that is not a UUID: %j", async (id) => {
        const [ada, bob] = [await newHolder(api(), { TOKEN_STANDARD: 90 }), await newHolder(api())];
        expect(await ada.pay({ recipient: bob.id, id })).toEqual(refused("INVALID_TRANSACTION", ""));
      });
    });

    test.each(unsigned)("rule 2, it is signed by its sender: not with $what", async (breach) => {
      expect(await attempt(breach)).toEqual(refused("INVALID_SIGNATURE"));
    });

    test.each(uncovered)("rule 3, the sender holds amount and fee: not with $what", async (breach) => {
      expect(await attempt(breach)).toEqual(refused("INSUFFICIENT_FUNDS"));
    });

    test("rule 3: exactly amount and fee are enough", async () => {
      const [ada, bob] = [await newHolder(api(), { TOKEN_STANDARD: "90.09" }), await newHolder(api())];
      expect(await ada.pay({ recipient: bob.id, amount: "90", feeMax: "0.09" })).toEqual(done);
      expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "0" });
      expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "90" });
    });

    test.each(unreceived)("rule 4, the recipient has a wallet: not with $what", async (breach) => {
      expect(await attempt(breach)).toEqual(refused("INVALID_RECIPIENT"));
    });

    test("rule 4: the accounts of the service are not wallets", async () => {
      for (const recipient of ["@fees", "@issuance", "@liquidity"]) {
        expect(await attempt({ what: recipient, members: { recipient } })).toEqual(refused("INVALID_RECIPIENT"));
      }
    });

    describe("rule 5, limits:", () => {
      test("per transaction, by the sender's level", async () => {
        const bob = await newHolder(api());
        const ada = await newHolder(api(), { TOKEN_STANDARD: 10_000 });
        expect(await ada.pay({ recipient: bob.id, amount: "100.00000001" })).toEqual(refused("LIMIT_EXCEEDED"));
        expect(await ada.pay({ recipient: bob.id, amount: "100" })).toEqual(done);
      });

      test("per day, by the sender's level; fees and refused transactions do not count", async () => {
        const bob = await newHolder(api());
        const ada = await newHolder(api(), { TOKEN_STANDARD: 10_000 });
        expect(await ada.pay({ recipient: bob.id, amount: "100" })).toEqual(done);
        expect(await ada.pay({ recipient: bob.id, amount: "1000" })).toEqual(refused("LIMIT_EXCEEDED"));
        expect(await ada.pay({ recipient: bob.id, amount: "100" })).toEqual(done);
        expect(await ada.pay({ recipient: bob.id, amount: "0.00000001" })).toEqual(refused("LIMIT_EXCEEDED"));
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "9799.8" });
      });

      test("per token kind", async () => {
        const bob = await newHolder(api());
        const ada = await newHolder(api(), { TOKEN_STANDARD: 1_000, TOKEN_MICRO: 1_000 });
        for (const amount of ["100", "100"]) await ada.pay({ recipient: bob.id, amount });
        expect(await ada.pay({ recipient: bob.id, tokenType: 2, amount: "1" })).toEqual(done);
        expect(await ada.pay({ recipient: bob.id, tokenType: 2, amount: "1.000000000001" })).toEqual(
          refused("LIMIT_EXCEEDED"),
        );
      });

      test("higher with a higher level", async () => {
        const bob = await newHolder(api());
        const owner = await newOwner(api());
        await api().call("POST", "/api/wallets/create", { identity_id: owner.id });
        const request = { identity_id: owner.id, token_type: "TOKEN_STANDARD", amount: 500 };
        await api().call("POST", "/v1/admin/ledger/deposits", request);
        const pay = async () => {
          const asked = { sender: owner.id, recipient: bob.id, token_type: "TOKEN_STANDARD", amount: 150 };
          const { transaction } = (await api().call("POST", "/api/transactions/create", asked)).body.result;
          const execution = { sender: owner.id, transaction_id: transaction.id };
          return (await api().call("POST", "/api/transactions/execute", execution)).body.result;
        };
        expect(await pay()).toEqual(refused("LIMIT_EXCEEDED"));
        await owner.proveEmail();
        expect(await pay()).toEqual(done);
      });
    });

    describe("the first broken rule determines the error:", () => {
      const overLimit: Breach = { what: "more than the limit", members: { amount: "1000" } };
      const rules: [string, Breach[]][] = [
        ["INVALID_TRANSACTION", [invalid[0] as Breach, { what: "a fee above fee_max", members: { feeMax: "0" } }]],
        ["INVALID_SIGNATURE", unsigned.slice(0, 3)],
        ["INSUFFICIENT_FUNDS", [overLimit, uncovered[1] as Breach]],
        ["INVALID_RECIPIENT", unreceived],
      ];
      const pairs = rules.flatMap(([code, firsts], index) =>
        firsts.flatMap((first) =>
          rules.slice(index + 1).flatMap(([, seconds]) => seconds.map((second) => ({ code, first, second }))),
        ),
      );
      test.each(pairs)("$first.what and $second.what: $code", async ({ code, first, second }) => {
        // The amount of the first breach overrides that of the second.
        expect(await attempt(second, first)).toEqual(refused(code));
      });

      test("no wallet of the recipient, and more than the limit: INVALID_RECIPIENT", async () => {
        const ada = await newHolder(api(), { TOKEN_STANDARD: 10_000 });
        expect(await ada.pay({ recipient: randomUUID(), amount: "1000" })).toEqual(refused("INVALID_RECIPIENT"));
      });
    });

    describe("rule 7, fees:", () => {
      const fees: [string, string, string][] = [
        ["at least the minimum", "0.00000001", "0.00001"],
        ["a thousandth", "50", "0.05"],
        ["a thousandth, rounded up", "50.00000001", "0.05000001"],
      ];
      test.each(fees)("%s: of %s it is %s", async (_, amount, fee) => {
        const bob = await newHolder(api());
        const ada = await newHolder(api(), { TOKEN_STANDARD: 90 });
        const { transaction_id } = await ada.pay({ recipient: bob.id, amount });
        const path = `/api/wallets/${ada.id}/transactions/${transaction_id}`;
        const { transaction } = (await api().call("GET", path)).body.result;
        expect(transaction).toMatchObject({ exact_amount: amount, fee: { exact_amount: fee, amount: Number(fee) } });
      });
    });

    describe("with automatic exchange", () => {
      test("a missing amount is exchanged from the other internal token, in the same entry", async () => {
        const bob = await newHolder(api());
        const ada = await newHolder(api(), { TOKEN_STANDARD: 4, TOKEN_MICRO: 5_000 });
        expect(await ada.pay({ recipient: bob.id })).toEqual(refused("INSUFFICIENT_FUNDS"));
        await ada.configure({ auto_exchange: true });
        expect(await ada.pay({ recipient: bob.id })).toEqual(done);
        expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "10", TOKEN_MICRO: "0" });
        const { TOKEN_STANDARD, TOKEN_MICRO } = await ada.held();
        expect(TOKEN_STANDARD).toBe("0");
        // 6.01 at one for a hundred, and half a percent.
        expect(Number(TOKEN_MICRO)).toBeCloseTo(5_000 - 601 / 0.995, 9);
        const [entry] = await ada.entries();
        expect(entry).toMatchObject({
          kind: "ENTRY_TRANSACTION",
          exchange: { result: { success: true, source_type: "TOKEN_MICRO", target_type: "TOKEN_STANDARD" } },
        });
        const { exchanges } = (await api().call("GET", `/api/wallets/${ada.id}/exchanges`)).body.result;
        expect(exchanges).toEqual([entry.exchange]);
      });

      test("the exchange of a hold is listed among the exchanges of the wallet, and of it alone", async () => {
        const bob = await newHolder(api());
        const ada = await newHolder(api(), { TOKEN_MICRO: 5_000 });
        await ada.configure({ auto_exchange: true });
        const captureBefore = BigInt(Date.now() + 3_600_000);
        expect(await ada.pay({ recipient: bob.id, captureBefore })).toMatchObject({ success: true });
        const [entry] = await ada.entries();
        expect(entry).toMatchObject({ kind: "ENTRY_HOLD", exchange: { result: { success: true } } });
        const exchangesOf = async ({ id }: { id: string }) =>
          (await api().call("GET", `/api/wallets/${id}/exchanges`)).body.result.exchanges;
        expect(await exchangesOf(ada)).toEqual([entry.exchange]);
        expect(await exchangesOf(bob)).toEqual([]);
      });

      test.each(["transfer", "hold"])("a created %s by a key in the vault has it, too", async (kind) => {
        const bob = await newHolder(api());
        const ada = await newVaultHolder(api(), { TOKEN_STANDARD: 4, TOKEN_MICRO: 5_000 });
        const terms = {
          recipient: bob.id,
          ...(kind === "hold" && { capture_before: new Date(Date.now() + 3_600_000).toISOString() }),
        };
        expect((await ada.create(terms)).body.result).toEqual({ error_code: "TX_ERROR_INSUFFICIENT_FUNDS" });
        await ada.configure({ auto_exchange: true });
        const { id } = (await ada.create(terms)).body.result.transaction;
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "4", TOKEN_MICRO: "5000" });
        expect((await ada.execute(id)).body.result).toMatchObject({ success: true });
        const { TOKEN_STANDARD, TOKEN_MICRO } = await ada.held();
        expect(TOKEN_STANDARD).toBe("0");
        expect(Number(TOKEN_MICRO)).toBeCloseTo(5_000 - 601 / 0.995, 9);
        const beyond = await ada.create({ ...terms, amount: 1_000 });
        expect(beyond.body.result).toEqual({ error_code: "TX_ERROR_INSUFFICIENT_FUNDS" });
      });

      test("nothing is exchanged when the other token is not enough or the transaction is refused", async () => {
        const bob = await newHolder(api());
        const ada = await newHolder(api(), { TOKEN_STANDARD: 4, TOKEN_MICRO: 605 });
        await ada.configure({ auto_exchange: true });
        expect(await ada.pay({ recipient: randomUUID() })).toEqual(refused("INVALID_RECIPIENT"));
        expect(await ada.pay({ recipient: bob.id, amount: "11" })).toEqual(refused("INSUFFICIENT_FUNDS"));
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "4", TOKEN_MICRO: "605" });
      });
    });

    test("rule 6: over HTTP the answer is the confirmation, with use_channel on or off", async () => {
      const bob = await newHolder(api());
      const ada = await newHolder(api(), { TOKEN_STANDARD: 90 });
      for (const use_channel of [true, false]) {
        await ada.configure({ use_channel });
        expect(await ada.pay({ recipient: bob.id })).toEqual(done);
      }
    });
  },
  () => rates,
);

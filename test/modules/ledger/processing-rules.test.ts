import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { newOwner } from "../../support/identity/owner.ts";
import { World } from "../../support/identity/world.ts";
import { done, type Holder, newHolder, rates, refused } from "../../support/wallet-holder.ts";

/** One way of breaking one rule; what it adds to an order, or does to the signed one. */
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
  { what: "a number beyond all", members: { amount: "1e400" } },
  { what: "more than any amount may be", members: { amount: "10000000000.00000001" } },
  { what: "an amount finer than its token", members: { amount: "0.000000001" } },
  { what: "an amount that is no decimal", members: { amount: "1,000" } },
  { what: "an amount in other digits", members: { amount: "１０" } },
  { what: "an amount with space around it", members: { amount: " 10" } },
  { what: "no token kind", members: { tokenType: 0 } },
  { what: "an unknown token kind", members: { tokenType: 9 } },
  { what: "a currency with the standard token", members: { currencyCode: "USD" } },
  { what: "no currency with what is external", members: { tokenType: 3 } },
  { what: "an unknown currency", members: { tokenType: 3, currencyCode: "XAU" } },
  { what: "no recipient", members: { recipient: "" } },
  { what: "a recipient that is no id", members: { recipient: "x".repeat(37) } },
  { what: "a description that is too long", members: { description: "x".repeat(257) } },
  { what: "no time", members: { createdAt: 0n } },
  { what: "a time that is none", members: { createdAt: 9_000_000_000_000_000n } },
  { what: "a fee above the highest", members: { feeMax: "0.00999999" } },
  { what: "a highest fee that is no decimal", members: { feeMax: "any" } },
];
const unsigned: Breach[] = [
  { what: "a signature of other bytes", sign: wrongSignature },
  { what: "no signature that could be one", sign: (ada, order) => ({ ...ada.signed(order), signature: "AAAA" }) },
  { what: "an unknown key", sign: (ada, order) => ({ ...ada.signed(order), key_id: randomUUID() }) },
  { what: "a signature for many orders", sign: (ada, order) => ada.signed(order, "transfers") },
  { what: "a signature for a receipt", sign: (ada, order) => ada.signed(order, "receipt") },
];
const uncovered: Breach[] = [
  { what: "more than there is", members: { amount: "90.00000001" } },
  { what: "all that there is, and nothing for the fee", members: { amount: "90" } },
  { what: "another kind than there is", members: { tokenType: 2 } },
];
const unreceived: Breach[] = [{ what: "a recipient without a wallet", members: { recipient: randomUUID() } }];

onEveryServer(
  "the specification of processing",
  ({ server }) => {
    const world = () => new World(server());

    /** What becomes of an order of one with 90 tokens to one with a wallet, broken so. */
    async function attempt(...breaches: Breach[]) {
      const [ada, bob] = [await newHolder(world(), { TOKEN_STANDARD: 90 }), await newHolder(world())];
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

      test("not to oneself", async () => {
        const ada = await newHolder(world(), { TOKEN_STANDARD: 90 });
        expect(await ada.pay({ recipient: ada.id })).toEqual(refused("INVALID_TRANSACTION"));
      });

      test("not without a wallet, nor with a frozen one", async () => {
        const [ada, bob] = [await newHolder(world(), { TOKEN_STANDARD: 90 }), await newHolder(world())];
        await ada.freeze();
        expect(await ada.pay({ recipient: bob.id })).toEqual(refused("INVALID_TRANSACTION"));
        await ada.freeze(false);
        expect(await ada.pay({ recipient: bob.id })).toEqual(done);
        await bob.freeze();
        expect(await ada.pay({ recipient: bob.id })).toEqual(done);
      });

      test.each([
        ["bytes that are no order", Buffer.from("no order at all")],
        ["an order that is cut short", Buffer.from("0a24", "hex")],
        ["an order with text that is no UTF-8", Buffer.from("0a02c328", "hex")],
      ])("not with %s: there is no id to tell it by", async (_, bytes) => {
        const ada = await newHolder(world(), { TOKEN_STANDARD: 90 });
        expect((await ada.send(ada.signed(bytes))).body.result).toEqual(refused("INVALID_TRANSACTION", ""));
      });

      test.each(["", "x", "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11", "a0eebc999c0b4ef8bb6d6bb9bd380a11"])(
        "not with an id that is no UUID in lower case: %j",
        async (id) => {
          const [ada, bob] = [await newHolder(world(), { TOKEN_STANDARD: 90 }), await newHolder(world())];
          expect(await ada.pay({ recipient: bob.id, id })).toEqual(refused("INVALID_TRANSACTION", ""));
        },
      );
    });

    test.each(unsigned)("rule 2, it is signed by its sender: not with $what", async (breach) => {
      expect(await attempt(breach)).toEqual(refused("INVALID_SIGNATURE"));
    });

    test.each(uncovered)("rule 3, the sender holds amount and fee: not with $what", async (breach) => {
      expect(await attempt(breach)).toEqual(refused("INSUFFICIENT_FUNDS"));
    });

    test("rule 3: exactly amount and fee are enough", async () => {
      const [ada, bob] = [await newHolder(world(), { TOKEN_STANDARD: "90.09" }), await newHolder(world())];
      expect(await ada.pay({ recipient: bob.id, amount: "90", feeMax: "0.09" })).toEqual(done);
      expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "0" });
      expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "90" });
    });

    test.each(unreceived)("rule 4, the recipient has a wallet: not with $what", async (breach) => {
      expect(await attempt(breach)).toEqual(refused("INVALID_RECIPIENT"));
    });

    test("rule 4: the accounts of the service are nobody's wallet", async () => {
      for (const recipient of ["@fees", "@issuance", "@liquidity"]) {
        expect(await attempt({ what: recipient, members: { recipient } })).toEqual(refused("INVALID_RECIPIENT"));
      }
    });

    describe("rule 5, limits:", () => {
      test("of one transaction, by the level of its sender", async () => {
        const bob = await newHolder(world());
        const ada = await newHolder(world(), { TOKEN_STANDARD: 10_000 });
        expect(await ada.pay({ recipient: bob.id, amount: "100.00000001" })).toEqual(refused("LIMIT_EXCEEDED"));
        expect(await ada.pay({ recipient: bob.id, amount: "100" })).toEqual(done);
      });

      test("of a day, by the level of its sender; fees do not count, and what was refused does not", async () => {
        const bob = await newHolder(world());
        const ada = await newHolder(world(), { TOKEN_STANDARD: 10_000 });
        expect(await ada.pay({ recipient: bob.id, amount: "100" })).toEqual(done);
        expect(await ada.pay({ recipient: bob.id, amount: "1000" })).toEqual(refused("LIMIT_EXCEEDED"));
        expect(await ada.pay({ recipient: bob.id, amount: "100" })).toEqual(done);
        expect(await ada.pay({ recipient: bob.id, amount: "0.00000001" })).toEqual(refused("LIMIT_EXCEEDED"));
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "9799.8" });
      });

      test("each token kind has its own", async () => {
        const bob = await newHolder(world());
        const ada = await newHolder(world(), { TOKEN_STANDARD: 1_000, TOKEN_MICRO: 1_000 });
        for (const amount of ["100", "100"]) await ada.pay({ recipient: bob.id, amount });
        expect(await ada.pay({ recipient: bob.id, tokenType: 2, amount: "1" })).toEqual(done);
        expect(await ada.pay({ recipient: bob.id, tokenType: 2, amount: "1.000000000001" })).toEqual(
          refused("LIMIT_EXCEEDED"),
        );
      });

      test("they rise with the level", async () => {
        const bob = await newHolder(world());
        const owner = await newOwner(world());
        await world().call("POST", "/api/wallets/create", { identity_id: owner.id });
        const request = { identity_id: owner.id, token_type: "TOKEN_STANDARD", amount: 500 };
        await world().call("POST", "/v1/admin/ledger/deposits", request);
        const pay = async () => {
          const asked = { sender: owner.id, recipient: bob.id, token_type: "TOKEN_STANDARD", amount: 150 };
          const { transaction } = (await world().call("POST", "/api/transactions/create", asked)).body.result;
          const execution = { sender: owner.id, transaction_id: transaction.id };
          return (await world().call("POST", "/api/transactions/execute", execution)).body.result;
        };
        expect(await pay()).toEqual(refused("LIMIT_EXCEEDED"));
        await owner.proveEmail();
        expect(await pay()).toEqual(done);
      });
    });

    describe("the first rule that is broken is told:", () => {
      const overLimit: Breach = { what: "more than the limit", members: { amount: "1000" } };
      const rules: [string, Breach[]][] = [
        ["INVALID_TRANSACTION", [invalid[0] as Breach, { what: "a fee above the highest", members: { feeMax: "0" } }]],
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
        // What the first says about the amount counts.
        expect(await attempt(second, first)).toEqual(refused(code));
      });

      test("no wallet of the recipient, and more than the limit: INVALID_RECIPIENT", async () => {
        const ada = await newHolder(world(), { TOKEN_STANDARD: 10_000 });
        expect(await ada.pay({ recipient: randomUUID(), amount: "1000" })).toEqual(refused("INVALID_RECIPIENT"));
      });
    });

    describe("rule 7, fees:", () => {
      const fees: [string, string, string][] = [
        ["at least the least", "0.00000001", "0.00001"],
        ["a thousandth", "50", "0.05"],
        ["a thousandth, rounded up", "50.00000001", "0.05000001"],
      ];
      test.each(fees)("%s: of %s it is %s", async (_, amount, fee) => {
        const bob = await newHolder(world());
        const ada = await newHolder(world(), { TOKEN_STANDARD: 90 });
        const { transaction_id } = await ada.pay({ recipient: bob.id, amount });
        const path = `/api/wallets/${ada.id}/transactions/${transaction_id}`;
        const { transaction } = (await world().call("GET", path)).body.result;
        expect(transaction).toMatchObject({ exact_amount: amount, fee: { exact_amount: fee, amount: Number(fee) } });
      });
    });

    describe("with automatic exchange", () => {
      test("what is missing is exchanged from the other internal token, in one step", async () => {
        const bob = await newHolder(world());
        const ada = await newHolder(world(), { TOKEN_STANDARD: 4, TOKEN_MICRO: 5_000 });
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
        const { exchanges } = (await world().call("GET", `/api/wallets/${ada.id}/exchanges`)).body.result;
        expect(exchanges).toEqual([entry.exchange]);
      });

      test("both or neither: too little of the other, or a recipient without a wallet, and nothing is exchanged", async () => {
        const bob = await newHolder(world());
        const ada = await newHolder(world(), { TOKEN_STANDARD: 4, TOKEN_MICRO: 605 });
        await ada.configure({ auto_exchange: true });
        expect(await ada.pay({ recipient: randomUUID() })).toEqual(refused("INVALID_RECIPIENT"));
        expect(await ada.pay({ recipient: bob.id, amount: "11" })).toEqual(refused("INSUFFICIENT_FUNDS"));
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "4", TOKEN_MICRO: "605" });
      });
    });

    test("rule 6: over HTTP the answer is the confirmation, whether the wallet uses the channel or not", async () => {
      const bob = await newHolder(world());
      const ada = await newHolder(world(), { TOKEN_STANDARD: 90 });
      for (const use_channel of [true, false]) {
        await ada.configure({ use_channel });
        expect(await ada.pay({ recipient: bob.id })).toEqual(done);
      }
    });
  },
  () => rates,
);

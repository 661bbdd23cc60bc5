import { expect } from "vitest";
import type { DriverProcess, Outcome } from "../driver-process.ts";
import { type DrivenWallet, expectOutcome, failureOf, ten, type World } from "../world.ts";
import type { Scenario } from "./scenario.ts";

const completed = "TRANSACTION_COMPLETED";
const inAnHour = () => Date.now() + 3_600_000;

/** A hold of 10 and its recipient, who has a driver. */
async function held(world: World): Promise<{ wallet: DrivenWallet; shop: DrivenWallet; hold: Outcome }> {
  const [wallet, shop] = [await world.wallet(), await world.wallet("0")];
  const hold = await wallet.driver.send<Outcome>("hold", { order: ten(shop.id), captureBeforeMs: inAnHour() });
  expectOutcome(hold, "held");
  return { wallet, shop, hold };
}

/** A payment that has completed. */
async function paid(world: World): Promise<{ wallet: DrivenWallet; shop: DrivenWallet; payment: Outcome }> {
  const [wallet, shop] = [await world.wallet(), await world.wallet("0")];
  const payment = await wallet.driver.send<Outcome>("pay", { order: ten(shop.id) });
  expectOutcome(payment, "completed");
  return { wallet, shop, payment };
}

/** Operations of a wallet when nothing is in their way. */
export const walletScripts: readonly Scenario[] = [
  {
    name: "a payment, and what the wallet has afterwards",
    async play(world) {
      const { wallet, shop } = await paid(world);
      const balances = await wallet.driver.send<Record<string, string>>("balances");
      expect(balances["TOKEN_STANDARD"]).toBe(await world.balanceOf(wallet.id));
      expect(await shop.driver.send("balances")).toMatchObject({ TOKEN_STANDARD: "10" });
      return "completed";
    },
  },
  {
    name: "a batch of 100 payments, of which one is more than there is",
    async play(world) {
      const [wallet, recipient] = [await world.wallet(), await world.recipient()];
      const orders = Array.from({ length: 100 }, (_, index) =>
        ten(recipient, { amount: index === 50 ? "1000" : "0.1" }),
      );
      const { outcomes } = await wallet.driver.send<{ outcomes: Outcome[] }>("payMany", { orders });
      expect(outcomes.length).toBe(100);
      for (const [index, outcome] of outcomes.entries()) {
        if (index === 50) expectOutcome(outcome, "failed", "INSUFFICIENT_FUNDS");
        else expectOutcome(outcome, "completed");
      }
      expect(await world.balanceOf(recipient)).toBe("9.9");
      return "99 completed, 1 failed";
    },
  },
  {
    name: "linked payments, all or none",
    async play(world) {
      const [wallet, recipient] = [await world.wallet(), await world.recipient()];
      const pay = (...amounts: string[]) =>
        wallet.driver.send<{ outcomes: Outcome[] }>("payLinked", {
          orders: amounts.map((amount) => ten(recipient, { amount })),
        });
      for (const outcome of (await pay("1", "2")).outcomes) expectOutcome(outcome, "completed");
      const { outcomes } = await pay("1", "1000");
      expectOutcome(outcomes[0] as Outcome, "failed", "LINKED_FAILED");
      expectOutcome(outcomes[1] as Outcome, "failed", "INSUFFICIENT_FUNDS");
      expect(await world.balanceOf(recipient)).toBe("3");
      return "2 completed, then 2 failed";
    },
  },
  {
    name: "payments whose outcomes are returned, of which `onSettled` is not told",
    async play(world) {
      const [{ driver }, recipient] = [await world.wallet(), await world.recipient()];
      expectOutcome(await driver.send<Outcome>("pay", { order: ten(recipient) }), "completed");
      expectOutcome(await driver.send<Outcome>("pay", { order: ten(recipient, { amount: "1000" }) }), "failed");
      expectOutcome(await driver.send<Outcome>("exchange", exchange), "completed");
      await driver.send("close", { what: "wallet" });
      expect(await toldOf(driver)).toEqual([]);
      return "completed, failed, completed";
    },
  },
  {
    name: "a hold, captured in part and released",
    async play(world) {
      const { wallet, shop, hold } = await held(world);
      const terms = { holdId: hold.id, tokenType: "TOKEN_TYPE_STANDARD" };
      const capture = { ...terms, amount: "4", keepRest: true };
      expectOutcome(await shop.driver.send<Outcome>("capture", capture), "completed");
      expectOutcome(await shop.driver.send<Outcome>("release", { holdId: hold.id }), "completed");
      const late = await shop.driver.send<Outcome>("capture", { ...terms, amount: "1" });
      expect([await world.balanceOf(wallet.id), await world.balanceOf(shop.id)]).toEqual(["95.996", "4"]);
      return `held, ${expectOutcome(late, "failed", "HOLD_ENDED")}`;
    },
  },
  {
    name: "a payment given back in part, and never more than it",
    async play(world) {
      const { shop, payment, wallet } = await paid(world);
      const part = await shop.driver.send<Outcome>("reverse", { transactionId: payment.id, amount: "4" });
      expectOutcome(part, "completed");
      expectOutcome(await shop.driver.send<Outcome>("reverse", { transactionId: payment.id }), "completed");
      const { reason } = await failureOf(shop.driver.send("reverse", { transactionId: payment.id }));
      expect(await world.balanceOf(wallet.id)).toBe("99.99");
      return `completed, then ${reason}`;
    },
  },
  {
    name: "a payment given back with an amount of zero, which is refused before anything is sent",
    async play(world) {
      const { shop, payment } = await paid(world);
      for (const amount of ["0", "0.00"]) {
        const refused = failureOf(shop.driver.send("reverse", { transactionId: payment.id, amount }));
        expect(await refused).toMatchObject({ reason: "PARAMETER_INVALID", parameter: "amount" });
      }
      expect(await world.balanceOf(shop.id)).toBe("10");
      return "PARAMETER_INVALID: amount";
    },
  },
  {
    name: "an exchange",
    async play(world) {
      const { driver, id } = await world.wallet();
      const outcome = await driver.send<Outcome>("exchange", exchange);
      expect(outcome.received).toMatch(/^9\d\d(\.\d+)?$/);
      expect(await driver.send("balances")).toMatchObject({ TOKEN_MICRO: outcome.received });
      expect(await world.balanceOf(id)).toBe("90");
      return expectOutcome(outcome, "completed");
    },
  },
  {
    name: "the history, page by page",
    async play(world) {
      const [{ driver }, recipient] = [await world.wallet(), await world.recipient()];
      const ids: string[] = [];
      for (let count = 0; count < 7; count++) {
        ids.push((await driver.send<Outcome>("pay", { order: ten(recipient, { amount: "1" }) })).id);
      }
      const told = await driver.send<{ ids: string[] }>("history", { pageSize: 3 });
      // The newest is the first.
      expect(told.ids.filter((id) => ids.includes(id))).toEqual(ids.toReversed());
      return "7 of 7";
    },
  },
  {
    name: "events, from the start and from a cursor",
    async play(world) {
      const [{ driver }, recipient] = [await world.wallet(), await world.recipient()];
      for (let count = 0; count < 4; count++) await driver.send("pay", { order: ten(recipient, { amount: "1" }) });
      const first = await driver.send<Events>("events", { fromStart: true, count: 3 });
      const next = await driver.send<Events>("events", { cursor: first.events.at(-1)?.cursor, count: 2 });
      const sequences = [...first.events, ...next.events].map(({ sequence }) => Number(sequence));
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
      expect(new Set(sequences).size).toBe(5);
      return "5 of 5";
    },
  },
  {
    name: "a receipt, verified, and refused with one byte changed",
    async play(world) {
      const { wallet, payment } = await paid(world);
      const keySet = await (await fetch(`${world.service.url}/.well-known/jwks.json`)).json();
      const asked = { transactionId: payment.id, keySet };
      const { confirmationCode } = await wallet.driver.send<{ confirmationCode: string }>("receipt", asked);
      expect(confirmationCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
      const request = { identityId: wallet.id, transactionId: payment.id };
      const call = { service: "wallet.v1.TransactionService", method: "GetReceipt", request };
      const { receipt } = await wallet.driver.send<{ receipt: Record<string, string> }>("call", call);
      expect(await wallet.driver.send("verifyReceipt", { receipt, keySet })).toMatchObject({ confirmationCode });
      for (const member of ["entry", "statement", "signature", "batchDigests"]) {
        const bytes = Buffer.from(receipt[member] as string, "base64");
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
        const changed = { ...receipt, [member]: bytes.toString("base64") };
        const { reason } = await failureOf(wallet.driver.send("verifyReceipt", { receipt: changed, keySet }));
        expect(reason, member).toBe("BAD_RECEIPT");
      }
      return "verified; 4 changes found";
    },
  },
  ...refusals(),
];

interface Events {
  readonly events: readonly { readonly id: string; readonly sequence: string; readonly cursor: string }[];
}

/** Returns what `onSettled` was told since this was asked last. */
async function toldOf(driver: DriverProcess): Promise<Outcome[]> {
  return (await driver.send<{ outcomes: Outcome[] }>("settled")).outcomes;
}

const exchange = { fromTokenType: "TOKEN_TYPE_STANDARD", toTokenType: "TOKEN_TYPE_MICRO", amount: "10" };

/** Payments that are refused, or fail by a rule of the ledger. */
function refusals(): Scenario[] {
  const unknown = "00000000-0000-4000-8000-000000000000";
  const failing: readonly [name: string, members: object, word: string][] = [
    ["of more than there is", { amount: "1000" }, "INSUFFICIENT_FUNDS"],
    ["to nobody", { recipient: unknown }, "INVALID_RECIPIENT"],
    ["of an amount that is no number", { amount: "ten" }, "INVALID_TRANSACTION"],
    ["of a negative amount", { amount: "-1" }, "INVALID_TRANSACTION"],
  ];
  const scripts = failing.map(
    ([name, members, word]): Scenario => ({
      name: `a payment ${name}`,
      async play(world) {
        const [{ driver, id }, recipient] = [await world.wallet(), await world.recipient()];
        const sent = driver.send<Outcome>("pay", { order: ten(recipient, members) });
        const told = expectOutcome(await sent, "failed", word);
        expect(await world.balanceOf(id)).toBe("100");
        return told;
      },
    }),
  );
  const frozen: Scenario = {
    name: "a payment from a frozen wallet",
    async play(world) {
      const [{ driver, id }, recipient] = [await world.wallet(), await world.recipient()];
      await driver.send("balances");
      const path = `/v1/admin/ledger/wallets/${id}/frozen`;
      expect((await world.operator.call("PUT", path, { is_frozen: true })).status).toBe(200);
      const outcome = await driver.send<Outcome>("pay", { order: ten(recipient) });
      expect(await world.balanceOf(id)).toBe("100");
      return expectOutcome(outcome, "failed");
    },
  };
  return [...scripts, frozen];
}

/** Answers that are lost of operations other than a payment. */
export const lostAnswers: readonly Scenario[] = [
  {
    name: "a hold and its capture, whose answers are dropped",
    async play(world) {
      const [wallet, shop] = [await world.wallet(), await world.wallet("0")];
      world.faults.harm("/Transfer", { do: "drop answer" });
      world.faults.harm("/CaptureHold", { do: "drop answer" });
      const hold = await wallet.driver.send<Outcome>("hold", { order: ten(shop.id), captureBeforeMs: inAnHour() });
      expectOutcome(hold, "held");
      const terms = { holdId: hold.id, tokenType: "TOKEN_TYPE_STANDARD", amount: "10" };
      const capture = await shop.driver.send<Outcome>("capture", terms);
      expect([await world.balanceOf(wallet.id), await world.balanceOf(shop.id)]).toEqual(["89.99", "10"]);
      expect(await world.wordOf(shop.id, capture.id)).toBe(completed);
      return `held, ${expectOutcome(capture, "completed")}`;
    },
  },
  {
    name: "an exchange whose answer is dropped twice",
    async play(world) {
      const { driver, id } = await world.wallet();
      world.faults.harm("/Exchange", { do: "drop answer" }, 2);
      const outcome = await driver.send<Outcome>("exchange", exchange);
      expect(await world.balanceOf(id)).toBe("90");
      return expectOutcome(outcome, "completed");
    },
  },
  {
    name: "an exchange that never reaches the service, until it is voided",
    async play(world) {
      const { driver, id } = await world.wallet("100", { confirmTimeoutMs: 1_500 });
      world.faults.harm("/Exchange", { do: "silence", isForwarded: false }, 1_000_000);
      const outcome = await driver.send<Outcome>("exchange", exchange);
      expect(await world.balanceOf(id)).toBe("100");
      return expectOutcome(outcome, "failed");
    },
  },
  {
    name: "an exchange that is made and not answered, until its id is a conflict",
    async play(world) {
      const { driver, id } = await world.wallet("100", { confirmTimeoutMs: 1_500, retryCount: 0 });
      world.faults.harm("/Exchange", { do: "drop answer" });
      const outcome = await driver.send<Outcome>("exchange", exchange);
      expect(await world.balanceOf(id)).toBe("90");
      return expectOutcome(outcome, "completed");
    },
  },
  {
    name: "an exchange whose answer is lost as the service goes away, told once when it is back",
    async play(world) {
      const { driver, id } = await world.wallet("100", { confirmTimeoutMs: 1_000 });
      const call = async () => {
        world.faults.isAway = true;
        world.faults.cutConnections();
      };
      world.faults.harm("/Exchange", { do: "call", call });
      const outcome = await driver.send<Outcome>("exchange", exchange);
      expectOutcome(outcome, "unresolved");
      world.faults.isAway = false;
      const told: Outcome[] = [];
      while (told.length === 0) told.push(...(await toldOf(driver)));
      await driver.send("close", { what: "wallet" });
      expect([...told, ...(await toldOf(driver))]).toMatchObject([{ kind: "completed", id: outcome.id }]);
      expect(await world.balanceOf(id)).toBe("90");
      return "unresolved, then completed";
    },
  },
  {
    name: "a batch of 100 payments whose answer is dropped",
    async play(world) {
      const [wallet, recipient] = [await world.wallet(), await world.recipient()];
      world.faults.harm("/TransferBatch", { do: "drop answer" });
      const orders = Array.from({ length: 100 }, () => ten(recipient, { amount: "0.1" }));
      const { outcomes } = await wallet.driver.send<{ outcomes: Outcome[] }>("payMany", { orders });
      for (const outcome of outcomes) expectOutcome(outcome, "completed");
      expect(await world.balanceOf(recipient)).toBe("10");
      return "100 completed";
    },
  },
  {
    name: "a registration whose answer is dropped",
    async play(world) {
      world.faults.harm("/CreateIdentity", { do: "drop answer" });
      const { driver, credentials } = await world.wallet();
      expect(await driver.send("balances")).toMatchObject({ TOKEN_STANDARD: "100" });
      return credentials.identityId === "" ? "none" : "registered once";
    },
  },
  {
    name: "events over a stream that is cut again and again",
    async play(world) {
      const [{ driver }, recipient] = [await world.wallet(), await world.recipient()];
      for (let count = 0; count < 9; count++) await driver.send("pay", { order: ten(recipient, { amount: "1" }) });
      world.faults.harm("/Watch", { do: "cut answer" }, 2);
      const { events } = await driver.send<Events>("events", { fromStart: true, count: 10 });
      expect(new Set(events.map(({ sequence }) => sequence)).size).toBe(10);
      return "10 of 10, each once";
    },
  },
  {
    name: "events while an intermediary answers with a page, with nothing, and with 503",
    async play(world) {
      const [{ driver }, recipient] = [await world.wallet(), await world.recipient()];
      await driver.send("pay", { order: ten(recipient) });
      world.faults.harm("/Watch", { do: "refuse", status: 200 });
      world.faults.harm("/Watch", { do: "refuse", status: 200, body: "" }, 1, 0);
      world.faults.harm("/Watch", { do: "refuse", status: 503, retryAfterSeconds: 1 }, 1, 0);
      const { events } = await driver.send<Events>("events", { fromStart: true, count: 2 });
      expect(new Set(events.map(({ sequence }) => sequence)).size).toBe(2);
      expect(world.faults.rules.count("/Watch")).toBe(4);
      return "2 of 2, each once";
    },
  },
];

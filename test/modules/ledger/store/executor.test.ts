import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { microAsset, standardAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { entryBytes } from "../../../../server/modules/ledger/domain/entry/chain.ts";
import { entryKinds, transactionErrors } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import { LedgerBusy, type Request } from "../../../../server/modules/ledger/domain/requests.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { expectConsistent } from "../../../support/ledger/consistency.ts";
import { limitedTo, someDayMs } from "../../../support/ledger/constants.ts";
import { entryOf, openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import {
  create,
  deposit,
  exchange,
  execute,
  transfer,
  voidTransaction,
  withdrawal,
} from "../../../support/ledger/requests.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

onEveryDatabase("a ledger", (engine) => {
  it("moves money and fee, and records the entry", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine);
    const [ada, eve] = [await addWallet(100_000n), await addWallet()];
    const entry = entryOf(await ledger.submit(transfer(ada, eve, 10_000n)));
    expect(entry).toMatchObject({ kind: entryKinds.transfer, outcome: 0, amount: 10_000n, fee: 10n, atMs: someDayMs });
    expect(await ledger.balances(ada)).toEqual([{ asset: standardAsset, balance: 89_990n }]);
    expect(await ledger.balances(eve)).toEqual([{ asset: standardAsset, balance: 10_000n }]);
    expect(await ledger.balances("@fees")).toEqual([{ asset: standardAsset, balance: 10n }]);
    expect(await ledger.balances("@issuance")).toEqual([{ asset: standardAsset, balance: -100_000n }]);
    const [last] = (await expectConsistent(ledger)).slice(-1);
    expect(last && hex(entryBytes(last))).toBe(hex(entryBytes(entry)));
  });

  it("lists no balances of a wallet without postings", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine);
    const owner = await addWallet();
    expect(await ledger.balances(owner)).toEqual([]);
    const accounts = await ledger.accountsAfter(undefined, 10);
    expect(accounts).toMatchObject([microAsset, standardAsset].map((asset) => ({ owner, asset, balance: 0n })));
  });

  it("decides concurrent requests in order, each in view of those before it", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine);
    const [ada, eve, max] = [await addWallet(1_000n), await addWallet(), await addWallet()];
    const outcomes = await Promise.all(
      [transfer(ada, eve, 900n), transfer(ada, max, 900n), transfer(eve, max, 800n), transfer(eve, max, 800n)].map(
        (request) => ledger.submit(request),
      ),
    );
    const funds = transactionErrors.TX_ERROR_INSUFFICIENT_FUNDS;
    expect(outcomes.map((outcome) => entryOf(outcome).outcome)).toEqual([0, funds, 0, funds]);
    expect((await ledger.batchesAfter(0, 100)).map(({ lastSequence }) => lastSequence)).toEqual([1, 5]);
    await expectConsistent(ledger);
  });

  it("decides requests that are submitted at once in order, beside those of others, and tells the outcome of each", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine, { batchMax: 7 });
    const [ada, eve] = [await addWallet(1_000n), await addWallet()];
    const requests = [
      ...Array.from({ length: 20 }, () => transfer(ada, eve, 40n)),
      transfer(ada, eve, 900n),
      transfer(eve, ada, 1n),
    ];
    const [outcomes, other] = await Promise.all([ledger.submitAll(requests), ledger.submit(deposit(eve, 5n))]);
    const funds = transactionErrors.TX_ERROR_INSUFFICIENT_FUNDS;
    expect(outcomes.map((outcome) => entryOf(outcome).outcome)).toEqual([...Array(20).fill(0), funds, 0]);
    expect(outcomes.map((outcome) => entryOf(outcome).id)).toEqual(requests.map(({ id }) => id));
    expect(entryOf(other).outcome).toBe(0);
    expect(await ledger.submitAll([])).toEqual([]);
    await expectConsistent(ledger);
  });

  it("rejects requests that are submitted at once when one of them cannot be written, and does the others", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine);
    const [ada, eve] = [await addWallet(1_000n), await addWallet()];
    const good = [transfer(ada, eve, 10n), transfer(ada, eve, 10n)];
    await expect(ledger.submitAll([...good, transfer(ada, eve, 10n, { id: "x".repeat(37) })])).rejects.toThrow();
    for (const request of good) expect(await ledger.submit(request)).toMatchObject({ isReplay: true });
  });

  it("does one of fifty identical concurrent requests, and answers all of them alike", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine);
    const [ada, eve] = [await addWallet(1_000n), await addWallet()];
    const request = transfer(ada, eve, 100n);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => ledger.submit(request)));
    expect(new Set(outcomes.map((outcome) => hex(entryBytes(entryOf(outcome))))).size).toBe(1);
    expect(outcomes.filter((outcome) => outcome.kind === "entry" && !outcome.isReplay)).toHaveLength(1);
    expect(await ledger.balances(eve)).toEqual([{ asset: standardAsset, balance: 100n }]);
    expect(await expectConsistent(ledger)).toHaveLength(2);
  });

  it("answers a repeated request as before, also after it was opened again", async () => {
    const first = await openLedgerFixture(engine);
    const [ada, eve] = [await first.addWallet(1_000n), await first.addWallet()];
    const [paid, refused] = [transfer(ada, eve, 100n), transfer(ada, eve, 10_000n)];
    const before = [await first.ledger.submit(paid), await first.ledger.submit(refused)].map(entryOf);
    await first.ledger.submit(deposit(ada, 50_000n));
    const second = await openLedgerFixture(engine, { now: () => someDayMs + 5_000 }, first.location);
    for (const ledger of [first.ledger, second.ledger]) {
      const after = [await ledger.submit(paid), await ledger.submit(refused)];
      expect(after).toMatchObject([{ isReplay: true }, { isReplay: true }]);
      expect(after.map((outcome) => hex(entryBytes(entryOf(outcome))))).toEqual(
        before.map((entry) => hex(entryBytes(entry))),
      );
    }
  });

  it("accepts an id for one request only, in the same batch and later", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine);
    const [ada, eve] = [await addWallet(1_000n), await addWallet(1_000n)];
    const id = randomUUID();
    const requests = [
      transfer(ada, eve, 100n, { id }),
      transfer(ada, eve, 200n, { id }),
      transfer(eve, ada, 1n, { id }),
    ];
    const together = await Promise.all(requests.map((request) => ledger.submit(request)));
    expect(together.map(({ kind }) => kind)).toEqual(["entry", "conflict", "conflict"]);
    expect((await ledger.submit(requests[1] as Request)).kind).toBe("conflict");
    expect(await expectConsistent(ledger)).toHaveLength(3);
  });

  it("processes a created transaction once, in the same batch or later", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine);
    const [ada, eve] = [await addWallet(1_000n), await addWallet()];
    const [later, atOnce] = [create(ada, eve, 100n), create(ada, eve, 200n)];
    expect(await ledger.submit(later)).toMatchObject({ kind: "pending", isReplay: false });
    expect(await ledger.pending(later.id)).toMatchObject({ sender: ada, recipient: eve, amount: 100n, fee: 1n });
    const outcomes = await Promise.all(
      [
        execute(later.id, ada),
        atOnce,
        execute(atOnce.id, ada),
        execute(atOnce.id, ada),
        execute(randomUUID(), ada),
      ].map((request) => ledger.submit(request)),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(["entry", "pending", "entry", "entry", "unknown"]);
    expect(outcomes[3]).toMatchObject({ isReplay: true });
    for (const { id, requestDigest: digest } of [later, atOnce]) {
      expect(await ledger.pending(id)).toBeUndefined();
      expect(hex((await ledger.entry(id))?.requestDigest ?? Buffer.of())).toBe(hex(digest));
    }
    expect(await ledger.balances(eve)).toEqual([{ asset: standardAsset, balance: 300n }]);
    const alone = create(ada, eve, 50n);
    await ledger.submit(alone);
    // The request itself does not name the recipient.
    expect(entryOf(await ledger.submit(execute(alone.id, ada)))).toMatchObject({ outcome: 0, counterparty: eve });
    await expectConsistent(ledger);
  });

  it("never does a transaction that was voided before", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine);
    const [ada, eve] = [await addWallet(1_000n), await addWallet()];
    const [unknown, pending, done] = [transfer(ada, eve, 100n), create(ada, eve, 100n), transfer(ada, eve, 5n)];
    await ledger.submit(pending);
    await ledger.submit(done);
    for (const { id } of [unknown, pending, done]) await ledger.submit(voidTransaction(id, ada));
    await Promise.all([unknown, execute(pending.id, ada), done].map((request) => ledger.submit(request)));
    expect(await ledger.balances(eve)).toEqual([{ asset: standardAsset, balance: 5n }]);
    await expectConsistent(ledger);
  });

  it("exchanges by the current rate, or by a quote, which is used once", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine, { rates: () => () => undefined });
    const ada = await addWallet(10n ** 12n);
    const rate = { source: standardAsset, target: "EUR", rate: 3n * 10n ** 12n, origin: "q", atMs: someDayMs };
    const quote = { id: randomUUID(), owner: ada, sourceAmount: 10n ** 11n, rate, endsAtMs: someDayMs + 1 };
    await ledger.addQuote(quote);
    const requests = [
      exchange(ada, 10n ** 11n),
      exchange(ada, 10n ** 11n, { quoteId: quote.id }),
      exchange(ada, 10n ** 11n, { quoteId: quote.id }),
    ];
    const together = (await Promise.all(requests.map((request) => ledger.submit(request)))).map(entryOf);
    expect(together.map(({ outcome }) => outcome)).toEqual([13, 0, 13]);
    expect(together[1]?.exchanged).toMatchObject({ rate: rate.rate, quoteId: quote.id });
    const later = entryOf(await ledger.submit(exchange(ada, 10n ** 11n, { quoteId: quote.id })));
    expect(later.outcome).toBe(13);
    await expectConsistent(ledger);
  });

  it("exchanges the missing amount of a transfer in the same entry, if the wallet allows it", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine);
    const [ada, eve] = [await addWallet(10n ** 10n, { autoExchange: true }), await addWallet()];
    const entry = entryOf(await ledger.submit(transfer(ada, eve, 10n ** 12n, { asset: microAsset })));
    expect(entry).toMatchObject({ outcome: 0, exchanged: { source: standardAsset, target: microAsset } });
    await expectConsistent(ledger);
  });

  it("withdraws no more than the balance, and records no refused withdrawal", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine);
    const ada = await addWallet(1_000n);
    const outcomes = await Promise.all([700n, 700n].map((amount) => ledger.submit(withdrawal(ada, amount))));
    expect(outcomes).toMatchObject([{ kind: "entry" }, { kind: "refused", reason: "funds insufficient" }]);
    expect(await expectConsistent(ledger)).toHaveLength(2);
  });

  it("applies daily limits, which start again on the next day", async () => {
    let now = someDayMs;
    const limit = { perTransaction: 500n, perDay: 1_000n };
    const { ledger, addWallet } = await openLedgerFixture(engine, { now: () => now, policy: limitedTo(limit) });
    const [ada, eve] = [await addWallet(10_000n), await addWallet()];
    const send = async (amount: bigint) => entryOf(await ledger.submit(transfer(ada, eve, amount))).outcome;
    const over = transactionErrors.TX_ERROR_LIMIT_EXCEEDED;
    expect(await Promise.all([500n, 501n, 400n, 101n, 100n, 1n].map(send))).toEqual([0, over, 0, over, 0, over]);
    now += 86_400_000;
    expect([await send(500n), await send(500n), await send(1n)]).toEqual([0, 0, over]);
  });

  it("works after its clock is set back, and its entries' times never decrease", async () => {
    let now = someDayMs;
    const { ledger, addWallet } = await openLedgerFixture(engine, { now: () => now });
    const [ada, eve] = [await addWallet(1_000n), await addWallet()];
    now -= 1_000_000;
    expect(entryOf(await ledger.submit(transfer(ada, eve, 1n))).atMs).toBe(someDayMs);
    now += 1_000_500;
    expect(entryOf(await ledger.submit(transfer(ada, eve, 1n))).atMs).toBe(someDayMs + 500);
    await expectConsistent(ledger);
  });

  it("writes a single request in one commit, and nothing for a repeated request", async () => {
    let commits = 0;
    const afterStep = (step: string) => {
      if (step === "committed") commits++;
    };
    const { ledger, addWallet } = await openLedgerFixture(engine, { afterStep });
    const [ada, eve] = [await addWallet(1_000n), await addWallet()];
    const before = commits;
    const request = transfer(ada, eve, 100n);
    await ledger.submit(request);
    expect(commits - before).toBe(1);
    const batches = await ledger.batchesAfter(0, 100);
    await ledger.submit(request);
    expect(await ledger.batchesAfter(0, 100)).toEqual(batches);
  });
});

onEveryDatabase("under load", (engine) => {
  it("requests of successive turns go into one batch, and a single request does not wait", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine);
    const [ada, eve] = [await addWallet(1_000_000n), await addWallet()];
    const answers = Array.from({ length: 64 }, () => ledger.submit(transfer(ada, eve, 10n)));
    // Resolves in the turn in which the first batch is decided.
    await Promise.race(answers);
    for (let turns = 0; turns < 8; turns++) {
      answers.push(ledger.submit(transfer(ada, eve, 10n)), ledger.submit(transfer(ada, eve, 10n)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(answers);
    await ledger.submit(transfer(ada, eve, 10n));
    const batches = await ledger.batchesAfter(1, 100);
    const sizes = batches.map(({ firstSequence, lastSequence }) => lastSequence - firstSequence + 1);
    expect(sizes).toEqual([64, 16, 1]);
    await expectConsistent(ledger);
  });
});

describe.each([1, 7, 64])("batches of %i", (batchMax) => {
  onEveryDatabase("a ledger", (engine) => {
    it("completes all of many requests, and its sums stay consistent", async () => {
      const { ledger, addWallet } = await openLedgerFixture(engine, { batchMax });
      const owners = await Promise.all(Array.from({ length: 5 }, () => addWallet(10_000n)));
      const requests = Array.from({ length: 150 }, (_, n) => {
        return transfer(owners[n % 5] as string, owners[(n * 3 + 1) % 5] as string, BigInt(1 + (n % 7)));
      });
      await Promise.all(requests.map((request) => ledger.submit(request)));
      expect(await expectConsistent(ledger)).toHaveLength(155);
    });
  });
});

onEveryDatabase("the queue of a ledger", (engine) => {
  it("refuses excess requests at once, completes the rest, and then accepts more", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine, { queueMax: 20, batchMax: 4 });
    const [ada, eve] = [await addWallet(10_000n), await addWallet()];
    expect(ledger.load).toBe(0);
    const outcomes = Promise.allSettled(Array.from({ length: 30 }, () => ledger.submit(transfer(ada, eve, 1n))));
    expect(ledger.load).toBe(1);
    const refused = (await outcomes).filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(refused).toHaveLength(10);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(LedgerBusy);
    expect(await ledger.balances(eve)).toEqual([{ asset: standardAsset, balance: 20n }]);
    expect(entryOf(await ledger.submit(transfer(ada, eve, 1n))).outcome).toBe(0);
  });

  it("is completed when the ledger is closed, and accepts nothing more", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine, { batchMax: 4 });
    const [ada, eve] = [await addWallet(10_000n), await addWallet()];
    const outcomes = Promise.all(Array.from({ length: 30 }, () => ledger.submit(transfer(ada, eve, 1n))));
    await ledger.close();
    await expect(ledger.submit(transfer(ada, eve, 1n))).rejects.toThrow("closed");
    expect((await outcomes).map((outcome) => entryOf(outcome).outcome)).toEqual(Array(30).fill(0));
  });
});

import { expect, it, onTestFinished } from "vitest";
import { standardAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { expiryId, holdStates } from "../../../../server/modules/ledger/domain/holds/hold.ts";
import { expiryOf, holdExpiry } from "../../../../server/modules/ledger/expiry.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { expectConsistent, findingsIn } from "../../../support/ledger/consistency.ts";
import { someDayMs } from "../../../support/ledger/constants.ts";
import { entryOf, openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { capture, hold, release, transfer } from "../../../support/ledger/requests.ts";

onEveryDatabase("holds in a database", (engine) => {
  /** Two processes on one database, with one clock. */
  async function opened() {
    const clock = { ms: someDayMs };
    const now = () => clock.ms;
    const first = await openLedgerFixture(engine, { now });
    const second = await openLedgerFixture(engine, { now }, first.location);
    const [ada, ben] = [await first.addWallet(10_000n), await first.addWallet()];
    const held = async (amount: bigint, lengthMs = 1_000) => {
      const request = hold(ada, ben, amount, clock.ms + lengthMs);
      expect(entryOf(await first.ledger.submit(request)).outcome).toBe(0);
      return request.id;
    };
    return { first, second, clock, now, ada, ben, held };
  }

  it("are the same for every process, beside the balance, and in the account of all holds", async () => {
    const { first, second, ada, ben, held } = await opened();
    const id = await held(1_000n);
    expect(await second.ledger.balances(ada)).toEqual([{ asset: standardAsset, balance: 8_999n, held: 1_001n }]);
    expect(await second.ledger.balances("@holds")).toEqual([{ asset: standardAsset, balance: 1_001n }]);
    expect(entryOf(await second.ledger.submit(capture(ben, id, 400n, { keepRest: true }))).fee).toBe(1n);
    expect(await first.ledger.hold(id)).toMatchObject({ state: holdStates.open, captured: 400n, capturedFee: 1n });
    expect(entryOf(await first.ledger.submit(release(ben, id))).amount).toBe(600n);
    expect(await second.ledger.balances(ada)).toEqual([{ asset: standardAsset, balance: 9_599n }]);
    expect(entryOf(await second.ledger.submit(transfer(ada, ben, 9_500n))).outcome).toBe(0);
    await expectConsistent(first.ledger);
  });

  it("end once when captures by one process race their end by two others", async () => {
    const { first, second, clock, ada, ben, held } = await opened();
    for (let round = 0; round < 5; round++) {
      const id = await held(100n);
      clock.ms += 999;
      const early = first.ledger.submit(capture(ben, id, 60n));
      clock.ms += 1;
      const race = [
        early,
        second.ledger.submit(expiryOf({ id, recipient: ben })),
        first.ledger.submit(expiryOf({ id, recipient: ben })),
        second.ledger.submit(capture(ben, id, 60n)),
        first.ledger.submit(release(ben, id)),
      ];
      const outcomes = await Promise.all(race);
      const entries = outcomes.flatMap((outcome) => (outcome.kind === "entry" ? [outcome.entry] : []));
      const ending = new Set(entries.filter(({ outcome }) => outcome === 0).map((entry) => entry.id));
      expect(ending.size).toBe(1);
      expect((await second.ledger.hold(id))?.state).not.toBe(holdStates.open);
    }
    const [account] = await first.ledger.balances(ada);
    expect(account?.held).toBeUndefined();
    await expectConsistent(second.ledger);
  });

  it("of a time when no process ran are ended by the next, by several at once, each once", async () => {
    const { first, second, clock, now, ada, held } = await opened();
    const ids = await Promise.all([100n, 200n, 300n].map((amount) => held(amount)));
    const open = await held(400n, 100_000);
    clock.ms += 50_000;
    const log = { warn: (problem: unknown) => expect(problem).toBeUndefined() };
    const expiries = [first, second].map(({ ledger }) => holdExpiry({ ledger, now, log, everyMs: 1_000_000 }));
    onTestFinished(async () => {
      for (const expiry of expiries) await expiry.close();
    });
    await Promise.all(expiries.map((expiry) => expiry.sweep()));
    for (const id of ids) {
      expect((await second.ledger.hold(id))?.state).toBe(holdStates.expired);
      expect((await first.ledger.entry(expiryId(id)))?.order).toBeUndefined();
    }
    expect((await first.ledger.hold(open))?.state).toBe(holdStates.open);
    expect(await first.ledger.balances(ada)).toEqual([{ asset: standardAsset, balance: 9_599n, held: 401n }]);
    const entries = await expectConsistent(first.ledger);
    expect(entries.filter(({ kind }) => kind === 8).length).toBe(3);
  });

  it.each([
    ["an open one", "UPDATE holds SET captured = captured + 1 WHERE state = 1", /^hold .*: has captured 1/],
    ["the end of an open one", "UPDATE holds SET ends_at = ends_at + 1 WHERE state = 1", /^hold .*: has endsAtMs/],
    ["an ended one", "UPDATE holds SET captured_fee = 7 WHERE state = 2", /^hold .*: has capturedFee 7/],
    ["an ended one that is open again", "UPDATE holds SET state = 1", /^hold .*: has state 1, by its entries 2/],
    ["a lost open one", "DELETE FROM holds WHERE state = 1", /^hold .*: is not stored/],
    ["a lost ended one", "DELETE FROM holds WHERE state = 2", /^hold .*: is not stored/],
    [
      "one that was changed by no entry",
      "UPDATE holds SET last_sequence = 99 WHERE state = 1",
      /is changed by entry 99/,
    ],
    [
      "one that no entry made",
      "INSERT INTO holds SELECT 'x', sender, recipient, asset, amount, fee, captured, captured_fee, 2, ends_at, " +
        "held_at, sequence, last_sequence FROM holds WHERE state = 2",
      /^hold x: is made by no entry/,
    ],
    ["what an account holds", "UPDATE ledger_accounts SET held = held + 1 WHERE held > 0", /is not marked with what/],
  ])("are compared with their entries by the check: %s", async (_, tampering, finding) => {
    const { first, ben, held } = await opened();
    await held(100n);
    const ended = await held(200n);
    await first.ledger.submit(capture(ben, ended, 50n));
    expect(await findingsIn(first.ledger)).toEqual([]);
    await first.database.manager.query(tampering);
    expect(await findingsIn(first.ledger)).toContainEqual(expect.stringMatching(finding));
  });
});

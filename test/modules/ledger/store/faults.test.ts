import { expect, it, onTestFinished } from "vitest";
import type { MysqlDatabase } from "../../../../server/database/mysql/database.ts";
import { DatabaseUnavailable } from "../../../../server/database/unavailable.ts";
import { standardAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { transactionErrors } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import type { TransferRequest } from "../../../../server/modules/ledger/domain/requests.ts";
import { decide } from "../../../../server/modules/ledger/engine/decide/decide.ts";
import { openLedger } from "../../../../server/modules/ledger/store/ledger.ts";
import { createOn, mariadb, onEveryDatabase, onMariadb } from "../../../support/database/databases.ts";
import { startMariadb } from "../../../support/database/mariadb.ts";
import { expectConsistent } from "../../../support/ledger/consistency.ts";
import { limitedTo, policy, someDayMs, twoForOne } from "../../../support/ledger/constants.ts";
import { entryOf, openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { create, deposit, transfer } from "../../../support/ledger/requests.ts";
import { stepsOf } from "../../../support/ledger/steps.ts";

/** Marks requests whose decision overspends, as a bug in the rules might. */
const overspend = "overspend";
const overspendingDecide: typeof decide = (request, view, rules, nowMs) => {
  if (!("description" in request) || request.description !== overspend) return decide(request, view, rules, nowMs);
  const rich = { ...view, account: () => ({ balance: 10n ** 15n, spentDay: 0, spent: 0n, held: 0n }) };
  return decide(request, rich, rules, nowMs);
};

onEveryDatabase("a request that cannot be written", (engine) => {
  it.each([
    ["its id is too long", { id: "x".repeat(37) }, 10n, 4],
    ["the rules let it overspend", { description: overspend }, 10n ** 12n, 4],
    [
      "the rules let it overspend, long before the row of the account follows",
      { description: overspend },
      10n ** 12n,
      65_536,
    ],
    ["it makes the rules fail", { description: "\ud800" }, 10n, 4],
  ])("fails alone, because %s", async (_, members, amount, checkpointEntries) => {
    const { ledger, addWallet } = await openLedgerFixture(engine, {
      checkpointEntries,
      decideWith(request, view, rules, nowMs) {
        if ("description" in request && !request.description.isWellFormed()) throw new RangeError("no text");
        return overspendingDecide(request, view, rules, nowMs);
      },
    });
    const [ada, eve] = [await addWallet(1_000_000n), await addWallet()];
    const good = () => transfer(ada, eve, 10n);
    const requests = [...Array.from({ length: 13 }, good), transfer(ada, eve, amount, members), good(), good()];
    const outcomes = await Promise.allSettled(requests.map((request) => ledger.submit(request)));
    expect(outcomes.map(({ status }) => status)).toEqual(
      requests.map((_request, index) => (index === 13 ? "rejected" : "fulfilled")),
    );
    expect(await ledger.balances(eve)).toEqual([{ asset: standardAsset, balance: 150n }]);
    await ledger.submit(good());
    expect(await expectConsistent(ledger)).toHaveLength(17);
  });
});

onEveryDatabase("a batch", (engine) => {
  it.each(stepsOf[engine.kind].filter((step) => step !== "committed"))(
    "that fails once after the step %s is decided again and written once",
    async (failing) => {
      let isArmed = false;
      const { ledger, addWallet } = await openLedgerFixture(engine, {
        afterStep(step) {
          if (!isArmed || step !== failing) return;
          isArmed = false;
          throw new Error("a moment's weakness");
        },
      });
      const [ada, eve] = [await addWallet(1_000n), await addWallet()];
      isArmed = true;
      const requests = [transfer(ada, eve, 100n), create(ada, eve, 200n), transfer(ada, eve, 300n)];
      const outcomes = await Promise.all(requests.map((request) => ledger.submit(request)));
      expect(isArmed).toBe(false);
      expect(outcomes).toMatchObject([{ isReplay: false }, { isReplay: false }, { isReplay: false }]);
      expect(await ledger.balances(eve)).toEqual([{ asset: standardAsset, balance: 400n }]);
      expect(await ledger.batchesAfter(1, 10)).toHaveLength(1);
      expect(await expectConsistent(ledger)).toHaveLength(3);
    },
  );

  it("that cannot be written fails with the database's error, and the next one is written", async () => {
    const { database, ledger, addWallet } = await openLedgerFixture(engine);
    const [ada, eve] = [await addWallet(1_000n), await addWallet()];
    const changes = "ledger_changes";
    await database.manager.query(`ALTER TABLE ${changes} RENAME TO elsewhere`);
    const outcomes = await Promise.allSettled([1n, 2n, 3n].map((amount) => ledger.submit(transfer(ada, eve, amount))));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        status: "rejected",
        reason: { message: expect.stringContaining(changes) },
      });
    }
    await database.manager.query(`ALTER TABLE elsewhere RENAME TO ${changes}`);
    expect(entryOf(await ledger.submit(transfer(ada, eve, 4n))).sequence).toBe(2);
    await expectConsistent(ledger);
  });
});

onEveryDatabase("a clock that jumps", (engine) => {
  const dayMs = 86_400_000;
  const limitExceeded = transactionErrors.TX_ERROR_LIMIT_EXCEEDED;
  const daily = limitedTo({ perTransaction: 100n, perDay: 100n });

  it("advances the ledger's time but never sets it back, and grants no limit twice", async () => {
    let nowMs = someDayMs;
    const { ledger, addWallet } = await openLedgerFixture(engine, { now: () => nowMs, policy: daily });
    const [ada, eve] = [await addWallet(10_000n), await addWallet()];
    const pay = async (amount: bigint) => entryOf(await ledger.submit(transfer(ada, eve, amount)));
    const jumps = [
      [0, 0, 0],
      // A clock on the day before does not grant another limit.
      [-dayMs, 0, limitExceeded],
      [-20_000 * dayMs, 0, limitExceeded],
      [dayMs, dayMs, 0],
      [0, dayMs, limitExceeded],
      [36_500 * dayMs, 36_500 * dayMs, 0],
      [2 * dayMs, 36_500 * dayMs, limitExceeded],
    ] as const;
    for (const [jump, expected, outcome] of jumps) {
      nowMs = someDayMs + jump;
      expect(await pay(100n)).toMatchObject({ atMs: someDayMs + expected, outcome });
    }
    expect(await expectConsistent(ledger)).toHaveLength(1 + jumps.length);
  });

  it("in one of two processes does not set back the other's time", async () => {
    const first = await openLedgerFixture(engine, { now: () => someDayMs + dayMs });
    const second = await openLedgerFixture(engine, { now: () => someDayMs }, first.location);
    const [ada, eve] = [await first.addWallet(1_000n), await first.addWallet()];
    for (const { ledger } of [second, first, second]) {
      expect(entryOf(await ledger.submit(transfer(ada, eve, 1n))).atMs).toBe(someDayMs + dayMs);
    }
    await expectConsistent(second.ledger);
  });
});

onMariadb("a batch that another process overtakes at every attempt", () => {
  it("throws DatabaseUnavailable and stores nothing", { tags: ["slow/kills"] }, async () => {
    const { ledger, addWallet, database } = await openLedgerFixture(mariadb);
    const owner = await addWallet(100n);
    const { transactByScripts } = database as MysqlDatabase;
    const overtaken: MysqlDatabase = {
      ...(database as MysqlDatabase),
      transactByScripts: (work) =>
        transactByScripts(async (run) => {
          const end = await work(run);
          if (end.last.length > 0) await run(["SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213"]);
          return end;
        }),
    };
    const slow = await openLedger(overtaken, { policy, rates: () => twoForOne, now: () => someDayMs });
    onTestFinished(() => slow.close());
    const late = deposit(owner, 50n);
    await expect(slow.submit(late)).rejects.toMatchObject({ name: "DatabaseUnavailable", mayBeStored: false });
    expect(await ledger.entry(late.id)).toBeUndefined();
  });
});

onMariadb("a ledger whose database is killed under load and started again", () => {
  it("throws DatabaseUnavailable meanwhile; repeated requests then get their true outcomes", {
    tags: ["slow/kills"],
  }, async () => {
    const server = await startMariadb();
    onTestFinished(() => server.remove());
    const location = await createOn(server.url);
    const { ledger, addWallet } = await openLedgerFixture(mariadb, { batchMax: 16 }, location);
    const owners = await Promise.all(Array.from({ length: 6 }, () => addWallet(1_000_000n)));
    const acknowledged = new Set<string>();
    const unknown: TransferRequest[] = [];
    const problems: unknown[] = [];
    let [count, isOver] = [0, false];
    const sendLoop = async (number: number) => {
      while (!isOver) {
        const request = transfer(owners[number % 6] as string, owners[(number + 1 + (count++ % 5)) % 6] as string, 1n);
        await ledger.submit(request).then(
          () => acknowledged.add(request.id),
          (error: unknown) => {
            problems.push(error);
            unknown.push(request);
          },
        );
        await turn();
      }
    };
    const loops = Array.from({ length: 40 }, (_, number) => sendLoop(number));
    await until(() => acknowledged.size >= 200);
    await server.kill();
    await until(() => problems.length >= 80);
    await server.start();
    const before = acknowledged.size;
    await until(() => acknowledged.size >= before + 200);
    isOver = true;
    await Promise.all(loops);
    expect(problems.filter((problem) => !(problem instanceof DatabaseUnavailable))).toEqual([]);
    for (const request of unknown) expect(entryOf(await ledger.submit(request)).outcome).toBe(0);
    const entries = await expectConsistent(ledger);
    const expected = [...acknowledged, ...unknown.map(({ id }) => id)].sort();
    expect(
      entries
        .slice(6)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(expected);
  });
});

/** Lets other work of this process run. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}

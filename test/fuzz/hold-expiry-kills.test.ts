// @module-tag slow/kills

import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { holdExpiry } from "../../server/modules/ledger/expiry.ts";
import { onEveryDatabase } from "../support/database/databases.ts";
import { expectConsistent } from "../support/ledger/consistency.ts";
import { someDayMs } from "../support/ledger/constants.ts";
import { openLedgerFixture } from "../support/ledger/ledger-fixture.ts";
import { hold } from "../support/ledger/requests.ts";
import { stepsOf } from "../support/ledger/steps.ts";
import type { Sweep } from "../support/ledger/sweeper.ts";
import { bundled } from "../support/programs/bundled.ts";

const holds = 60;
const batchMax = 7;

onEveryDatabase("a sweep that ends holds by time", (engine) => {
  const kills = [1, 2, 3].flatMap((nth) => stepsOf[engine.kind].map((step) => ({ step, nth })));

  it(`ends each of them once though it is killed at each of its steps, ${kills.length} times`, async () => {
    const { location, addWallet, ledger, database } = await openLedgerFixture(engine);
    const [ada, eve] = [await addWallet(1_000_000n), await addWallet()];
    const ids = await Promise.all(
      Array.from({ length: holds }, async () => {
        const request = hold(ada, eve, 1_000n, someDayMs + 1);
        await ledger.submit(request);
        return request.id;
      }),
    );
    await ledger.close();
    await database.close();
    const { dataDirectory, databaseServer } = location;
    const nowMs = someDayMs + 2_000_000_000;
    let killed = 0;
    for (const killAt of kills) {
      const sweep: Sweep = { location: { dataDirectory, databaseServer }, nowMs, batchMax, killAt };
      if (await isKilledIn(sweep)) killed++;
      const after = await openLedgerFixture(engine, {}, location);
      await expectConsistent(after.ledger);
      await after.ledger.close();
      await after.database.close();
    }
    // Each sweep ends some of them, so that the last ones may find none.
    expect(killed).toBeGreaterThan(6);
    const last = await openLedgerFixture(engine, { now: () => nowMs }, location);
    const expiry = holdExpiry({ ledger: last.ledger, now: () => nowMs, log: { warn: () => {} } });
    await expiry.sweep();
    await expiry.close();
    const entries = await expectConsistent(last.ledger);
    const ended = entries.filter(({ kind }) => kind === 8).map((entry) => entry.hold?.id);
    expect(ended.toSorted()).toEqual(ids.toSorted());
    expect((await last.ledger.balances(ada))[0]?.balance).toBe(1_000_000n);
    expect(await last.ledger.overdueHolds(nowMs, 1)).toEqual([]);
    await last.ledger.close();
    await last.database.close();
  });
});

/** Runs a sweep; returns whether it was killed. */
async function isKilledIn(sweep: Sweep): Promise<boolean> {
  const program = bundled("test/support/ledger/sweeper.ts");
  const child = spawn(process.execPath, [program, JSON.stringify(sweep)], { stdio: ["ignore", "ignore", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [code, signal] = await once(child, "exit");
  if (code !== 0 && signal !== "SIGKILL") throw new Error(`the sweep ended with ${code ?? signal}`);
  return signal === "SIGKILL";
}

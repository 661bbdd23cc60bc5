// @module-tag slow/kills

import { expect, it, onTestFinished } from "vitest";
import { entryDigest, readEntry } from "../../../../server/modules/ledger/domain/entry/chain.ts";
import { openJournal } from "../../../../server/modules/ledger/journal/journal.ts";
import { reapplication } from "../../../../server/modules/ledger/journal/reapplication.ts";
import { createReconciliation } from "../../../../server/modules/ledger/journal/reconciliation.ts";
import { storedContent } from "../../../../server/modules/ledger/store/stored-content.ts";
import { mariadb, onMariadb } from "../../../support/database/databases.ts";
import { temporaryDirectory } from "../../../support/database/temporary-database.ts";
import { expectConsistent } from "../../../support/ledger/consistency.ts";
import { policy } from "../../../support/ledger/constants.ts";
import { openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { type Line, runWorker, type StepKill } from "../../../support/ledger/worker-process.ts";

const kills: readonly StepKill[] = [
  { step: "opened", nth: 1 },
  { step: "created", nth: 1 },
  { step: "written", nth: 1 },
  { step: "committed", nth: 8 },
  { step: "written", nth: 10 },
  { step: "synced", nth: 10 },
  { step: "taken", nth: 1 },
  { step: "taken", nth: 2 },
  { step: "created", nth: 2 },
  { step: "synced", nth: 20 },
];

onMariadb("a journal whose process is killed at each of its steps, one after the other", () => {
  it("has everything that was told, and nothing that the database lacks", async () => {
    const { ledger, database, addWallet, location } = await openLedgerFixture(mariadb);
    const owners = [await addWallet(20_000n), await addWallet(20_000n), await addWallet(20_000n)];
    const journalRoot = temporaryDirectory();
    const { dataDirectory, databaseServer } = location;
    const told: Line[] = [];
    for (const [index, killAt] of kills.entries()) {
      const shared = { seed: 1, count: 0 };
      const task = { location: { dataDirectory, databaseServer }, owners, shared, seed: index, batchMax: 5 };
      told.push(...(await runWorker({ ...task, journalRoot, killAt })));
    }
    expect(told.length).toBeGreaterThan(50);

    const journal = openJournal({ root: journalRoot, now: Date.now });
    onTestFinished(() => journal.close());
    const files = await Promise.all(journal.names.map((name) => journal.read(name, 0)));
    expect(files.flatMap(({ damaged }) => damaged)).toEqual([]);
    const kept = new Set(
      files
        .flatMap(({ lines }) => lines)
        .flatMap((line) => (line.kind === "acknowledged" ? line.acknowledged.entries : []))
        .map((bytes) => JSON.stringify(lineOf(bytes))),
    );
    for (const line of told) expect(kept).toContain(JSON.stringify(line));

    const lookup = storedContent(database.manager);
    const publicKey = async () => undefined;
    const isSignature = async () => false;
    const reapply = reapplication({ ledger, identities: { publicKey }, policy, isSignature, now: Date.now });
    const log = { error: () => undefined, warn: () => undefined };
    const check = createReconciliation({ journal, lookup, reapply, policy, log, now: Date.now });
    onTestFinished(() => check.close());
    expect(await check.compare()).toEqual([]);
    await expectConsistent(ledger);
  });
});

function lineOf(bytes: Uint8Array): Line {
  const { id, sequence, outcome } = readEntry(bytes);
  return ["entry", id, sequence, outcome, Buffer.from(entryDigest(bytes)).toString("hex")];
}

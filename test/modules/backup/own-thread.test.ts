import { expect, it, onTestFinished, vi } from "vitest";
import { storedIdentities } from "../../../server/modules/identity/store/identities.ts";
import { checkRestoredLedger } from "../../../server/modules/ledger/restored-check.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";
import { openBackupFixture } from "./backup-fixture.ts";
import { signedLedger } from "./signed-ledger.ts";

// Replaces the check on the threads of the pool, which serve callers: a restore test must not call it.
const pool = vi.hoisted(() => vi.fn());
vi.mock("../../../server/core/signing/signature.ts", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  isSignature: pool,
}));

onEveryDatabase("a restore test", (engine) => {
  it("checks signatures on its own thread, and not in the pool that serves callers", async () => {
    const fixture = await openBackupFixture(await engine.createForTest(), {});
    onTestFinished(() => fixture.close());
    const { pay } = await signedLedger(fixture.database, await fixture.addIdentity(), await fixture.addIdentity());
    await pay();
    const { counts, problems } = await checkRestoredLedger({
      database: fixture.database,
      head: undefined,
      keysOf: (owner) => storedIdentities(fixture.database).signingKeys(owner),
    });
    expect([counts.at(-1), problems]).toEqual([{ what: "entries of the ledger", number: 2 }, []]);
    expect(pool).not.toHaveBeenCalled();
  });
});

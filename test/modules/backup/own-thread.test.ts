import { expect, it, onTestFinished, vi } from "vitest";
import { storedIdentities } from "../../../server/modules/identity/store/identities.ts";
import { checkRestoredLedger } from "../../../server/modules/ledger/restored-check.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";
import { openBackupFixture } from "./backup-fixture.ts";
import { signedLedger } from "./signed-ledger.ts";

// Whoever asks it lets the threads of the pool work, which give way to nobody.
const pool = vi.hoisted(() => vi.fn());
vi.mock("../../../server/core/signing/signature.ts", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  isSignature: pool,
}));

onEveryDatabase("a drill", (engine) => {
  it("checks signatures on its own thread, which gives way to callers of the service", async () => {
    const scene = await openBackupFixture(await engine.createForTest(), {});
    onTestFinished(() => scene.close());
    const { pay } = await signedLedger(scene.database, await scene.addIdentity(), await scene.addIdentity());
    await pay();
    const { counts, problems } = await checkRestoredLedger({
      database: scene.database,
      head: undefined,
      keysOf: (owner) => storedIdentities(scene.database).signingKeys(owner),
    });
    expect([counts.at(-1), problems]).toEqual([{ what: "entries of the ledger", number: 2 }, []]);
    expect(pool).not.toHaveBeenCalled();
  });
});

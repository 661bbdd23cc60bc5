// @module-tag slow/kills

import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { storedVaultRecords } from "../../../server/modules/vault/store/vault.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";
import { due } from "../../support/vault/constants.ts";
import { type Contents, expectReadable, fill } from "../../support/vault/contents.ts";
import { openedVault } from "../../support/vault/opened.ts";

/** Runs `process.ts`; answers by which signal it ended, if by one, and what it sealed. */
async function run(task: object): Promise<{ signal: string | null; values: Contents["values"] }> {
  const program = new URL("process.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ["ignore", "pipe", "inherit"] });
  const [written, [code, signal]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (signal === null) expect(code).toBe(0);
  const sealed = JSON.parse(written || "[]") as {
    place: Contents["values"][0]["place"];
    text: string;
    sealed: string;
  }[];
  const values = sealed.map((one) => {
    return { place: one.place, plain: Buffer.from(one.text), sealed: Buffer.from(one.sealed, "base64") };
  });
  return { signal, values };
}

onEveryDatabase("processes with a vault", (engine) => {
  it("killed after any step leave every record readable, and the rest to the next one", async () => {
    const location = await engine.createForTest();
    let contents: Contents = { values: [], signingKeys: [] };
    let killAfter = 1;
    for (let isDone = false; !isDone; killAfter++) {
      const { signal } = await run({ location, killAfter, values: 0 });
      isDone = signal === null;
      const database = await engine.open(location);
      const vault = await openedVault({ records: storedVaultRecords(database), afterStep: keepAsItIs });
      if (killAfter === 1) contents = await fill(vault, 300);
      await expectReadable(vault, contents);
      await vault.close();
      await database.close();
    }
    // Two of the opening, and of the rotation: begun, added, some batches, all rewrapped, destroyed - in several lives.
    expect(killAfter).toBeGreaterThan(6);
    const database = await engine.open(location);
    const keys = await storedVaultRecords(database).keyEncryptionKeys();
    expect(keys.map(({ state }) => state)).toEqual(["destroyed", "active"]);
  }, 120_000);

  it("that find a rotation due at the same time, and seal meanwhile, do it once and lose nothing", async () => {
    const database = await engine.open();
    const records = storedVaultRecords(database);
    const vault = await openedVault({ records });
    const contents = await fill(vault, 1_000);
    const tasks = Array.from({ length: 3 }, () => run({ location: database.location, values: 200 }));
    const outcomes = await Promise.all(tasks);
    const keys = await records.keyEncryptionKeys();
    expect(keys.map(({ state }) => state)).toEqual(["destroyed", "active"]);
    expect(keys[1]?.createdAt.getTime()).toBe(due);
    const values = [...contents.values, ...outcomes.flatMap((outcome) => outcome.values)];
    expect(values).toHaveLength(1_600);
    await expectReadable(vault, { ...contents, values });
    await expectReadable(await openedVault({ records }), { ...contents, values });
  }, 120_000);
});

/** Ends what the vault would go on with by itself: the next process must find it as the one before left it. */
function keepAsItIs(step: string): void {
  if (step !== "root-checked" && step !== "keys-opened") throw new Error("not here");
}

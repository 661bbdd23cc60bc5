// @module-tag slow/kills

import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { storedVaultRecords } from "../../../server/modules/vault/store/vault.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";
import { bundled } from "../../support/programs/bundled.ts";
import { due } from "../../support/vault/constants.ts";
import { type Contents, expectReadable, fill } from "../../support/vault/contents.ts";
import { openedVault } from "../../support/vault/opened.ts";

/** Runs `process.ts`. Returns the signal that ended it, if any, and the values that it sealed. */
async function run(task: object): Promise<{ signal: string | null; values: Contents["values"] }> {
  const program = bundled("test/modules/vault/process.ts");
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ["ignore", "pipe", "inherit"] });
  const [written, [code, signal]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (signal === null) expect(code).toBe(0);
  const sealed = JSON.parse(written || "[]") as {
    place: Contents["values"][0]["place"];
    text: string;
    sealed: string;
  }[];
  const values = sealed.map((value) => {
    return { place: value.place, plain: Buffer.from(value.text), sealed: Buffer.from(value.sealed, "base64") };
  });
  return { signal, values };
}

onEveryDatabase("processes with a vault", (engine) => {
  it("killed after any step leave every record readable, and the next one finishes the rotation", async () => {
    const location = await engine.createForTest();
    let contents: Contents = { values: [], signingKeys: [] };
    let killAfter = 1;
    for (let isDone = false; !isDone; killAfter++) {
      const { signal } = await run({ location, killAfter, values: 0 });
      isDone = signal === null;
      const database = await engine.open(location);
      const vault = await openedVault({ records: storedVaultRecords(database), afterStep: stopResumption });
      if (killAfter === 1) contents = await fill(vault, 300);
      await expectReadable(vault, contents);
      await vault.close();
      await database.close();
    }
    // Two steps of opening, and of the rotation: begun, added, batches, all rewrapped, destroyed, over several runs.
    expect(killAfter).toBeGreaterThan(6);
    const database = await engine.open(location);
    const keys = await storedVaultRecords(database).keyEncryptionKeys();
    expect(keys.map(({ state }) => state)).toEqual(["destroyed", "active"]);
  });

  it("that find the same rotation due rotate once, and lose no value sealed meanwhile", async () => {
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
  });
});

/** Stops the rotation that the vault resumes by itself: the next process must find the state that the last one left. */
function stopResumption(step: string): void {
  if (step !== "root-checked" && step !== "keys-opened") throw new Error("not here");
}

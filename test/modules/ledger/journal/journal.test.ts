import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { DatabaseUnavailable } from "../../../../server/database/unavailable.ts";
import type { Acknowledged } from "../../../../server/modules/ledger/engine/journal/acknowledged.ts";
import { type FileJournal, openJournal } from "../../../../server/modules/ledger/journal/journal.ts";
import { temporaryDirectory } from "../../../support/database/temporary-database.ts";

const batch = (number: number): Acknowledged => ({
  batch: { number, hash: Buffer.alloc(32, number) },
  entries: [],
  pending: [],
});

/** Opens a journal until the end of the test, or until it is closed. */
function opened(root: string, fileBytesMax?: number): FileJournal {
  const journal = openJournal({ root, now: Date.now, fileBytesMax });
  onTestFinished(() => journal.close().catch(() => undefined));
  return journal;
}

async function numbersIn(journal: FileJournal): Promise<number[]> {
  const files = await Promise.all(journal.names.map((name) => journal.read(name, 0)));
  return files
    .flatMap(({ lines }) => lines)
    .flatMap((line) => (line.kind === "acknowledged" ? (line.acknowledged.batch?.number ?? []) : []));
}

describe("a journal", () => {
  it("keeps what is told in its order, in files of a bounded size", async () => {
    const journal = opened(temporaryDirectory(), 300);
    for (let number = 1; number <= 10; number++) await journal.keep(batch(number));
    expect(journal.names.length).toBeGreaterThan(2);
    expect(await numbersIn(journal)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("is never shared by two processes in one folder", async () => {
    const root = temporaryDirectory();
    const [first, second] = [opened(root), opened(root)];
    await Promise.all([first.keep(batch(1)), second.keep(batch(2))]);
    expect([await numbersIn(first), await numbersIn(second)]).toEqual([[1], [2]]);
  });

  it("is taken over by the next process in its folder, after all others that are gone", async () => {
    const root = temporaryDirectory();
    const [first, second, living] = [opened(root), opened(root), opened(root)];
    await first.keep(batch(1));
    await second.keep(batch(2));
    await living.keep(batch(3));
    await first.close();
    await second.close();
    const next = opened(root);
    await next.keep(batch(4));
    expect((await numbersIn(next)).sort()).toEqual([1, 2, 4]);
    expect(await numbersIn(living)).toEqual([3]);
  });

  it("leaves nothing behind if it has kept nothing", async () => {
    const root = temporaryDirectory();
    await opened(root).close();
    expect(readdirSync(root)).toEqual(["lock"]);
  });

  it("adds dismissals to a file whose last line a killed process has not finished", async () => {
    const root = temporaryDirectory();
    const first = opened(root);
    await first.keep(batch(1));
    await first.close();
    const [folder] = readdirSync(root).filter((name) => name.startsWith("process-"));
    appendFileSync(join(root, folder as string, first.names[0] as string), `0123456789abcdef {${"x".repeat(500)}`);
    const next = opened(root);
    const [name] = next.names as [string];
    await next.add(name, { kind: "dismissed", ids: ["a"] });
    const { lines, damaged } = await next.read(name, 0);
    expect([lines.length, damaged]).toEqual([2, []]);
  });

  it("tells when the database was away, or has gone back to an earlier batch", async () => {
    const journal = opened(temporaryDirectory());
    let count = 0;
    journal.onReturn(() => count++);
    for (const number of [5, 6, 9]) await journal.keep(batch(number));
    await journal.keep({ ...batch(0), batch: undefined });
    expect(count).toBe(0);
    await journal.keep(batch(8));
    expect(count).toBe(1);
    journal.databaseLost();
    await journal.keep(batch(9));
    await journal.keep(batch(10));
    expect(count).toBe(2);
  });

  it("that cannot be written refuses acknowledgements and then batches, until it can be", async () => {
    const root = temporaryDirectory();
    const journal = opened(root);
    const [folder] = readdirSync(root).filter((name) => name.startsWith("process-")) as [string];
    const away = join(root, "away");
    renameSync(join(root, folder), away);
    const told = await journal.keep(batch(1)).catch((error: unknown) => error);
    expect(told).toBeInstanceOf(DatabaseUnavailable);
    expect(told).toMatchObject({
      mayBeStored: true,
      message: expect.stringMatching(
        /^The journal of acknowledgements in .* cannot be written: ENOENT.*; the change may be stored\. Free space/,
      ),
    });
    const refused = await journal.ready().catch((error: unknown) => error);
    expect(refused).toMatchObject({ mayBeStored: false, message: expect.not.stringContaining("may be stored") });
    mkdirSync(join(root, folder));
    rmSync(away, { recursive: true });
    await journal.ready();
    await journal.keep(batch(2));
    expect(await numbersIn(journal)).toEqual([2]);
  });
});

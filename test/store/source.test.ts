import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openStore } from "../../server/store/source.ts";
import { temporaryDirectory, temporaryStore } from "./temporary-store.ts";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("the database", () => {
  it("is readable by nobody else, with all its files", async () => {
    const dataDirectory = join(temporaryDirectory(), "deep", "data");
    const store = await temporaryStore(dataDirectory);
    expect(modeOf(dataDirectory)).toBe("700");
    const files = readdirSync(dataDirectory);
    expect(files).toContain("platonic.sqlite-wal");
    for (const file of files) expect(modeOf(join(dataDirectory, file)), file).toBe("600");
    await store.close();
  });

  it("is made private again when it was opened up", async () => {
    const { dataDirectory, close } = await temporaryStore();
    await close();
    chmodSync(join(dataDirectory, "platonic.sqlite"), 0o644);
    await temporaryStore(dataDirectory);
    for (const file of readdirSync(dataDirectory)) expect(modeOf(join(dataDirectory, file)), file).toBe("600");
  });

  it("loses no commit with the power, keeps references whole and integers exact", async () => {
    const { manager } = await temporaryStore();
    expect(await manager.query("PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }]);
    expect(await manager.query("PRAGMA synchronous")).toEqual([{ synchronous: 2n }]);
    expect(await manager.query("PRAGMA foreign_keys")).toEqual([{ foreign_keys: 1n }]);
    expect(await manager.query("PRAGMA busy_timeout")).toEqual([{ timeout: 5000n }]);
    expect(await manager.query("SELECT 9007199254740993 AS n")).toEqual([{ n: 9_007_199_254_740_993n }]);
  });

  it("opens again with its schema as it is", async () => {
    const { dataDirectory, manager, close } = await temporaryStore();
    const before = await manager.query("SELECT name FROM migrations");
    await close();
    const again = await temporaryStore(dataDirectory);
    expect(await again.manager.query("SELECT name FROM migrations")).toEqual(before);
  });

  it("is made once when several processes open it at the same moment", async () => {
    const dataDirectory = temporaryDirectory();
    const source = new URL("../../server/store/source.ts", import.meta.url).href;
    const script = `
      const { openStore } = await import(${JSON.stringify(source)});
      const store = await openStore({ dataDirectory: ${JSON.stringify(dataDirectory)} });
      await store.close();`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "ignore", "inherit"] }),
    );
    const codes = await Promise.all(children.map((child) => once(child, "exit")));
    expect(codes.map(([code]) => code)).toEqual([0, 0, 0, 0]);
  });

  it("says so when its folder cannot be made", async () => {
    await expect(openStore({ dataDirectory: "/dev/null/data" })).rejects.toThrow("/dev/null");
  });
});

describe("transactions", () => {
  async function withNumbers() {
    const store = await temporaryStore();
    await store.manager.query("CREATE TABLE numbers (n bigint NOT NULL)");
    const insert = (n: number) => `INSERT INTO numbers VALUES (${n})`;
    const stored = async () =>
      (await store.manager.query("SELECT n FROM numbers ORDER BY n")).map((row: { n: bigint }) => Number(row.n));
    return { ...store, insert, stored };
  }

  it("that run together are each stored whole or not at all", async () => {
    const { transact, insert, stored } = await withNumbers();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        transact(async (manager) => {
          await manager.query(insert(n));
          await manager.query(insert(n + 100));
          if (n % 2 === 1) throw new Error(`odd ${n}`);
          return n;
        }),
      ),
    );
    expect(results.filter((result) => result.status === "rejected")).toHaveLength(10);
    const even = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18];
    expect(await stored()).toEqual([...even, ...even.map((n) => n + 100)]);
  });

  it("begin as writers, so that a reading start does not fail when another process writes meanwhile", async () => {
    const { transact, insert, stored, dataDirectory, manager } = await withNumbers();
    const other = await temporaryStore(dataDirectory);
    await other.manager.query("PRAGMA busy_timeout = 0");
    await transact(async (own) => {
      await own.query("SELECT count(*) FROM numbers");
      await expect(other.transact((theirs) => theirs.query(insert(1)))).rejects.toThrow("database is locked");
      await own.query(insert(2));
    });
    await other.transact((theirs) => theirs.query(insert(3)));
    expect(await stored()).toEqual([2, 3]);
    expect(manager.connection.isInitialized).toBe(true);
  });

  it("are finished before the database closes", async () => {
    const { transact, insert, dataDirectory, close } = await withNumbers();
    const written = transact((manager) => manager.query(insert(7)));
    await close();
    await written;
    const again = await temporaryStore(dataDirectory);
    expect(await again.manager.query("SELECT n FROM numbers")).toEqual([{ n: 7n }]);
  });
});

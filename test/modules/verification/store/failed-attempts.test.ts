import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { subjectAttempts } from "../../../../server/modules/verification/methods/subject-attempts.ts";
import { storedFailedAttempts } from "../../../../server/modules/verification/store/failed-attempts.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";

const now = new Date(1_000_000);

onEveryDatabase("attempts", (engine) => {
  async function threeProcesses() {
    const first = await engine.open();
    const databases = [first, await engine.open(first.location), await engine.open(first.location)];
    return databases.map((database) => subjectAttempts(storedFailedAttempts(database)));
  }

  test("at the same time are counted up to the bound", async () => {
    const processes = await threeProcesses();
    const id = randomUUID();
    // In one process, connections to SQLite block each other.
    const used = engine.kind === "sqlite" ? 1 : 3;
    const counts = Array.from({ length: 45 }, (_, n) => processes[n % used]?.count(id, "PIN", now));
    const outcomes = await Promise.allSettled(counts);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(15);
  });

  test("of another identity or method are counted apart", async () => {
    const [process] = await threeProcesses();
    const id = randomUUID();
    for (let count = 0; count < 15; count += 1) await process?.count(id, "PIN", now);
    await expect(process?.count(id, "PIN", now)).rejects.toMatchObject({ reason: "RATE_LIMIT_EXCEEDED" });
    await process?.count(id, "PASSWORD", now);
    await process?.count(randomUUID(), "PIN", now);
  });

  test("that were right, or not checked, leave room for as many others", async () => {
    const [process, other] = await threeProcesses();
    const id = randomUUID();
    for (let count = 0; count < 100; count += 1) {
      await process?.count(id, "PIN", now);
      await (count % 2 === 0 ? other?.accept(id, "PIN") : other?.uncount(id, "PIN"));
    }
    for (let count = 0; count < 15; count += 1) await process?.count(id, "PIN", now);
    await expect(other?.count(id, "PIN", now)).rejects.toMatchObject({ reason: "RATE_LIMIT_EXCEEDED" });
  });

  test("are unlocked, again and again", async () => {
    const [process] = await threeProcesses();
    const id = randomUUID();
    await process?.unlock(id, "PIN");
    await process?.count(id, "PIN", now);
    await process?.unlock(id, "PIN");
    await process?.unlock(id, "PIN");
  });
});

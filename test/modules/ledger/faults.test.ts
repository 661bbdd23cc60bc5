// @module-tag slow/kills

import { execFileSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { mariadb, onMariadb } from "../../support/database/databases.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { World } from "../../support/identity/world.ts";
import { startProgram } from "../../support/program.ts";
import { startServer } from "../../support/server.ts";
import { Payments } from "./payments.ts";

onMariadb("two servers with one database", () => {
  it("lose nothing and do nothing twice when one of them is killed under load", async () => {
    const { environment } = await mariadb.createForTest();
    const first = await startProgram({ environment });
    onTestFinished(() => first.stop());
    const second = await startProgram({ environment });
    onTestFinished(() => second.stop());
    const urls = [first.url, second.url];
    const payments = await Payments.between(first.url, 400);
    const under = payments.send(async () => urls[payments.turn % urls.length] as string);
    await payments.acknowledged(100);
    await first.stop();
    // Somebody has met the dead one before all turn to the other.
    await payments.unansweredTimes(1);
    urls.shift();
    await under;
    await payments.expectOnce(second.url);
  }, 120_000);
});

describe("a server with a SQLite database", () => {
  it("loses nothing and does nothing twice when it is killed under load, again and again, and started anew", async () => {
    const environment = { DATA_DIR: temporaryDirectory() };
    let running = startProgram({ environment });
    onTestFinished(async () => (await running).stop());
    const payments = await Payments.between((await running).url, 400);
    const under = payments.send(async () => (await running).url);
    for (const acknowledged of [80, 160, 240]) {
      await payments.acknowledged(acknowledged);
      const before = await running;
      running = before.stop().then(() => startProgram({ environment }));
      await running;
    }
    await under;
    await payments.expectOnce((await running).url);
  }, 120_000);

  it("loses nothing and does nothing twice when it is ended under load and started anew", async () => {
    const environment = { DATA_DIR: temporaryDirectory(), SHUTDOWN_GRACE_MS: "2000" };
    let running = startServer(environment);
    onTestFinished(async () => (await running).close());
    const payments = await Payments.between((await running).url, 400);
    const under = payments.send(async () => (await running).url);
    await payments.acknowledged(100);
    const before = await running;
    running = before.close().then(() => startServer(environment));
    await under;
    await payments.expectOnce((await running).url);
  }, 120_000);

  const why = process.geteuid?.() === 0 ? mountProblem() : "only root mounts";

  it.skipIf(why !== undefined)(
    `refuses what it has no room for, keeps what it has acknowledged, and goes on when there is room${why === undefined ? "" : ` (skipped: ${why})`}`,
    async () => {
      const directory = temporaryDirectory();
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=16m,mode=0700", "none", directory]);
      onTestFinished(() => void execFileSync("umount", [directory]));
      const server = await startServer({ DATA_DIR: directory });
      onTestFinished(() => server.close());
      const payments = await Payments.between(server.url, 400);
      const { bavail, bsize } = statfsSync(directory);
      const ballast = join(directory, "ballast");
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - 300_000));
      const under = payments.send(async () => server.url);
      await payments.refusedTimes(30);
      expect([...payments.refusals]).toEqual(["500 INTERNAL"]);
      expect(server.log.join("")).toContain("SQLITE_FULL");
      const world = new World(server);
      expect((await world.call("GET", `/api/wallets/${payments.recipient.id}`)).status).toBe(200);
      rmSync(ballast);
      await under;
      await payments.expectOnce(server.url);
    },
    120_000,
  );
});

function mountProblem(): string | undefined {
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "nothing can be mounted here";
  }
}

// @module-tag slow/kills

import { execFileSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createOn, mariadb, onMariadb } from "../../support/database/databases.ts";
import { startMariadb } from "../../support/database/mariadb.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { ApiClient, freshName } from "../../support/identity/api-client.ts";
import { mountProblem } from "../../support/mount-problem.ts";
import { startProgram } from "../../support/program.ts";
import { startServer } from "../../support/server.ts";
import { newHolder } from "../../support/wallet-holder.ts";
import { Payments } from "./payments.ts";

onMariadb("two servers with one database", () => {
  it("lose no payment and make none twice when one of them is killed under load", async () => {
    const { environment } = await mariadb.createForTest();
    const first = await startProgram({ environment });
    onTestFinished(() => first.stop());
    const second = await startProgram({ environment });
    onTestFinished(() => second.stop());
    const urls = [first.url, second.url];
    const payments = await Payments.between(first.url, 400);
    const sending = payments.send(async () => urls[payments.requests % urls.length] as string);
    await payments.acknowledged(100);
    await first.stop();
    // At least one request reaches the killed server before all go to the other.
    await payments.unansweredTimes(1);
    urls.shift();
    await sending;
    await payments.expectOnce(second.url);
  });
});

onMariadb("a server whose database is away", () => {
  it("answers UNAVAILABLE with a time to wait, and serves calls again when it is back", async () => {
    const database = await startMariadb();
    onTestFinished(() => database.remove());
    const { environment } = await createOn(database.url);
    const server = await startServer(environment);
    onTestFinished(() => server.close());
    const api = new ApiClient(server);
    const ada = await newHolder(api, { TOKEN_STANDARD: 1 });
    await database.kill();
    for (const [method, path, body] of [
      ["GET", `/api/wallets/${ada.id}`, undefined],
      ["POST", "/api/transactions/transfer", { sender: ada.id, signed_order: ada.signed(ada.order({})) }],
      ["POST", "/api/identities/create", { username: freshName() }],
    ] as const) {
      const answer = await api.call(method, path, body);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 503, "UNAVAILABLE"]);
      expect(answer.body.error.details.correlation_id).toEqual(expect.any(String));
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    // The logged cause is the first error, which may be that of any call or background task.
    expect(server.log.join("")).toContain("the database is unavailable; this is logged once");
    await database.start();
    expect((await ada.wallet()).standard.exact_amount).toBe("1");
  });
});

describe("a server with a SQLite database", () => {
  it("loses no payment and makes none twice when it is killed under load and restarted, repeatedly", async () => {
    const environment = { DATA_DIR: temporaryDirectory() };
    let running = startProgram({ environment });
    onTestFinished(async () => (await running).stop());
    const payments = await Payments.between((await running).url, 400);
    const sending = payments.send(async () => (await running).url);
    for (const acknowledged of [80, 160, 240]) {
      await payments.acknowledged(acknowledged);
      const before = await running;
      running = before.stop().then(() => startProgram({ environment }));
      await running;
    }
    await sending;
    await payments.expectOnce((await running).url);
  });

  it("loses no payment and makes none twice when it is shut down under load and restarted", async () => {
    const environment = { DATA_DIR: temporaryDirectory(), SHUTDOWN_GRACE_MS: "2000" };
    let running = startServer(environment);
    onTestFinished(async () => (await running).close());
    const payments = await Payments.between((await running).url, 400);
    const sending = payments.send(async () => (await running).url);
    await payments.acknowledged(100);
    const before = await running;
    running = before.close().then(() => startServer(environment));
    await sending;
    await payments.expectOnce((await running).url);
  });

  it.skipIf(mountProblem !== undefined)(
    `refuses writes on a full disk, loses no acknowledged one, and recovers${mountProblem === undefined ? "" : ` (skipped: ${mountProblem})`}`,
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
      const sending = payments.send(async () => server.url);
      await payments.refusedTimes(30);
      expect([...payments.refusals]).toEqual(["503 UNAVAILABLE"]);
      expect(server.log.join("")).toContain("the disk of the database is full");
      const api = new ApiClient(server);
      expect((await api.call("GET", `/api/wallets/${payments.recipient.id}`)).status).toBe(200);
      rmSync(ballast);
      await sending;
      await payments.expectOnce(server.url);
    },
  );
});

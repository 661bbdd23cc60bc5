// @module-tag slow/kills

import { execFileSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { mariadb, onMariadb } from "../../../support/database/databases.ts";
import { temporaryDirectory } from "../../../support/database/temporary-database.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { checked } from "../../../support/ledger/checked.ts";
import { mountProblem } from "../../../support/mount-problem.ts";
import { startServer } from "../../../support/server.ts";
import { Payments } from "../payments.ts";

onMariadb("a journal whose disk is full", () => {
  it.skipIf(mountProblem !== undefined)(
    `acknowledges nothing, and everything once when there is room${mountProblem === undefined ? "" : ` (skipped: ${mountProblem})`}`,
    async () => {
      const directory = temporaryDirectory();
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=16m,mode=0700", "none", directory]);
      onTestFinished(() => void execFileSync("umount", [directory]));
      const { environment } = await mariadb.createForTest();
      const server = await startServer({ ...environment, DATA_DIR: directory, LEDGER_JOURNAL: "on" });
      onTestFinished(() => server.close());
      const payments = await Payments.between(server.url, 400);
      const { bavail, bsize } = statfsSync(directory);
      const ballast = join(directory, "ballast");
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - 60_000));
      const sending = payments.send(async () => server.url);
      await payments.refusedTimes(30);
      expect([...payments.refusals]).toEqual(["503 UNAVAILABLE"]);
      const log = server.log.join("");
      // Once, whether the first that met it may be stored or not.
      expect(log).toMatch(/The journal of acknowledgements in .* cannot be written: ENOSPC.*\. Free space on its disk/);
      expect(log.split("cannot be written: ENOSPC")).toHaveLength(2);
      rmSync(ballast);
      await sending;
      await payments.expectOnce(server.url);
      expect(await checked(new ApiClient(server))).toEqual([]);
    },
  );
});

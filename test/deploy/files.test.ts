import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { delimiter } from "node:path";
import { describe, expect, test } from "vitest";
import { mariadbProblem } from "../support/database/mariadb.ts";

/** The test that runs each file of `deploy/`. */
const runners: Readonly<Record<string, string>> = {
  "deploy/Containerfile": "test/deploy/image.test.ts",
  "deploy/backup/rclone-hook": "test/deploy/backup-hook.test.ts",
  "deploy/backup/restic-hook": "test/deploy/backup-hook.test.ts",
  "deploy/compose/compose.yaml": "test/deploy/compose-up.test.ts",
  "deploy/compose/grafana/dashboards.yaml": "test/deploy/compose-up.test.ts",
  "deploy/compose/grafana/datasources.yaml": "test/deploy/compose-up.test.ts",
  "deploy/compose/prometheus.yaml": "test/deploy/compose-up.test.ts",
  "deploy/compose/secrets.sh": "test/deploy/compose-up.test.ts",
  "deploy/compose/nginx.conf": "test/deploy/compose-several.test.ts",
  "deploy/compose/several.yaml": "test/deploy/compose-several.test.ts",
  "deploy/compose/mariadb.yaml": "test/deploy/files.test.ts",
  "deploy/grafana/ledger.json": "test/deploy/rules.test.ts",
  "deploy/grafana/service.json": "test/deploy/rules.test.ts",
  "deploy/logrotate/platonic": "test/deploy/logrotate.test.ts",
  "deploy/nginx/platonic.conf": "test/deploy/nginx.test.ts",
  "deploy/pam/platonic": "test/modules/host/system.test.ts",
  "deploy/prometheus/rules.test.yaml": "test/deploy/rules.test.ts",
  "deploy/prometheus/rules.yaml": "test/deploy/rules.test.ts",
  "deploy/systemd/platonic-host.socket": "test/modules/host/units.test.ts",
  "deploy/systemd/platonic.service": "test/deploy/systemd.test.ts",
  "deploy/systemd/platonic@.service": "test/deploy/systemd.test.ts",
};

test("each file of deploy/ is run by a test", () => {
  const files = globSync("deploy/**/*", { withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => `${parentPath}/${name}`);
  // The chart is rendered as a whole.
  const others = paths.filter((path) => !path.startsWith("deploy/helm/platonic/"));
  expect(others.sort()).toEqual(Object.keys(runners).sort());
});

const isSkipped = mariadbProblem !== undefined && process.env["CI"] !== "true";

describe.skipIf(isSkipped)(`the compose file${isSkipped ? ` (skipped: ${mariadbProblem})` : ""}`, () => {
  test("starts MariaDB with options that it knows", () => {
    const [, options = ""] = /^ +command: (.+)$/m.exec(readFileSync("deploy/compose/mariadb.yaml", "utf8")) ?? [];
    expect(options).toContain("--");
    const env = { ...process.env, PATH: ["/usr/sbin", process.env["PATH"]].join(delimiter) };
    // The last option asks for help in place of a start: an option that is not known ends it with an error all the same.
    const args = ["--no-defaults", "--user=root", ...options.split(" "), "--verbose", "--help"];
    expect(execFileSync("mariadbd", args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })).toContain(
      "innodb-flush-log-at-trx-commit",
    );
  });
});

// @module-tag slow/programs

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { faultsOf } from "../support/compose/faults.ts";
import { readProject } from "../support/compose/project.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { goToolsProblem } from "../support/go-tools.ts";
import { hasOpenssl, makeCertificate } from "../support/http/certificate.ts";
import { nginxProblem, testNginx } from "../support/http/nginx.ts";
import { containerfileFaults } from "../support/image/containerfile.ts";
import { manifestsProgram } from "../support/image/manifests.ts";
import { promtool, promtoolProblem } from "../support/metrics/promtool.ts";
import { logrotateProblem, tryLogrotate } from "./logrotate-run.ts";

const isCi = process.env["CI"] === "true";

/** Texts of a file, and what somebody writes in their place by mistake. */
type Mistakes = readonly (readonly [right: string, wrong: string])[];

/** Tries the file as it is, and with each mistake alone: the check finds nothing in the one, and something in the others. */
function finds(file: string, problem: string | undefined, check: (text: string) => void, mistakes: Mistakes): void {
  const isSkipped = problem !== undefined && !isCi;
  const text = readFileSync(file, "utf8");
  describe.skipIf(isSkipped)(`the check of ${file}${isSkipped ? ` (skipped: ${problem})` : ""}`, () => {
    test("finds nothing in the file", () => check(text));
    test.each(mistakes)("finds %j written as %j", (right, wrong) => {
      expect(text).toContain(right);
      expect(() => check(text.replace(right, () => wrong))).toThrow();
    });
  });
}

const openssl = hasOpenssl ? undefined : "openssl is not installed";
finds(
  "deploy/nginx/platonic.conf",
  nginxProblem ?? openssl,
  (text) => {
    const certificate = makeCertificate();
    onTestFinished(() => certificate.remove());
    testNginx(text, certificate);
  },
  [
    ["proxy_http_version 1.1", "proxy_http_verion 1.1"],
    ["keepalive 32;", "keepalive many;"],
    ["server 127.0.0.1:8080 max_fails=0;", "server 127.0.0.1:8080 max_fail=0;"],
    ["$platonic_is_grpc {\n", "platonic_is_grpc {\n"],
    ["application/grpc(\\+|;|$)", "application/grpc(\\+|;|$"],
    ["https://$host$request_uri", "https://$host$request_url"],
    ["ssl_protocols TLSv1.2 TLSv1.3", "ssl_protocols TLSv1.2 TLSv1.4"],
    ["client_max_body_size 5m", "client_max_body_size 5mb"],
    ["X-Forwarded-For $remote_addr;", "X-Forwarded-For $remote_adr;"],
    ["grpc_read_timeout 310s;", "grpc_read_timeout 310s"],
    ["if ($platonic_is_grpc)", "if ($platonic_is_grcp)"],
    ["grpc_pass grpc://platonic_grpc", "grpc_pass http://platonic_grpc"],
    ["location /channel/ {", "location /channel/"],
  ],
);

finds("deploy/logrotate/platonic", logrotateProblem, tryLogrotate, [
  ["daily", "daly"],
  ["rotate 14", "rotate fourteen"],
  ["rotate 14", "rotat 14"],
  ["compress", "compres"],
  ["delaycompress", "delay compress"],
  ["copytruncate", "copytruncat"],
  ["missingok", "missing_ok"],
  ["notifempty", "noifempty"],
  ["platonic.log {", "platonic.log"],
  ["daily", "daily:"],
]);

finds(
  "deploy/prometheus/rules.yaml",
  promtoolProblem(),
  (text) => {
    const folder = temporaryDirectory();
    cpSync("deploy/prometheus/rules.test.yaml", join(folder, "rules.test.yaml"));
    writeFileSync(join(folder, "rules.yaml"), text);
    promtool(["check", "rules", join(folder, "rules.yaml")]);
    promtool(["test", "rules", join(folder, "rules.test.yaml")]);
  },
  [
    ["- alert: PlatonicDown", "- alrt: PlatonicDown"],
    ['up{job="platonic"} == 0', 'up{job="platonic"} = 0'],
    ['up{job="platonic"}', 'up{job="platonik"}'],
    ["for: 2m", "for: 2 minutes"],
    ["labels: { severity: page }", "lables: { severity: page }"],
    ["platonic_database_away == 1", "platonic_database_awy == 1"],
    ["rpc_server_call_duration_seconds_bucket", "rpc_server_call_duration_bucket"],
    ["histogram_quantile(0.99", "histogram_quantil(0.99"],
    ["> 26 * 3600", "< 26 * 3600"],
    ["sum by (le)", "sum by (lee)"],
    ["humanizePercentage }}", "humanisePercentage }}"],
    ["time() - max(platonic_backup_time_seconds)", "time() - max(platonic_backup_time_seconds"],
  ],
);

beforeAll(() => {
  if (goToolsProblem === undefined) manifestsProgram();
});
finds(
  "deploy/compose/compose.yaml",
  goToolsProblem,
  (text) => {
    const deploy = join(temporaryDirectory(), "deploy");
    for (const part of ["compose", "grafana", "prometheus"])
      cpSync(join("deploy", part), join(deploy, part), { recursive: true });
    const file = join(deploy, "compose", "compose.yaml");
    writeFileSync(file, text);
    expect(faultsOf(readProject(file), join(deploy, "compose"))).toEqual([]);
  },
  [
    ["command: [sh", "comand: [sh"],
    ["sh, /secrets.sh", "sh, /secret.sh"],
    ["condition: service_healthy", "condition: service_healty"],
    ["depends_on: [prometheus]", "depends_on: [prometeus]"],
    ["secrets:/run/secrets/platonic:ro", "secret:/run/secrets/platonic:ro"],
    ["stop_grace_period: 20s", "stop_grace_period: 20 seconds"],
    ["MARIADB_USER", "MARIADB_USERNAME"],
    ["VAULT_PASSPHRASE_FILE", "VAULT_PASSFRASE_FILE"],
    ["platonic/database-url", "platonic/database_url"],
    [
      "DATABASE_URL_FILE: /run/secrets/platonic/database-url",
      "DATABASE_URL_FILE: /run/secrets/platonic/database-password",
    ],
    ['METRICS_PORT: "9464"', 'METRICS_PORT: "9646"'],
    ["127.0.0.1:8080:8080", "127.0.0.1:8080:80"],
    ["- 127.0.0.1:3000:3000", "- 3000:3000"],
    ["data:/var/lib/platonic", "data:/var/lib/platonik"],
    ["./prometheus.yaml:", "./prometheus.yml:"],
    ["/etc/prometheus/prometheus.yml", "/etc/prometheus/prometheus.yaml"],
    ["provisioning/datasources/platonic.yaml", "provisioning/datasource/platonic.yaml"],
    ["  mariadb:\n    image", "  maria:\n    image"],
  ],
);

finds("deploy/Containerfile", undefined, (text) => expect(containerfileFaults(text)).toEqual([]), [
  ["WORKDIR /build", "WORKDR /build"],
  ["BUILD_BASE} AS packages", "BUILDBASE} AS packages"],
  ["AS packages", "AS package"],
  ["--from=packages", "--form=packages"],
  ["COPY package.json package-lock.json", "COPY package.json package.lock.json"],
  ["COPY gen/package.json", "COPY server/package.json"],
  ["scripts/package/build.ts", "scripts/package/bulid.ts"],
  ["&& chown -R 0:0 /image &&", "&& chown -R 0:0 /image && &&"],
  ['VERSION}"', 'VERSON}"'],
  ["USER 10001:10001", "USER platonic"],
  ["STOPSIGNAL SIGTERM", "STOPSIGNAL SIGINT"],
  ['"server/health.js"', '"server/healthy.js"'],
  ['"server/main.js"', '"server/main.mjs"'],
  ['CMD ["node", "--disable-sigusr1"', 'CMD ["node" "--disable-sigusr1"'],
]);

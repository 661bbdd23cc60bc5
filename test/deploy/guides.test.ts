// @module-tag slow/programs

import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import mysql from "mysql2/promise";
import { expect, onTestFinished, test } from "vitest";
import { readDatabaseUrl } from "../../server/database/mysql/database-url.ts";
import { lastHookSuccess } from "../../server/modules/backup/hook.ts";
import { onMariadb } from "../support/database/databases.ts";
import { startMariadb } from "../support/database/mariadb.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import { type Program, startProgram } from "../support/program.ts";
import { operatorKey } from "../support/server.ts";
import { newHolder } from "../support/wallet-holder.ts";
import { skippedWithout } from "./skipped.ts";

const run = promisify(execFile);
const pages = ["docs/operating.md", "docs/operations-guide.md"];
const node = process.execPath;

/** Blocks of a language, without the indentation of the list that they are in. */
function blocksOf(page: string, language: string): string[] {
  const found = readFileSync(page, "utf8").matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^\\1\`\`\`$`, "gms"));
  return [...found].map(([, indentation = "", text = ""]) => text.replaceAll(new RegExp(`^${indentation}`, "gm"), ""));
}
const commands = pages.flatMap((page) => blocksOf(page, "sh"));
const named = new Set<string>();

/** The block of commands that begins with these words, all of which are named once. */
function block(words: string): string {
  const [found, ...more] = commands.filter((text) => text.startsWith(words));
  if (found === undefined || more.length > 0) throw new Error(`not one block begins with: ${words}`);
  named.add(found);
  return found;
}

/** Runs a block as it stands in the page, but for the texts of the example that a test replaces. */
async function paste(text: string, environment: Record<string, string>, example: Record<string, string> = {}) {
  let script = text.replaceAll("npx platonic", `${node} ${resolve("clients/cli/bin.ts")}`);
  for (const [from, to] of Object.entries(example)) {
    if (!script.includes(from)) throw new Error(`the block does not contain: ${from}`);
    script = script.replaceAll(from, to);
  }
  const env = { ...process.env, ...environment };
  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", script], { env });
  return stdout;
}

const starts = [
  "npm ci && DEVELOPMENT=1 METRICS_PORT=9464",
  "OTEL_EXPORTER_OTLP_ENDPOINT=",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=",
  "PLANS=",
  "DATABASE_URL='mysql://platonic:password@",
  "MAIL_URL=",
].map((words) => [words, block(words)]);
const check = block("SETTINGS_FILE=/etc/platonic/settings npx platonic config check");
const unit = block("useradd --system");
const several = block("cp deploy/systemd/platonic@.service");
const onService = [
  "npx platonic keys create",
  "npx platonic vault status",
  "npx platonic backup\n",
  "journalctl -u platonic",
].map(block) as [string, string, string, string];
const changePassphrase = block("npx platonic vault change-passphrase");
const migrate = block("npm run migrate");
const restore = block("VAULT_PASSPHRASE_FILE=/safe/vault.passphrase npm run restore");
const restoreUnit = block("systemctl stop platonic\nmv /var/lib/platonic");
const toMariadb = block("DATABASE_URL=mysql://platonic:secret@db.example/platonic");
const restic = block("install -m 755 deploy/backup/restic-hook");
/** `test/deploy/walk.test.ts` goes this way. */
for (const words of [
  "curl http://127.0.0.1:9464",
  "mkdir -p prometheus",
  "curl 'http://127.0.0.1:9090",
  "npm run dashboard",
])
  block(words);
/** Settings, which `test/deploy/backup-hook.test.ts` gives the hook. */
block("BACKUP_HOOK=/usr/local/bin/platonic-rclone-hook");

test("each block of commands is run by a test", () => {
  expect(commands.filter((text) => !named.has(text))).toEqual([]);
});

test.each(starts)("the settings of %s are usable", async (_, text) => {
  const checked = (text as string).replace("npm ci && ", "").replace(/\bnpm start$/m, `${node} server/check-config.ts`);
  expect(checked).not.toBe(text);
  expect(await paste(checked, { DATA_DIR: temporaryDirectory() })).toContain("The configuration is usable.");
});

/** Starts a service in a folder of its own, and returns what commands need to reach it. */
async function service(more: Record<string, string> = {}) {
  const data = join(temporaryDirectory(), "data");
  mkdirSync(data);
  const settings = { DATA_DIR: data, ...more };
  const program = await startProgram({ environment: settings });
  onTestFinished(() => program.stop());
  const client = { ...settings, PLATONIC_URL: program.url, PLATONIC_API_KEY: operatorKey };
  return { program, data, client, api: new ApiClient({ url: program.url }) };
}

async function stop(program: Program): Promise<void> {
  program.signal("SIGTERM");
  expect(await program.ended).toBe(0);
}

/** Name of a backup in a folder: the service makes one, too, when it has run for a minute. */
function backupIn(folder: string): string {
  return readdirSync(folder).find((one) => one.endsWith(".backup")) as string;
}

const exampleBackup = "platonic-20251121T055026.123Z-0a1b2c3d.backup";

test("the commands of the guide work from the first key to the restored backup", async () => {
  const etc = temporaryDirectory();
  writeFileSync(join(etc, "settings"), "LOG_LEVEL=info\n");
  const { program, data, client, api } = await service();
  expect(await paste(check, client, { "/etc/platonic": etc })).toContain("The configuration is usable.");
  const [keys, vault, backup, bundle] = onService;
  const { body } = await api.call("POST", "/v1/admin/keys", {
    name: "old",
    plan: "developer",
    permissions: ["geocode:*"],
  });
  expect(await paste(keys, client, { "revoke ID": `revoke ${body.result.key.id}` })).toContain("my program");
  expect(await paste(vault, client)).toMatch(/^activeVersion +2$/m);
  const ada = await newHolder(api, { TOKEN_STANDARD: 100 });
  expect(await paste(backup, client)).toContain("nothing is wrong with it");
  const archive = join(etc, "support.tar.gz");
  // journald keeps no log of a service that no unit has started.
  await paste(bundle, client, {
    "journalctl -u platonic -o cat": "true",
    "platonic.log": join(etc, "log"),
    "platonic-support.tar.gz": archive,
  });
  expect(existsSync(archive)).toBe(true);
  await stop(program);

  const passphrases = { "/safe": etc };
  writeFileSync(join(etc, "new.passphrase"), "a passphrase of this guide, which is new", { mode: 0o600 });
  copyFileSync(join(data, "vault.passphrase"), join(etc, "vault.passphrase"));
  await paste(changePassphrase, client, passphrases);
  expect(await paste(migrate, client)).toContain("up to date");
  const restored = join(etc, "restored");
  const name = backupIn(join(data, "backups"));
  await paste(restore, client, {
    ...passphrases,
    [`/backups/${exampleBackup}`]: join(data, "backups", name),
    "./restored": restored,
  });
  const again = await startProgram({
    environment: { DATA_DIR: restored, VAULT_PASSPHRASE_FILE: join(etc, "vault.passphrase") },
  });
  onTestFinished(() => again.stop());
  const { body: answer } = await new ApiClient({ url: again.url }).call("GET", `/api/wallets/${ada.id}`);
  expect(answer.result.wallet.standard.exact_amount).toBe("100");
});

test("the commands of the guide restore the data of a unit in their place", async () => {
  const place = temporaryDirectory();
  const [data, backups, passphrase] = ["platonic", "platonic-backups", "vault-passphrase"].map((name) =>
    join(place, name),
  ) as [string, string, string];
  mkdirSync(data);
  const { program, client, api } = await service({ DATA_DIR: data, BACKUP_DIR: backups });
  const ada = await newHolder(api, { TOKEN_STANDARD: 100 });
  await paste(onService[2], client);
  await stop(program);
  copyFileSync(join(data, "vault.passphrase"), passphrase);
  // Lines about units of the system and their user are left out.
  const example = {
    "/var/lib": place,
    "/etc/platonic": place,
    "/opt/platonic": process.cwd(),
    "-o platonic -g platonic ": "",
    [exampleBackup]: backupIn(backups),
  };
  await paste(restoreUnit.replaceAll(/^systemctl .*\n/gm, ""), {}, example);
  expect(existsSync(join(place, "platonic.lost", "platonic.sqlite"))).toBe(true);
  const again = await startProgram({ environment: { DATA_DIR: data, VAULT_PASSPHRASE_FILE: passphrase } });
  onTestFinished(() => again.stop());
  const { body } = await new ApiClient({ url: again.url }).call("GET", `/api/wallets/${ada.id}`);
  expect(body.result.wallet.standard.exact_amount).toBe("100");
});

const { isSkipped, why } = skippedWithout("restic");
test.skipIf(isSkipped)(`the commands of the guide have each backup copied by restic${why}`, async () => {
  const place = temporaryDirectory();
  const repository = join(place, "repository");
  const [install = "", backup = ""] = restic.split("systemctl restart platonic && ");
  // There is no user of that name here, and no systemd.
  const example = {
    "/usr/local/bin": place,
    "/etc/platonic": place,
    "chown platonic:": "chown root:",
    "sudo -u platonic ": "",
    "rest:https://backup.example.org/platonic": repository,
  };
  await paste(install, {}, example);
  const lines = readFileSync(join(place, "environment"), "utf8").trim().split("\n");
  const settings = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s) as [string, string]));
  const { client, data } = await service(settings);
  await paste(backup, client);
  const backups = join(data, "backups");
  const name = backupIn(backups);
  // Until then the hook has the repository for itself.
  await expect.poll(() => lastHookSuccess(backups)).toMatchObject({ name });
  const { stdout } = await run("restic", ["snapshots", "--json"], { env: { ...process.env, ...settings } });
  expect(JSON.parse(stdout)).toMatchObject([{ paths: [join(backups, name)] }]);
});

test("the commands of the guide that install units put each file where the units look for it", async () => {
  const place = temporaryDirectory();
  for (const folder of ["etc", "etc/systemd", "etc/systemd/system"]) mkdirSync(join(place, folder));
  // Lines about users, units and packages of the system, or about the network, are left out.
  const left = /^(useradd|git clone|npm|systemctl|DATABASE_URL=).*\n/gm;
  await paste(unit.replaceAll(left, ""), {}, { "/etc": join(place, "etc"), "-g platonic": "-g root" });
  await paste(several.replaceAll(left, ""), {}, { "/etc": join(place, "etc") });
  expect(readdirSync(join(place, "etc/systemd/system")).sort()).toEqual(readdirSync("deploy/systemd").sort());
  expect(readdirSync(join(place, "etc/platonic")).sort()).toEqual([
    "8080.environment",
    "environment",
    "vault-passphrase",
  ]);
});

onMariadb("the commands of the guide", () => {
  test("make a database, migrate it, and move a service from SQLite to it", async () => {
    const server = await startMariadb();
    onTestFinished(() => server.remove());
    const password = encodeURIComponent("a password of your own");
    const url = server.url("platonic", `platonic:${password}`);
    const { socketPath } = readDatabaseUrl(url);
    const administrator = await mysql.createConnection({ socketPath, user: "root", multipleStatements: true } as never);
    // The one of the other tests.
    await administrator.query("DROP USER platonic@'%'");
    const [make = ""] = blocksOf("docs/operations-guide.md", "sql");
    const [least = ""] = blocksOf("docs/databases.md", "sql");
    for (const statements of [make, least]) await administrator.query(statements);
    const [migration = ""] = /^DATABASE_URL=.*$/m.exec(several) ?? [];
    const [example = ""] = /'(mysql:.*)'/.exec(migration) ?? [];
    await paste(migration, {}, { [example]: url });
    await administrator.query("DROP DATABASE platonic");
    await administrator.query(make.split(";")[0] as string);

    const { program, data, client, api } = await service();
    const ada = await newHolder(api, { TOKEN_STANDARD: 100 });
    await paste("npx platonic backup", client);
    await stop(program);
    await paste(
      toMariadb,
      { DATA_DIR: temporaryDirectory() },
      {
        "mysql://platonic:secret@db.example/platonic": `'${url}'`,
        "data/": `${data}/`,
        [exampleBackup]: backupIn(join(data, "backups")),
      },
    );
    const moved = await startProgram({
      environment: { DATABASE_URL: url, VAULT_PASSPHRASE_FILE: join(data, "vault.passphrase") },
    });
    onTestFinished(() => moved.stop());
    const { body } = await new ApiClient({ url: moved.url }).call("GET", `/api/wallets/${ada.id}`);
    expect(body.result.wallet.standard.exact_amount).toBe("100");
    await administrator.end();
  });
});

// @module-tag slow/programs

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { mariadb, onMariadb } from "../support/database/databases.ts";
import { freePorts } from "../support/database/free-ports.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import { operatorKey } from "../support/server.ts";
import { done, newHolder } from "../support/wallet-holder.ts";
import { readServiceUnit } from "./systemd-unit.ts";

const root = join(import.meta.dirname, "../..");

/** A machine on which `platonic@.service` is installed, with the folders of this test in place of the system's. */
function machine(shared: Record<string, string>) {
  const folder = temporaryDirectory();
  for (const name of ["etc", "credentials", "var", "var/lib", "var/lib/platonic", "var/lib/platonic-backups"])
    mkdirSync(join(folder, name));
  const [etc, credentials] = [join(folder, "etc"), join(folder, "credentials")];
  writeFileSync(join(credentials, "vault-passphrase"), "a passphrase of the tests of units", { mode: 0o600 });
  writeFileSync(join(etc, "environment"), lines(shared));
  const unit = readServiceUnit(root, "platonic@.service");
  /** Environment of an instance, in the order in which systemd reads it. */
  const environment = (instance: string): Record<string, string> => {
    const given = Object.entries(unit.environment(credentials)).map(([name, value]) => [
      name,
      value.replaceAll("%i", instance).replace(/^\/var\/lib\//, `${folder}/var/lib/`),
    ]);
    const files = unit.all("EnvironmentFile").flatMap((path) => {
      const isOptional = path.startsWith("-");
      const name = path.replace(/^-?\/etc\/platonic\//, "").replaceAll("%i", instance);
      return isOptional && !readdirSync(etc).includes(name) ? [] : [join(etc, name)];
    });
    return Object.assign({}, Object.fromEntries(given), ...files.map(settingsOf));
  };
  return {
    etc,
    backups: join(folder, "var/lib/platonic-backups"),
    environment,
    /** Starts an instance as systemd does: without a shell, in the unit's folder, with its environment alone. */
    start(instance: string) {
      const [program, ...args] = unit.command("ExecStart");
      const child = spawn(program, args, { cwd: unit.all("WorkingDirectory")[0], env: environment(instance) });
      onTestFinished(() => void child.kill("SIGKILL"));
      let errors = "";
      child.stderr.on("data", (chunk) => {
        errors += chunk;
      });
      const ended = once(child, "close").then(([status]) => ({ status: status as number, errors }));
      const listening = async (): Promise<ApiClient<{ readonly url: string }>> => {
        for await (const line of createInterface(child.stdout))
          if (line.includes('"msg":"listening"')) return new ApiClient(JSON.parse(line) as { url: string });
        throw new Error((await ended).errors);
      };
      return { child, ended, listening };
    },
  };
}

function lines(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}

function settingsOf(path: string): Record<string, string> {
  const pairs = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return Object.fromEntries(pairs.map((line) => line.split(/=(.*)/s) as [string, string]));
}

onMariadb("two instances of platonic@.service", () => {
  test("serve by a user that cannot migrate, and share data, backups and calls", async () => {
    const { environment } = await mariadb.createForTest();
    const as = (user: string) => (environment["DATABASE_URL"] as string).replace("//platonic:", `//platonic_${user}:`);
    const { etc, backups, ...host } = machine({ DATABASE_URL: as("serving"), BOOTSTRAP_API_KEY: operatorKey });
    const ports = (await freePorts(2)).map(String) as [string, string];
    writeFileSync(join(etc, `${ports[0]}.environment`), "BACKUPS=on\n");

    const early = await host.start(ports[0]).ended;
    expect(early.status).toBe(1);
    expect(early.errors).toContain("npm run migrate");
    const migrating = { ...host.environment(ports[0]), PATH: process.env["PATH"], DATABASE_URL: as("migrating") };
    await promisify(execFile)("npx", ["platonic", "migrate"], { cwd: root, env: migrating });

    const [first, second] = [host.start(ports[0]), host.start(ports[1])];
    const [here, there] = [await first.listening(), await second.listening()];
    expect([here, there].map(({ server }) => new URL(server.url).port)).toEqual(ports);
    const [ada, bob] = [await newHolder(here, { TOKEN_STANDARD: 100 }), await newHolder(there)];
    expect(await ada.pay({ recipient: bob.id, amount: "7" })).toEqual(done);
    expect((await there.call("GET", `/api/wallets/${bob.id}`)).body.result.wallet.standard.exact_amount).toBe("7");
    expect(ports.map((port) => host.environment(port)["BACKUPS"])).toEqual(["on", "off"]);
    // Either of them makes a backup that was asked for, into the folder that they share.
    expect((await there.call("POST", "/v1/admin/backups", {})).status).toBe(200);
    await expect
      .poll(async () => (await here.call("GET", "/v1/admin/backups")).body.result.backups.length)
      .toBeGreaterThan(0);
    expect(readdirSync(backups).some((name) => name.endsWith(".backup"))).toBe(true);

    first.child.kill("SIGTERM");
    expect((await first.ended).status).toBe(0);
    expect((await fetch(`${there.server.url}/readyz`)).status).toBe(200);
    const again = host.start(ports[0]);
    await again.listening();
    for (const { child } of [again, second]) child.kill("SIGTERM");
    expect([(await again.ended).status, (await second.ended).status]).toEqual([0, 0]);
  });
});

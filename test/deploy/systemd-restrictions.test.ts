// @module-tag slow/programs

import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import { restrictionsProblem } from "../support/image/bases.ts";
import { type Container, imageUser, runContainer } from "../support/image/container.ts";
import { operatorKey } from "../support/server.ts";
import { done, newHolder } from "../support/wallet-holder.ts";
import { readServiceUnit } from "./systemd-unit.ts";

const root = join(import.meta.dirname, "../..");
const problem = restrictionsProblem();
const isSkipped = problem !== undefined && process.env["CI"] !== "true";
/** Folders of the system that programs read. */
const system = ["/usr", "/bin", "/lib", "/lib64", "/etc"];

/** Makes a folder of the service's user. */
function ownFolder(): string {
  const folder = join(temporaryDirectory(), "own");
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, imageUser, imageUser);
  return folder;
}

/** Makes the folder in which the folders of the container are mounted. */
function emptyRoot(): string {
  const folder = temporaryDirectory();
  chmodSync(folder, 0o755);
  return folder;
}

/** Starts the unit's command as its restrictions have it: no capabilities, its calls of the system, and two folders to write. */
function startRestricted(name: string): { readonly container: Container; readonly backups: string } {
  const unit = readServiceUnit(root, name);
  const credentials = join(ownFolder(), "credentials");
  mkdirSync(credentials);
  chmodSync(credentials, 0o755);
  const passphrase = join(credentials, "vault-passphrase");
  writeFileSync(passphrase, "a passphrase of the tests of units", { mode: 0o400 });
  chownSync(passphrase, imageUser, imageUser);
  const states = (unit.all("StateDirectory")[0] as string).split(" ").map((one) => [`/var/lib/${one}`, ownFolder()]);
  const settings = { ...unit.environment("/run/credentials"), PORT: "0", BOOTSTRAP_API_KEY: operatorKey };
  const container = runContainer({
    root: emptyRoot(),
    command: unit.command("ExecStart"),
    folder: root,
    environment: Object.entries({ ...settings, MIGRATE_ON_START: "true" }).map(([key, value]) => `${key}=${value}`),
    mounts: {
      // First: this folder may be in it.
      "/tmp": ownFolder(),
      ...Object.fromEntries([...system, root].map((path) => [`${path}:ro`, path])),
      ...Object.fromEntries(states),
      "/run/credentials:ro": credentials,
      "/run/platonic": ownFolder(),
    },
    seccomp: unit.systemCalls(),
    umask: Number.parseInt(unit.all("UMask")[0] as string, 8),
  });
  return { container, backups: Object.fromEntries(states)["/var/lib/platonic-backups"] as string };
}

describe.skipIf(isSkipped)(`the units of systemd${isSkipped ? ` (skipped: ${problem})` : ""}`, () => {
  test.each(["platonic.service", "platonic@.service"])("let the service do its work: %s", async (name) => {
    const { container, backups } = startRestricted(name);
    const { url } = JSON.parse(await container.lineWith('"msg":"listening"')) as { url: string };
    const api = new ApiClient({ url });
    const [ada, bob] = [await newHolder(api, { TOKEN_STANDARD: 100 }), await newHolder(api)];
    expect(await ada.pay({ recipient: bob.id })).toEqual(done);
    // Begins threads, which lower their priority, and writes files.
    expect((await api.call("POST", "/v1/admin/backups", {})).status).toBe(200);
    expect((await api.call("POST", "/v1/admin/backups/drill", {})).body.result.problems ?? []).toEqual([]);
    expect(readdirSync(backups).filter((file) => file.endsWith(".backup"))).toHaveLength(1);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const status = readFileSync(`/proc/${container.pid()}/status`, "utf8");
    for (const line of [/^NoNewPrivs:\t1$/m, /^CapBnd:\t0+$/m, /^Seccomp:\t2$/m, /^Umask:\t0077$/m])
      expect(status).toMatch(line);
    container.signal("SIGHUP");
    await container.lineWith('"msg":"reloaded the configuration"');
    container.signal("SIGTERM");
    expect(await container.ended).toBe(0);
    expect(container.errors()).not.toMatch(/EPERM|not permitted/);
  });
});

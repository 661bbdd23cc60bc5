import { execFile } from "node:child_process";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../../server/app/config.ts";
import { examine } from "../../../server/app/doctor/doctor.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { programEnvironment, startServer } from "../../support/server.ts";

const stretching = { iterations: 1_000, iterationsMin: 1_000 };

/** Starts a service with a hook that is a script of a shell, and makes a backup. */
async function withHook(script: string, more: Record<string, string> = {}) {
  const hook = join(temporaryDirectory(), "hook");
  writeFileSync(hook, script.startsWith("#!") ? script : `#!/bin/sh\n${script}\n`);
  chmodSync(hook, 0o755);
  const settings = { BACKUP_HOOK: hook, ...more };
  const server = await startServer(settings);
  onTestFinished(() => server.close());
  const { body } = await server.post("/v1/admin/backups", {});
  const environment = { ...settings, DATA_DIR: server.dataDirectory, PORT: "0" };
  const logged = (text: string) => expect.poll(() => server.log.join("")).toContain(text);
  return { server, hook, environment, logged, backup: body.result.backup.name as string };
}

/** Returns the findings about the hook, as `state: message`. */
async function found(environment: Record<string, string>): Promise<string[]> {
  const findings = await examine(loadConfig(environment), { stretching });
  const ofHook = findings.filter(({ message }) => message.includes("the program of BACKUP_HOOK"));
  for (const { state, advice } of ofHook) expect(advice === undefined).toBe(state === "ok");
  return ofHook.map(({ state, message }) => `${state}: ${message}`);
}

/** Runs the doctor as a program; returns its exit status and what it wrote to standard error. */
function doctor(environment: Record<string, string>): Promise<{ status: unknown; errors: string }> {
  const env = { ...programEnvironment, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, ["server/doctor.ts"], { env }, (error, _, errors) =>
      resolve({ status: error === null ? 0 : error.code, errors }),
    );
  });
}

test("a hook that has copied the newest backup is well", async () => {
  const { environment, backup, logged } = await withHook("exit 0");
  await logged("ran the program of BACKUP_HOOK");
  expect(await found(environment)).toEqual([`ok: the program of BACKUP_HOOK has succeeded for ${backup}`]);
});

test.each([
  ["fails", "exit 3", {}, "it exited with status 3"],
  ["has no interpreter", "#!/nowhere/sh", {}, "it could not be started"],
  ["hangs until it is ended", "exec sleep 1000", { BACKUP_HOOK_SECONDS: "1" }, "it did not end within 1 s"],
])("a hook that %s is a warning, which names the backup that is not copied", async (_, script, more, problem) => {
  const { environment, backup, logged } = await withHook(script, more);
  await logged(problem);
  const message = `warning: the program of BACKUP_HOOK has not succeeded for ${backup}, for none`;
  expect(await found(environment)).toEqual([message]);
});

test("a hook that runs just now is a warning, with the backup before that it has copied", async () => {
  const folder = temporaryDirectory();
  const begun = join(folder, "begun");
  const { server, environment, backup, logged } = await withHook(`test -e ${begun} && exec sleep 1000; touch ${begun}`);
  await logged("ran the program of BACKUP_HOOK");
  const { body } = await server.post("/v1/admin/backups", {});
  const [warning] = await found(environment);
  expect(warning).toContain(`warning: the program of BACKUP_HOOK has not succeeded for ${body.result.backup.name}`);
  expect(warning).toContain(`last for ${backup}, at `);
});

test.each([
  ["is missing", (hook: string) => rmSync(hook)],
  ["may not be executed", (hook: string) => chmodSync(hook, 0o644)],
])("a hook that %s is a setting that is not usable, by its name", async (_, change) => {
  const { hook, environment } = await withHook("exit 0");
  change(hook);
  const { status, errors } = await doctor(environment);
  expect(status).toBe(2);
  expect(errors).toContain("BACKUP_HOOK must be the absolute path of a program that this user may run");
});

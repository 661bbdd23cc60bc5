import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../server/app/config.ts";
import { requireFreePlaces } from "../../server/app/free-places.ts";
import { onEveryDatabase } from "../support/database/databases.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { mountProblem } from "../support/mount-problem.ts";
import { bundled } from "../support/programs/bundled.ts";
import { programEnvironment, startServer } from "../support/server.ts";

test("a server whose port is in use fails with EADDRINUSE, and leaves nothing behind", async () => {
  const port = await takenPort();
  const dataDirectory = join(temporaryDirectory(), "data");
  await expect(startServer({ PORT: port, DATA_DIR: dataDirectory })).rejects.toMatchObject({
    code: "EADDRINUSE",
    message: `port ${port} is in use; set PORT to another one, or to 0 for any`,
  });
  expect(existsSync(dataDirectory)).toBe(false);
});

test("a restart opens no port to try it: its clients would be connected to nobody", async () => {
  const dataDirectory = join(temporaryDirectory(), "data");
  await (await startServer({ DATA_DIR: dataDirectory })).close();
  const places = (data: string) => requireFreePlaces(loadConfig({ PORT: port, DATA_DIR: data }), false);
  // A trial of this port would fail.
  const port = await takenPort();
  await expect(places(join(dataDirectory, "new"))).rejects.toMatchObject({ code: "EADDRINUSE" });
  await expect(places(dataDirectory)).resolves.toBeUndefined();
  await expect(startServer({ PORT: port, DATA_DIR: dataDirectory })).rejects.toThrow(`port ${port} is in use`);
});

test("a server whose threads would share the port of another server fails, and cuts off nobody there", async () => {
  const first = await startServer({ THREADS: "2" });
  onTestFinished(() => first.close());
  const { port } = new URL(first.url);
  const caller = connect({ port: Number(port), host: "127.0.0.1" });
  onTestFinished(() => void caller.destroy());
  await once(caller, "connect");
  const dataDirectory = join(temporaryDirectory(), "data");
  await (await startServer({ DATA_DIR: dataDirectory })).close();
  const second = startServer({ THREADS: "2", PORT: port, DATA_DIR: dataDirectory });
  await expect(second).rejects.toThrow(`port ${port} is in use`);
  caller.end("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  expect(Buffer.concat(await caller.toArray()).toString()).toMatch(/^HTTP\/1.1 200 /);
});

test("a server whose host socket is in use, or no socket, fails and leaves nothing behind", async () => {
  const folder = temporaryDirectory();
  const other = createServer().listen(join(folder, "taken.sock"));
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once("listening", resolve));
  writeFileSync(join(folder, "file"), "");
  for (const [name, problem] of [
    ["taken.sock", "another server listens at"],
    ["file", "exists and is not a socket"],
    ["file/below.sock", "is not a folder"],
  ] as const) {
    const settings = { HOST_SOCKET: join(folder, name), DATA_DIR: join(folder, "data") };
    const refusal = expect.stringMatching(`^HOST_SOCKET cannot be ${join(folder, name)}: .*${problem}`);
    await expect(startServer(settings)).rejects.toMatchObject({ message: refusal });
    expect(existsSync(join(folder, "data"))).toBe(false);
  }
});

test.skipIf(mountProblem !== undefined)(
  `a server whose host socket would be on a disk that can only be read fails, and leaves nothing behind${mountProblem === undefined ? "" : ` (skipped: ${mountProblem})`}`,
  async () => {
    const [disk, folder] = [temporaryDirectory(), temporaryDirectory()];
    execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "none", disk]);
    onTestFinished(() => void execFileSync("umount", [disk]));
    for (const name of ["host.sock", "run/platonic/host.sock"]) {
      const settings = { HOST_SOCKET: join(disk, name), DATA_DIR: join(folder, "data") };
      await expect(startServer(settings)).rejects.toThrow(`HOST_SOCKET cannot be ${join(disk, name)}: EROFS`);
      expect(existsSync(join(folder, "data"))).toBe(false);
    }
  },
);

test.each([
  // RFC 5737 gives these addresses to documents alone, and RFC 2606 this name to nobody.
  ["192.0.2.1", "no address of this machine"],
  ["nobody.invalid", "HOST is nobody.invalid"],
])("a server whose HOST is %s fails, says so, and leaves nothing behind", async (host, problem) => {
  const dataDirectory = join(temporaryDirectory(), "data");
  for (const port of ["0", await takenPort()]) {
    await expect(startServer({ HOST: host, PORT: port, DATA_DIR: dataDirectory })).rejects.toThrow(problem);
    expect(existsSync(dataDirectory)).toBe(false);
  }
});

/** A port at which something else listens. */
async function takenPort(): Promise<string> {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once("listening", resolve));
  return String((other.address() as { port: number }).port);
}

onEveryDatabase("a start that is refused for the passphrase of the vault", (engine) => {
  test("leaves no new passphrase, and names the file and the setting", async () => {
    const folder = temporaryDirectory();
    const [first, second] = [join(folder, "first"), join(folder, "second")];
    const location = await engine.create();
    onTestFinished(() => location.remove());
    const database = location.environment;
    await (await startServer({ ...database, DATA_DIR: first })).close();
    const path = join(first, "vault.passphrase");
    copyFileSync(path, join(folder, "kept"));
    rmSync(path);
    const missing = startServer({ ...database, DATA_DIR: first });
    await expect(missing).rejects.toThrow(/VAULT_PASSPHRASE_FILE .*first\/vault\.passphrase/);
    expect(existsSync(path)).toBe(false);
    if (database["DATABASE_URL"] !== undefined) {
      await expect(startServer({ ...database, DATA_DIR: second })).rejects.toThrow("VAULT_PASSPHRASE_FILE");
      expect(existsSync(second)).toBe(false);
    }
    const wrong = join(folder, "wrong");
    writeFileSync(wrong, "another passphrase of mine", { mode: 0o600 });
    const opening = startServer({ ...database, DATA_DIR: first, VAULT_PASSPHRASE_FILE: wrong });
    await expect(opening).rejects.toThrow(`${wrong} (set by VAULT_PASSPHRASE_FILE): the passphrase`);
    await (await startServer({ ...database, DATA_DIR: first, VAULT_PASSPHRASE_FILE: join(folder, "kept") })).close();
  });
});

test.skipIf(process.platform !== "linux").each(["DATA_DIR", "BACKUP_DIR", "HOST_SOCKET"])(
  "a start whose %s would be in a folder that nobody can make ends with status 2 and says so",
  async (name) => {
    const data = join(temporaryDirectory(), "data");
    const { code, err } = await ended({ PORT: "0", DATA_DIR: data, [name]: "/proc/new/inner" });
    const refusal = `${name} cannot be /proc/new/inner: ENOENT, nothing can be made in /proc; choose another folder`;
    expect([code, err]).toEqual([2, expect.stringContaining(refusal)]);
    expect(existsSync(data)).toBe(false);
  },
);

test.skipIf(process.platform !== "linux")(
  "a migration in a folder that cannot be made ends with status 2 and names the setting",
  async () => {
    const { code, err } = await ended({ DATA_DIR: "/proc/new" }, "server/migrate.ts");
    expect([code, err]).toEqual([2, expect.stringContaining("DATA_DIR cannot be /proc/new: ENOENT")]);
  },
);

test.skipIf(mountProblem !== undefined)(
  `a backup folder that can only be read refuses the start, and a full one does not${mountProblem === undefined ? "" : ` (skipped: ${mountProblem})`}`,
  async () => {
    const [disk, folder] = [temporaryDirectory(), temporaryDirectory()];
    execFileSync("mount", ["-t", "tmpfs", "-o", "nr_inodes=1", "none", disk]);
    onTestFinished(() => void execFileSync("umount", [disk]));
    const settings = { BACKUP_DIR: disk, DATA_DIR: join(folder, "data") };
    await (await startServer(settings)).close();
    execFileSync("mount", ["-o", "remount,ro", disk]);
    for (const BACKUPS of ["on", "off"]) {
      const started = startServer({ ...settings, BACKUPS });
      await expect(started).rejects.toThrow(`BACKUP_DIR cannot be ${disk}: EROFS, nothing can be made in ${disk}`);
    }
  },
);

test.each([
  ["MAIL_URL", { MAIL_URL: "smtps://name:50%@mail.example", MAIL_FROM: "a@b.example" }],
  ["PHONE_WEBHOOK_URL", { PHONE_WEBHOOK_URL: "http://far.example/", PHONE_WEBHOOK_SECRET: "s".repeat(32) }],
  ["SETTINGS_FILE", { SETTINGS_FILE: "/dev/null" }],
  ["TLS_CERT_FILE", { TLS_CERT_FILE: "package.json", TLS_KEY_FILE: "package.json" }],
  ["VAULT_PASSPHRASE_FILE", { VAULT_PASSPHRASE_FILE: "/dev/null" }],
])(
  "a start that %s makes impossible ends with status 2, without a stack, and leaves no data folder",
  async (name, env) => {
    const data = join(temporaryDirectory(), "data");
    const { code, err } = await ended({ PORT: "0", DATA_DIR: data, ...env });
    expect([code, err]).toEqual([2, expect.stringContaining(name)]);
    expect(err).not.toMatch(/^ {4}at /m);
    expect(existsSync(data)).toBe(false);
  },
);

function ended(env: NodeJS.ProcessEnv, program = "server/main.ts"): Promise<{ code: number | null; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [bundled(program)],
      { env: { ...programEnvironment, ...env } },
      (_, __, err) => resolve({ code: child.exitCode, err }),
    );
  });
}

// @module-tag slow/image

import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { billOfMaterials, dpkgList, npmList } from "../../scripts/image.ts";
import { freePorts } from "../support/database/free-ports.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { imageProblem } from "../support/image/bases.ts";
import { type Container, imageUser, runContainer } from "../support/image/container.ts";
import { ImageStore } from "../support/image/image.ts";
import { operatorKey } from "../support/server.ts";
import { beginCalls, holdCall, readmeCall } from "./under-way.ts";

const problem = imageProblem();
const isSkipped = problem !== undefined && process.env["CI"] !== "true";
const created = 1_700_000_000;
const place = "/var/lib/platonic";
const { scripts, version } = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly version: string;
};
/** Path of the files that `npm run image` writes, without the ends of their names. */
const released = `.release/platonic-${version}`;

describe.skipIf(isSkipped)(`the image${isSkipped ? ` (skipped: ${problem})` : ""}`, () => {
  let store: ImageStore;
  let digests: readonly string[];
  let root: string;
  beforeAll(async () => {
    store = new ImageStore();
    digests = await Promise.all([store.build("platonic", created), store.release("again", created)]);
    root = store.unpack("platonic");
  });
  afterAll(() => store?.remove());

  /** Runs the image's own command, on a port of its own unless it is given one. */
  function start(mounts: Readonly<Record<string, string>>, ...environment: string[]): Container {
    const { Cmd: command, Env, WorkingDir: folder } = store.describe("platonic").config;
    const port = environment.some((entry) => entry.startsWith("PORT=")) ? [] : ["PORT=0"];
    const settings = [...port, `BOOTSTRAP_API_KEY=${operatorKey}`, ...environment];
    return runContainer({ root, command, folder, environment: [...Env, ...settings], mounts });
  }

  async function started(container: Container): Promise<number> {
    return (JSON.parse(await container.lineWith('"msg":"listening"')) as { port: number }).port;
  }

  test("has the same digest when npm run image builds it again, and in the archive that this writes", () => {
    expect(digests[0]).toMatch(/^sha256:/);
    expect(digests[1]).toBe(digests[0]);
    const inArchive = (path: string) =>
      JSON.parse(execFileSync("tar", ["-xOf", `${released}.oci.tar`, path], { encoding: "utf8" }));
    const [{ digest }] = inArchive("index.json").manifests;
    const { config } = inArchive(`blobs/${digest.replace(":", "/")}`);
    expect(config.digest).toBe(digests[0]);
  });

  test("has at most 260 MB of files, no npm, no TypeScript, and no file but the data folder that its user owns", () => {
    const found = execFileSync("find", [root, "-printf", "%y %s %U %P\\n"], { encoding: "utf8", maxBuffer: 1 << 26 });
    const files = found
      .trim()
      .split("\n")
      .map((line) => line.split(" ") as [type: string, size: string, owner: string, path: string]);
    // The size of a folder is that of most disks, as it has another one on each file system.
    expect(files.reduce((sum, [type, size]) => sum + (type === "d" ? 4096 : Number(size)), 0)).toBeLessThan(260e6);
    const paths = files.map(([, , , path]) => path);
    expect(paths.filter((path) => /\/npm(-cli\.js)?$|^opt\/platonic\/.*\.[cm]?ts$/.test(path))).toEqual([]);
    expect(files.filter(([, , owner]) => owner === String(imageUser)).map(([, , , path]) => `/${path}`)).toEqual([
      place,
    ]);
    expect(readdirSync(join(root, "opt/platonic")).sort()).toEqual(
      ["CHANGELOG.md", "LICENSE", "bin", "clients", "gen", "node_modules", "package.json", "server"].sort(),
    );
  });

  test("says what it is, and runs as no root by the flags of npm start", () => {
    const { created: time, config } = store.describe("platonic");
    expect(Date.parse(time)).toBe(created * 1000);
    expect(config).toMatchObject({ User: "10001:10001", StopSignal: "SIGTERM" });
    expect(config.Labels).toMatchObject({
      "org.opencontainers.image.version": "1.2.3",
      "org.opencontainers.image.revision": "abcdef",
    });
    expect(scripts["start"]).toContain(` exec ${config.Cmd.join(" ").replace(/\.js$/, ".ts")}`);
  });

  test("has a bill of materials of every package in it, which is the same when it is written again", () => {
    const lists = { dpkg: readFileSync(join(root, dpkgList), "utf8"), npm: readFileSync(join(root, npmList), "utf8") };
    const bill = JSON.parse(readFileSync(`${released}.cdx.json`, "utf8")) as ReturnType<typeof billOfMaterials>;
    const commit = execFileSync("git", ["log", "-1", "--format=%cI"], { encoding: "utf8" }).trim();
    expect(bill).toEqual(JSON.parse(JSON.stringify(billOfMaterials(lists, new Date(commit)))));
    const names = new Set(bill.components.map(({ purl }) => decodeURIComponent(purl)));
    const { packages } = JSON.parse(lists.npm) as { packages: Record<string, { version?: string; link?: boolean }> };
    const installed = Object.entries(packages).filter(([path, { link }]) => path.startsWith("node_modules/") && !link);
    expect(installed.length).toBeGreaterThan(100);
    for (const [path, { version }] of installed)
      expect(names).toContain(`pkg:npm/${path.replace(/.*node_modules\//, "")}@${version}`);
    expect([...names].filter((name) => name.startsWith("pkg:deb/debian/libc6@"))).toHaveLength(1);
  });

  test("answers the README's call on files that nobody can write, and its check says so", async () => {
    const container = start({ [place]: volume() });
    const port = await started(container);
    expect((await transform(port)).body.result.transformed_data).toEqual([1.6471587, 3.8758261, 6.1044934]);
    expect(await container.execute([`PORT=${port}`], ...healthCheck())).toEqual({ status: 0, output: "ready\n" });
    expect((await container.execute([], "sh", "-c", "id -u; touch /opt/x /tmp/x")).output).toMatch(
      /^10001\n.*\/opt\/x.*Read-only.*\n.*\/tmp\/x.*Read-only/,
    );
    const health = await container.execute(platonicAt(port), "platonic", "health");
    expect(health.output).toMatch(/ready +true/);
  });

  test("ends what is under way at a SIGTERM, and has lost nothing at the next start", async () => {
    const data = volume();
    const [port = 0] = await freePorts(1);
    const first = start({ [place]: data }, `PORT=${port}`);
    await started(first);
    const under = await beginCalls(port);

    first.signal("SIGTERM");
    await first.lineWith('"msg":"shutting down"');
    const told = await under.finish();
    expect(await first.ended).toBe(0);

    const second = start({ [place]: data }, `PORT=${port}`);
    await started(second);
    await under.expectKept(told);
    const check = await second.execute(platonicAt(port), "platonic", "ledger", "check");
    expect(check, check.output).toMatchObject({ status: 0 });
  });

  test("keeps the data of a volume for the next container, and shares it with a second one", async () => {
    const data = volume();
    const [first, second] = [start({ [place]: data }), start({ [place]: data })];
    for (const port of [await started(first), await started(second)]) {
      expect(await transform(port)).toMatchObject({ status: 200 });
    }
    first.signal("SIGKILL");
    expect(await first.ended).not.toBe(0);
    await started(start({ [place]: data }));
  });

  test("is not ready while it hangs", async () => {
    const container = start({ [place]: volume() });
    const port = await started(container);
    container.signal("SIGSTOP");
    const { status, output } = await container.execute([`PORT=${port}`], ...healthCheck());
    expect([status, output]).toEqual([1, "not ready: no answer within 3000 ms\n"]);
  });

  test.each([
    ["no volume", () => ({}), [], 2, "DATA_DIR is /var/lib/platonic, which is on no volume"],
    ["a volume of another user", () => ({ [place]: volume(0) }), [], 2, "let this user write to it"],
    [
      "a secret that it may not read",
      () => ({ [place]: volume(), "/run/secret:ro": secret(0o600, 0) }),
      ["DATABASE_URL_FILE=/run/secret"],
      2,
      "DATABASE_URL_FILE names /run/secret, which cannot be read (EACCES)",
    ],
    [
      "a passphrase that others may read",
      () => ({ [place]: volume(), "/run/secret:ro": secret(0o644, imageUser) }),
      ["VAULT_PASSPHRASE_FILE=/run/secret"],
      2,
      "VAULT_PASSPHRASE_FILE names /run/secret",
    ],
  ])("refuses %s, and says what to do", async (_, mounts, environment, status, message) => {
    const container = start(mounts(), ...environment);
    expect(await container.ended).toBe(status);
    expect(container.errors()).toContain(message);
  });

  test("refuses a database that a newer image has migrated, and changes nothing", async () => {
    const data = volume();
    const first = start({ [place]: data });
    await started(first);
    first.signal("SIGTERM");
    await first.ended;
    const database = new Database(join(data, "platonic.sqlite"));
    database.exec("INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'OfTheFuture9999999999999')");
    database.close();
    const [older] = [start({ [place]: data })];
    expect(await older.ended).toBe(1);
    expect(older.errors()).toContain("OfTheFuture9999999999999");
  });
});

/** Makes an empty folder of the image's user, or of another. */
function volume(owner = imageUser): string {
  const folder = join(temporaryDirectory(), "volume");
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, owner, owner);
  return folder;
}

function secret(mode: number, owner: number): string {
  const path = join(mkdtempSync(join(tmpdir(), "platonic-secret-")), "secret");
  writeFileSync(path, "a secret of more than sixteen bytes\n", { mode });
  chownSync(path, owner, owner);
  return path;
}

/** Returns the command of the health check, which the format of the tests leaves out of the image. */
function healthCheck(): string[] {
  const [, command = "[]"] = /^HEALTHCHECK .* CMD (.+)$/m.exec(readFileSync("deploy/Containerfile", "utf8")) ?? [];
  return JSON.parse(command) as string[];
}

/** Environment in which `platonic` calls the service at a port. */
function platonicAt(port: number): string[] {
  return [`PLATONIC_URL=http://127.0.0.1:${port}`, `PLATONIC_API_KEY=${operatorKey}`];
}

/** Makes the README's call. */
async function transform(port: number) {
  const call = await holdCall(port, "/v1/geocode/transform", readmeCall);
  return call.finish();
}

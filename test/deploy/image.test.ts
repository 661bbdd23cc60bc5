// @module-tag slow/image

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { billOfMaterials, dpkgList, npmList } from "../../scripts/image.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { imageProblem } from "../support/image/bases.ts";
import { type Container, imageUser, runContainer } from "../support/image/container.ts";
import { ImageStore } from "../support/image/image.ts";
import { operatorKey } from "../support/server.ts";

const problem = imageProblem();
const isSkipped = problem !== undefined && process.env["CI"] !== "true";
const created = 1_700_000_000;
const place = "/var/lib/platonic";

describe.skipIf(isSkipped)(`the image${isSkipped ? ` (skipped: ${problem})` : ""}`, () => {
  let store: ImageStore;
  let digests: readonly string[];
  let root: string;
  beforeAll(async () => {
    store = new ImageStore();
    digests = await Promise.all(["platonic", "again"].map((name) => store.build(name, created)));
    root = store.unpack("platonic");
  });
  afterAll(() => store?.remove());

  /** Runs the image's own command, on a port of its own. */
  function start(mounts: Readonly<Record<string, string>>, ...environment: string[]): Container {
    const { Cmd: command, Env, WorkingDir: folder } = store.describe("platonic").config;
    const settings = ["PORT=0", `BOOTSTRAP_API_KEY=${operatorKey}`, ...environment];
    return runContainer({ root, command, folder, environment: [...Env, ...settings], mounts });
  }

  async function started(container: Container): Promise<number> {
    return (JSON.parse(await container.lineWith('"msg":"listening"')) as { port: number }).port;
  }

  test("has the same digest when it is built again", () => {
    expect(digests[0]).toMatch(/^sha256:/);
    expect(digests[1]).toBe(digests[0]);
  });

  test("has at most 260 MB of files, no npm, no TypeScript, and no file but the data folder that its user owns", () => {
    const found = execFileSync("find", [root, "-printf", "%s %U %P\\n"], { encoding: "utf8", maxBuffer: 1 << 26 });
    const files = found.split("\n").map((line) => line.split(" ") as [size: string, owner: string, path: string]);
    expect(files.reduce((sum, [size]) => sum + Number(size), 0)).toBeLessThan(260e6);
    const paths = files.map(([, , path]) => path);
    expect(
      paths.filter((path) =>
        /\/npm(-cli\.js)?$|node_modules\/.*\.(d|test)\.ts$|^opt\/platonic\/(server|clients|gen)\/.*\.ts$/.test(path),
      ),
    ).toEqual([]);
    expect(files.filter(([, owner]) => owner === String(imageUser)).map(([, , path]) => `/${path}`)).toEqual([place]);
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
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
    expect(scripts["start"]).toContain(` exec ${config.Cmd.join(" ").replace(/\.js$/, ".ts")}`);
  });

  test("has a bill of materials of every package in it, which is the same when it is written again", () => {
    const lists = { dpkg: readFileSync(join(root, dpkgList), "utf8"), npm: readFileSync(join(root, npmList), "utf8") };
    const bill = billOfMaterials(lists, new Date(0));
    expect(billOfMaterials(lists, new Date(0))).toEqual(bill);
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
    const answer = await transform(port, async () => undefined);
    expect(answer).toContain('"transformed_data":[1.6471587,3.8758261,6.1044934]');
    expect(await container.execute([`PORT=${port}`], ...healthCheck())).toEqual({ status: 0, output: "ready\n" });
    expect((await container.execute([], "sh", "-c", "id -u; touch /opt/x /tmp/x")).output).toMatch(
      /^10001\n.*\/opt\/x.*Read-only.*\n.*\/tmp\/x.*Read-only/,
    );
    const health = await container.execute([`PLATONIC_URL=http://127.0.0.1:${port}`], "platonic", "health");
    expect(health.output).toMatch(/ready +true/);
  });

  test("finishes a call in progress after SIGTERM, and ends in order", async () => {
    const container = start({ [place]: volume() });
    const answer = transform(await started(container), async () => {
      container.signal("SIGTERM");
      await container.lineWith('"msg":"shutting down"');
    });
    expect(await answer).toContain("transformed_data");
    expect(await container.ended).toBe(0);
  });

  test("keeps the data of a volume for the next container, and shares it with a second one", async () => {
    const data = volume();
    const [first, second] = [start({ [place]: data }), start({ [place]: data })];
    for (const port of [await started(first), await started(second)]) {
      expect(await transform(port, async () => undefined)).toContain("transformed_data");
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

/** Makes the README's call. Its body follows when the service is about to read it, after `before`. */
async function transform(port: number, before: () => Promise<void>): Promise<string> {
  const call = request({
    port,
    path: "/v1/geocode/transform",
    method: "POST",
    headers: { Authorization: `Bearer ${operatorKey}`, "Content-Type": "application/json", Expect: "100-continue" },
  });
  call.flushHeaders();
  const answered = once(call, "response");
  await once(call, "continue");
  await before();
  call.end('{"data": [1, 2, 3, 4, 5], "source_dimensions": 5, "target_dimensions": 3}');
  const [response] = await answered;
  let body = "";
  for await (const chunk of response) body += chunk;
  return body;
}

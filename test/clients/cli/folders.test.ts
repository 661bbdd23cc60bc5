// @module-tag slow/programs

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mountProblem } from "../../support/mount-problem.ts";
import { bundled } from "../../support/programs/bundled.ts";
import { startServer, type TestServer } from "../../support/server.ts";

/** A URL where nobody listens; the port is none of those that systems give to programs. */
const nowhere = "http://127.0.0.1:61999";
/** A user who owns nothing. */
const nobody = 65_534;

interface Place {
  readonly folder: string;
  readonly user?: number;
  /** Port at which the service runs; undefined: it does not. */
  readonly url?: string;
}

/** Runs a command beside the folder of a service, as an operator does. */
async function run(words: readonly string[], { folder, user, url = nowhere }: Place) {
  const child = spawn(process.execPath, [bundled("clients/cli/bin.ts"), ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: folder,
      PORT: new URL(url).port,
      PLATONIC_URL: url,
      PLATONIC_API_KEY: "a-key-that-no-service-has-made-of-32-characters",
      ...(user === undefined && { VAULT_PASSPHRASE_FILE: passphrase }),
    },
    ...(user !== undefined && { uid: user, gid: user }),
  });
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { status: child.exitCode, output: said + complained };
}

/** The folders of the tests, in one that everybody may enter, unlike that of all tests. */
const base = mkdtempSync("/tmp/platonic-folders-");
chmodSync(base, 0o755);
const passphrase = join(base, "passphrase");
const bundles = join(base, "bundles");
let backup: string;
let server: TestServer;
const places = new Map<string, Place>();
const mounted: string[] = [];

/** Makes a folder with the database of a service. */
async function migrated(name: string): Promise<string> {
  const folder = join(base, name);
  mkdirSync(folder, { mode: 0o700 });
  expect(await run(["migrate"], { folder })).toMatchObject({ status: 0 });
  return folder;
}

beforeAll(async () => {
  mkdirSync(bundles);
  chmodSync(bundles, 0o777);
  server = await startServer();
  await server.post("/v1/admin/backups", {});
  const backups = join(server.dataDirectory, "backups");
  backup = join(backups, readdirSync(backups).find((name) => name.endsWith(".backup")) as string);
  writeFileSync(passphrase, readFileSync(join(server.dataDirectory, "vault.passphrase")), { mode: 0o600 });
  places.set("runs", { folder: server.dataDirectory, url: server.url });
  places.set("absent", { folder: join(base, "absent") });

  places.set("another user's", { folder: await migrated("other"), user: nobody });

  const newer = await migrated("newer");
  const database = new Database(join(newer, "platonic.sqlite"));
  database.exec("INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'OfTheFuture9999999999999')");
  database.close();
  places.set("newer", { folder: newer });

  const readOnly = await migrated("read-only");
  for (const name of readdirSync(readOnly)) chownSync(join(readOnly, name), nobody, nobody);
  chownSync(readOnly, nobody, nobody);
  chmodSync(readOnly, 0o500);
  places.set("read-only", { folder: readOnly, user: nobody });

  const full = join(base, "full");
  mkdirSync(full);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m,mode=0700", "none", full]);
  mounted.push(full);
  await run(["migrate"], { folder: full });
  spawnSync("dd", ["if=/dev/zero", `of=${join(full, "fill")}`, "bs=64k"], { stdio: "ignore" });
  places.set("full", { folder: full });
});
afterAll(async () => {
  for (const folder of mounted) execFileSync("umount", [folder]);
  await server?.close();
  rmSync(base, { recursive: true, force: true });
});

/** Exit status of a command, and what it says, for each folder. */
type Outcomes = readonly (readonly [folder: string, status: number, says: RegExp])[];

const unwritable = /DATA_DIR cannot be .*EACCES.*let this user write to it/;

const table: readonly (readonly [command: string, words: (folder: string) => string[], outcomes: Outcomes])[] = [
  [
    "config check",
    () => ["config", "check"],
    [
      ["runs", 0, /The configuration is usable/],
      ["absent", 0, /The configuration is usable/],
      ["another user's", 2, unwritable],
      ["newer", 0, /The configuration is usable/],
      ["read-only", 2, unwritable],
      ["full", 0, /The configuration is usable/],
    ],
  ],
  [
    "doctor",
    () => ["doctor", "--skip", "vault", "--skip", "backup"],
    [
      ["runs", 0, /ok +port +version .* is ready/],
      ["absent", 0, /warning +database +there is no database/],
      [
        "another user's",
        1,
        /failed +database +.*cannot be looked into \(EACCES\)\n.*run this as the user of the service/,
      ],
      ["newer", 1, /failed +schema +.*newer.*OfTheFuture9999999999999\n.*docs\/upgrades\.md/],
      ["read-only", 1, /failed +disk +DATA_DIR cannot be .*EACCES/],
      ["full", 1, /failed +disk +DATA_DIR .* has 0 MiB free\n.*free some/],
    ],
  ],
  [
    "support bundle",
    (folder) => ["support", "bundle", join(bundles, `${basename(folder)}.tgz`)],
    [
      ["runs", 0, /Read them before you send it/],
      ["absent", 0, /Read them before you send it/],
      ["another user's", 0, /Read them before you send it/],
      ["newer", 0, /Read them before you send it/],
      ["read-only", 0, /Read them before you send it/],
      ["full", 0, /Read them before you send it/],
    ],
  ],
  [
    "migrate",
    () => ["migrate"],
    [
      ["runs", 0, /no migrations were applied/],
      ["another user's", 1, /Could not migrate: EACCES/],
      ["newer", 1, /is of a newer version.*Nothing was written/],
      ["read-only", 1, /can only be read/],
      ["full", 1, /Could not migrate: .*(disk|full)/],
    ],
  ],
  [
    "restore into the folder",
    (folder) => ["restore", backup, folder],
    [
      ["runs", 1, /into a new or empty folder only/],
      ["newer", 1, /into a new or empty folder only/],
      ["full", 1, /into a new or empty folder only/],
    ],
  ],
];

describe.skipIf(mountProblem !== undefined)(
  `on the folder of a service${mountProblem === undefined ? "" : ` (skipped: ${mountProblem})`},`,
  () => {
    for (const [command, words, outcomes] of table) {
      test.each(outcomes)(`${command}, where it is: %s`, async (name, status, says) => {
        const place = places.get(name) as Place;
        const was = existsSync(place.folder);
        const found = await run(words(place.folder), place);
        expect([found.status, found.output]).toEqual([status, expect.stringMatching(says)]);
        expect(found.output).not.toMatch(/^ {4}at /m);
        expect(existsSync(place.folder)).toBe(was);
      });
    }

    test.each([
      [["audit"]],
      [["ledger", "check"]],

      [["backup"]],
      [["health"]],
      [["keys", "list"]],
    ])("%j needs a service that runs, and says so", async (words) => {
      const { status, output } = await run(words, places.get("absent") as Place);
      expect([status, output]).toEqual([3, expect.stringContaining("Start the service, or set PLATONIC_URL")]);
      expect(output).toContain("ECONNREFUSED");
    });
  },
);

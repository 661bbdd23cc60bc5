// @module-tag slow/image

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../server/app/config.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { goToolsProblem } from "../support/go-tools.ts";
import { manifestsProgram } from "../support/image/manifests.ts";

const isCi = process.env["CI"] === "true";
const owners = {
  "database-password": 999,
  "database-url": 10001,
  "grafana-password": 472,
  "operator-key": 10001,
  "vault-passphrase": 10001,
};

test.skipIf(goToolsProblem !== undefined && !isCi)(
  "the compose files are such by their schema, and their service is ours",
  () => {
    const read = (file: string) => execFileSync(manifestsProgram(), ["--compose", file], { encoding: "utf8" });
    for (const file of ["mariadb", "several"]) read(`deploy/compose/${file}.yaml`);
    const project = read("deploy/compose/compose.yaml");
    const settings = [...project.matchAll(/^ +([A-Z_]+_FILE): (.+)$/gm)].map(([, name, path]) => [name, path]);
    const files = settings.map(([, path = ""]) => path.replace("/run/secrets/platonic/", ""));
    expect(files.sort()).toEqual(Object.keys(owners));
  },
);

describe.skipIf(process.getuid?.() !== 0 && !isCi)("the secrets of the compose file", () => {
  const make = (folder: string) => execFileSync("sh", ["deploy/compose/secrets.sh", folder]);
  const folder = () => {
    const path = join(temporaryDirectory(), "secrets");
    mkdirSync(path);
    return path;
  };
  const contents = (path: string) => readdirSync(path).map((name) => [name, readFileSync(join(path, name), "utf8")]);

  test("are each readable by one user, and good for the service", () => {
    const path = folder();
    make(path);
    const found = readdirSync(path).map((name) => {
      const { uid, mode } = statSync(join(path, name));
      expect(mode & 0o777, name).toBe(0o400);
      return [name, uid];
    });
    expect(Object.fromEntries(found)).toEqual(owners);
    const { database, access } = loadConfig({
      DATABASE_URL_FILE: join(path, "database-url"),
      BOOTSTRAP_API_KEY_FILE: join(path, "operator-key"),
    });
    expect(database.databaseServer).toMatchObject({
      password: readFileSync(join(path, "database-password"), "utf8"),
    });
    expect(access.bootstrapApiKey).toHaveLength(64);
  });

  test("stay as they are at later starts, and differ from those of others", () => {
    const [path, other] = [folder(), folder()];
    make(path);
    make(other);
    const first = contents(path);
    make(path);
    expect(contents(path)).toEqual(first);
    expect(new Set([...first, ...contents(other)].map(([, text]) => text)).size).toBe(2 * first.length);
  });

  test("are completed after a start that was killed", () => {
    const path = folder();
    make(path);
    const before = Object.fromEntries(contents(path));
    rmSync(join(path, "operator-key"));
    make(path);
    expect(Object.fromEntries(contents(path))).toMatchObject({ ...before, "operator-key": expect.any(String) });
  });
});

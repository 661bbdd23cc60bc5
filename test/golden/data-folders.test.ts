import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseTar } from "nanotar";
import { expect, onTestFinished, test } from "vitest";
import { stretchingInUse } from "../../server/modules/vault/index.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import { checked } from "../support/ledger/checked.ts";
import { startServer } from "../support/server.ts";

interface Facts {
  readonly key: string;
  readonly identities: readonly string[];
  readonly answers: { readonly [path: string]: object };
}

/** Unpacks a data folder of a released version; returns the folder and what this version must tell of it. */
function unpacked(archive: string): { readonly folder: string; readonly facts: Facts } {
  const place = temporaryDirectory();
  mkdirSync(join(place, "data"));
  for (const { name, data = new Uint8Array() } of parseTar(gunzipSync(readFileSync(archive))))
    writeFileSync(join(place, name), data, { mode: 0o600 });
  return { folder: join(place, "data"), facts: JSON.parse(readFileSync(join(place, "facts.json"), "utf8")) };
}

const archives = globSync("test/golden/data-folders/*.tar.gz").sort();

test.each(archives.map((archive) => [basename(archive, ".tar.gz"), archive]))(
  "the data of version %s are opened: its identities sign in, its balances are there, and its chain is whole",
  async (_, archive) => {
    const { folder, facts } = unpacked(archive);
    const server = await startServer({ DATA_DIR: folder }, { stretching: stretchingInUse });
    onTestFinished(() => server.close());
    const api = new ApiClient(server);
    for (const [path, answer] of Object.entries(facts.answers))
      expect((await api.call("GET", path, undefined, facts.key)).body.result, path).toMatchObject(answer);
    for (const identity of facts.identities) {
      const session = await api.session(identity);
      expect((await api.call("GET", `/api/identities/${identity}`, undefined, session)).status).toBe(200);
    }
    expect(await checked(api)).toEqual([]);
  },
);

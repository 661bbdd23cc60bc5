/**
 * `node scripts/data-folder.ts`: writes the data folder of a small service of this version to
 * `test/golden/data-folders/VERSION.tar.gz`, once for each release. Later versions open it for ever.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createTar } from "nanotar";
import { loadConfig } from "../server/app/config.ts";
import { serve } from "../server/app/serve.ts";
import { serviceVersion } from "../server/core/service-version.ts";

const key = "an-operator's-key-of-a-recorded-service";
const folder = mkdtempSync(join(tmpdir(), "platonic-data-"));
const facts = await record(folder);
const files = readdirSync(folder).filter((name) => name.startsWith("platonic.sqlite") || name === "vault.passphrase");
const entries = [
  { name: "facts.json", data: JSON.stringify(facts, null, 2) },
  ...files.map((name) => ({ name: `data/${name}`, data: readFileSync(join(folder, name)) })),
];
const place = join(import.meta.dirname, "../test/golden/data-folders");
mkdirSync(place, { recursive: true });
writeFileSync(join(place, `${serviceVersion}.tar.gz`), gzipSync(createTar(entries), { level: 9 }), { flag: "wx" });
rmSync(folder, { recursive: true });

/** Members of the answers that are read. */
interface Answer {
  readonly result: { readonly identity: { readonly id: string }; readonly transaction: { readonly id: string } };
}

/** Has a service store two identities, a wallet of each, and payments; returns what a later version must tell of them. */
async function record(dataDirectory: string): Promise<object> {
  const config = loadConfig({ PORT: "0", DATA_DIR: dataDirectory, BOOTSTRAP_API_KEY: key, BACKUPS: "off" });
  const server = await serve(config, { write: () => {} });
  const url = `http://127.0.0.1:${server.address.port}`;
  const call = async (path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as Answer).result;
  };
  const [ada, bob] = [await newWallet("ada"), await newWallet("bob")];
  await call("/v1/admin/ledger/deposits", { identity_id: ada, token_type: "TOKEN_STANDARD", amount: "100" });
  for (const amount of ["12.5", "0.0625"]) {
    const order = { sender: ada, recipient: bob, token_type: "TOKEN_STANDARD", amount };
    const { transaction } = await call("/api/transactions/create", order);
    await call("/api/transactions/execute", { sender: ada, transaction_id: transaction.id });
  }
  const paths = [ada, bob].flatMap((id) => [
    `/api/wallets/${id}/balance?token_type=TOKEN_STANDARD`,
    `/api/wallets/${id}/entries`,
    `/api/identities/${id}`,
  ]);
  const answers = Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await call(path)])));
  await server.close();
  return { key, identities: [ada, bob], answers };

  async function newWallet(username: string): Promise<string> {
    const { identity } = await call("/api/identities/create", { username, email: `${username}@example.org` });
    await call("/api/wallets/create", { identity_id: identity.id });
    return identity.id;
  }
}

import { generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServiceDatabase } from "../../server/app/tables.ts";
import type { Database } from "../../server/database/source.ts";
import { apiKey, programs, type ServerProcess, startServer } from "../harness/servers.ts";

/** An identity with a funded wallet, whose client signs its orders. */
export interface Sender {
  readonly id: string;
  readonly keyId: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** A server on SQLite, its senders and recipients, and its database, which this process opens too. */
export interface TransferFixture {
  readonly server: ServerProcess;
  readonly database: Database;
  readonly senders: readonly Sender[];
  /** Throws unless the ledger contains exactly these transfers and the initial deposits. */
  requireEntries(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Processors for server and generator alike, so that the whole machine is used. */
export const bothProcessors = "0,1";

/**
 * Raises the limits of the key's plan and of each sender, so that they do not affect the measurement, and lets webhooks lead
 * to this machine. The daily backup would be made a minute after the start, beside some of the measurements.
 */
const environment = {
  BACKUPS: "off",
  WEBHOOK_ADDRESSES: "any",
  TRANSACTIONS_PER_MINUTE: "1000000000",
  PLANS: JSON.stringify({ identity: { requestsPerMinute: 1_000_000_000, concurrentRequests: 1_000 } }),
};
const atOnce = 16;

export async function openTransferFixture(
  sendersCount: number,
  processors = bothProcessors,
  settings: Readonly<Record<string, string>> = {},
): Promise<TransferFixture> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "platonic-bench-"));
  const remove = () => rmSync(dataDirectory, { recursive: true, force: true });
  const program = { ...programs.ours, environment: { ...environment, ...settings, DATA_DIR: dataDirectory } };
  const server = await startServer(program, processors);
  try {
    const senders = await addSenders(server, sendersCount);
    const database = await openServiceDatabase({ dataDirectory });
    return {
      server,
      database,
      senders,
      async requireEntries(ids) {
        const rows: { id: string }[] = await database.manager.query("SELECT id FROM ledger_entries");
        const stored = new Set(rows.map(({ id }) => id));
        const missing = ids.filter((id) => !stored.has(id)).length;
        if (missing > 0 || rows.length !== ids.length + sendersCount)
          throw new Error(`of ${ids.length} transfers ${missing} are missing among ${rows.length} entries`);
      },
      async close() {
        await server.stop();
        await database.close();
        remove();
      },
    };
  } catch (error) {
    await server.stop();
    remove();
    throw error;
  }
}

async function addSenders(server: ServerProcess, count: number): Promise<Sender[]> {
  const senders: Sender[] = [];
  while (senders.length < count) {
    const size = Math.min(atOnce, count - senders.length);
    senders.push(...(await Promise.all(Array.from({ length: size }, () => addSender(server)))));
  }
  return senders;
}

async function addSender(server: ServerProcess): Promise<Sender> {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const username = `bench-${randomBytes(6).toString("hex")}`;
  const public_key = publicKey.export({ format: "jwk" }).x;
  const made = await call<Created>(server, "/api/identities/create", { username, public_key });
  const identity_id = made.identity.id;
  await call(server, "/api/wallets/create", { identity_id });
  await call(server, "/v1/admin/ledger/deposits", { identity_id, token_type: "TOKEN_STANDARD", amount: 1_000_000 });
  return { id: identity_id, keyId: made.signing_key.id, publicKey, privateKey };
}

interface Created {
  readonly identity: { readonly id: string };
  readonly signing_key: { readonly id: string };
}

/** Calls the service with the operator's key and returns the result. */
export async function call<Result>(
  { port }: ServerProcess,
  path: string,
  body: object,
  method = "POST",
): Promise<Result> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  if (response.status !== 200) throw new Error(`the server answers ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { result: Result }).result;
}

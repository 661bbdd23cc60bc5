import { randomBytes } from "node:crypto";
import { availableParallelism, tmpdir } from "node:os";
import mysql from "mysql2/promise";
import { mintSessionToken } from "../../server/access/authentication/session-token.ts";
import { storedSessions } from "../../server/access/store/sessions.ts";
import { openServiceDatabase } from "../../server/app/tables.ts";
import { readDatabaseUrl } from "../../server/database/mysql/database-url.ts";
import type { Database } from "../../server/database/source.ts";
import { authenticationOperations } from "../../server/modules/identity/operations/authentication.ts";
import { identityOperations } from "../../server/modules/identity/operations/identities.ts";
import { storedAuthentications } from "../../server/modules/identity/store/authentications.ts";
import { storedIdentities } from "../../server/modules/identity/store/identities.ts";
import { openPassphraseRoot } from "../../server/modules/vault/passphrase-root.ts";
import { storedVaultRecords } from "../../server/modules/vault/store/vault.ts";
import { openVault } from "../../server/modules/vault/vault.ts";
import { createSignatureChecks } from "../../server/threads/signatures/checks.ts";
import { mariadbProblem, startMariadb } from "../../test/support/database/mariadb.ts";
import type { Finding } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { pinTo } from "../harness/servers.ts";
import { spreadText } from "../report/lines.ts";
import { openOwnDatabase } from "../vault/vault.ts";

const atOnce = 64;
const rounds = 7;
const perRound = 10;
const title = "Authentication on MariaDB";
const columns = ["database", "authentications per second"];

/** Authentications per second with a private MariaDB, in turns with SQLite. */
export async function authenticationRateOnMariadb(): Promise<Finding> {
  if (mariadbProblem !== undefined) {
    return { title, how: `Skipped, because ${mariadbProblem}.`, columns, rows: [], verdicts: [] };
  }
  // MariaDB stays on the processor where it was started, which is not that of its client.
  pinTo("0");
  const mariadb = await startMariadb("--skip-networking", "--innodb-flush-log-at-trx-commit=1");
  pinTo("1");
  try {
    const databaseServer = readDatabaseUrl(await createDatabase((name) => mariadb.url(name)));
    const onMariadb = await openFixture(await openServiceDatabase({ dataDirectory: tmpdir(), databaseServer }));
    const { database, remove } = await openOwnDatabase();
    const onSqlite = await openFixture(database);
    const rates: { mariadb: number; sqlite: number }[] = [];
    await onMariadb.rate();
    await onSqlite.rate();
    for (let round = 0; round < rounds; round++) {
      rates.push({ mariadb: await onMariadb.rate(), sqlite: await onSqlite.rate() });
    }
    await onMariadb.close();
    await onSqlite.close();
    await remove();
    return findingOf(rates);
  } finally {
    await mariadb.remove();
  }
}

async function createDatabase(urlOf: (name: string) => string): Promise<string> {
  const name = "platonic_bench";
  const url = urlOf(name);
  const { user, password, socketPath } = readDatabaseUrl(url);
  const connection = await mysql.createConnection({ user, password, socketPath } as mysql.ConnectionOptions);
  await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  await connection.end();
  return url;
}

interface Fixture {
  /** Authentications per second in one round. */
  rate(): Promise<number>;
  close(): Promise<void>;
}

type Operation<Answer> = (request: object, context: object) => Promise<Answer>;

/** Creates identities whose keys are in the vault, which uses the same database. */
async function openFixture(database: Database): Promise<Fixture> {
  const records = storedVaultRecords(database);
  const vault = await openVault({ root: await openPassphraseRoot(randomBytes(32), records), records, now: Date.now });
  const checks = createSignatureChecks(availableParallelism());
  const identities = storedIdentities(database);
  const sessions = storedSessions(database);
  const unlimited = { check() {}, record() {}, consume() {} };
  const nothing = async () => undefined;
  const { createIdentity } = identityOperations({
    identities,
    sessions,
    vault,
    startVerification: nothing,
    sendNotices: () => {},
    emailWithdrawal: async () => nothing,
    keyNotice: async () => nothing,
    admitRegistration: nothing,
    newKeyLimiter: { consume: nothing },
    now: Date.now,
  }) as unknown as { createIdentity: Operation<{ identity: { id: string } }> };
  const { requestToken, authenticate } = authenticationOperations({
    identities,
    authentications: storedAuthentications(database),
    sessions,
    vault,
    isSignature: checks.isSignature,
    audience: "bench",
    windowSeconds: 300,
    explainsTokens: false,
    grantable: [],
    isPermission: () => true,
    mint: mintSessionToken,
    mintJwt: async () => ({ jwt: "", expiresAtSeconds: 0 }),
    failures: { byCaller: unlimited, byIdentity: unlimited },
    onClone: () => {},
    now: Date.now,
  }) as unknown as { requestToken: Operation<{ token: string }>; authenticate: Operation<{ success: boolean }> };
  const context = { principal: { id: "bench" } };
  const ids: string[] = [];
  for (let index = 0; index < atOnce; index++) {
    const request = { username: `bench-${1000 + index}`, publicKey: "", startVerification: false };
    ids.push((await createIdentity(request, context)).identity.id);
  }

  function mint(): Promise<{ token: string }[]> {
    return Promise.all(
      ids.map((identityId) => {
        return requestToken({ identityId, clientId: "bench", authScope: "", rotationWindow: 300 }, context);
      }),
    );
  }

  return {
    async rate() {
      const batches: { token: string }[][] = [];
      for (let batch = 0; batch < perRound; batch++) batches.push(await mint());
      const startedMs = performance.now();
      for (const tokens of batches) {
        const answers = await Promise.all(tokens.map(({ token }) => authenticate({ token }, context)));
        if (!answers.every(({ success }) => success)) throw new Error("a good token was refused");
      }
      return (perRound * atOnce * 1000) / (performance.now() - startedMs);
    },
    async close() {
      await checks.close();
      await vault.close();
      if (database.dialect.name === "mysql") await database.close();
    },
  };
}

function findingOf(rates: readonly { mariadb: number; sqlite: number }[]): Finding {
  const row = (name: string, key: "mariadb" | "sqlite") => [
    name,
    spreadText(spreadOf(rates.map((round) => round[key])), 0),
  ];
  return {
    title,
    how:
      `${atOnce} concurrent tokens of as many identities, consumed durably (innodb_flush_log_at_trx_commit=1, synchronous=FULL), without a ` +
      `network. MariaDB is reached by a Unix socket and runs on the other processor. ${rounds} rounds of ${perRound * atOnce} tokens in turns.`,
    columns,
    rows: [row("MariaDB", "mariadb"), row("SQLite", "sqlite")],
    verdicts: [],
  };
}

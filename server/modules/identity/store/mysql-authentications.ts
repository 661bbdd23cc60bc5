import { type EntityManager, In, MoreThan } from "typeorm";
import { sessionRows } from "../../../access/store/session-row.ts";
import { toSessionRow } from "../../../access/store/sessions.ts";
import { createBatchLoader } from "../../../core/batching/batch-loader.ts";
import { createGroupCommit } from "../../../core/batching/group-commit.ts";
import { placeholders } from "../../../database/dialect.ts";
import type { MysqlDatabase } from "../../../database/mysql/database.ts";
import { insertRows } from "../../../database/statements.ts";
import type { AdmittedToken, Authentications } from "../domain/authentications.ts";
import { authenticationChallengeRows } from "./authentication-row.ts";
import { factsOf } from "./token-facts.ts";

/** Where tokens are consumed in MySQL: many by each statement, because each is a way to the server and back. */
export function mysqlAuthentications(database: MysqlDatabase): Pick<Authentications, "facts" | "admit"> {
  const admit = createGroupCommit<AdmittedToken, boolean>((items) =>
    database.transact((manager) => admitAll(manager, items)),
  );
  return {
    facts: createBatchLoader((all) => factsOf(database.manager, all)),

    async admit(admittance) {
      try {
        return await admit(admittance);
      } catch (error) {
        if (error instanceof Undone) return false;
        throw error;
      }
    },
  };
}

/** One that must be undone after something of it was written. Alone in its transaction, it leaves nothing behind. */
class Undone extends Error {}

async function admitAll(manager: EntityManager, items: readonly AdmittedToken[]): Promise<boolean[]> {
  const good = await goodKeys(manager, items);
  const states = await lockedStates(manager, items);
  const challenges = await knownChallenges(manager, items);
  const admitted = items.map((item) => {
    const { place, reached, challenge, session } = item;
    const key = placeKey(place);
    if (!good.has(session.keyId) || (states.get(key) ?? -1) >= reached.lastN) return false;
    if (challenge !== undefined && !challenges.delete(challenge)) return false;
    states.set(key, reached.lastN);
    return true;
  });
  const passed = items.filter((_, index) => admitted[index]);
  if (passed.length > 0) {
    await consume(manager, passed);
    await useChallenges(manager, passed);
    const opened = passed.map(({ session, sessionDigest }) => toSessionRow(session, sessionDigest));
    await insertRows(manager, sessionRows, opened);
  }
  return admitted;
}

/** The keys that are not revoked. Locked, so that a revocation comes wholly before or wholly after. */
async function goodKeys(manager: EntityManager, items: readonly AdmittedToken[]): Promise<Set<string>> {
  const ids = [...new Set(items.map(({ session }) => session.keyId))];
  const rows: { id: string }[] = await manager.query(
    `SELECT id FROM signing_keys WHERE revoked_at IS NULL AND id IN ${placeholders(1, ids.length)} LOCK IN SHARE MODE`,
    ids,
  );
  return new Set(rows.map(({ id }) => id));
}

/** How far each place has come, locked where several processes write. */
async function lockedStates(manager: EntityManager, items: readonly AdmittedToken[]): Promise<Map<string, number>> {
  const places = new Map(items.map(({ place }) => [placeKey(place), place]));
  const states = await statesOf(manager, places);
  const unknown = new Map([...places].filter(([key]) => !states.has(key)).sort(([a], [b]) => (a < b ? -1 : 1)));
  if (unknown.size === 0) return states;
  // What is not there cannot be locked: two transactions would both find nothing, and both go on. In one order, so that
  // they do not wait for each other.
  await manager.query(
    `INSERT IGNORE INTO rotation_states (identity_id, client_id, key_version, last_n, last_jti) ` +
      `VALUES ${placeholders(unknown.size, 5)}`,
    [...unknown.values()].flatMap(({ identityId, clientId, keyVersion }) => [identityId, clientId, keyVersion, -1, ""]),
  );
  return new Map([...states, ...(await statesOf(manager, unknown))]);
}

async function statesOf(
  manager: EntityManager,
  places: ReadonlyMap<string, AdmittedToken["place"]>,
): Promise<Map<string, number>> {
  const rows: { identity_id: string; client_id: string; key_version: number; last_n: number | string }[] =
    await manager.query(
      `SELECT identity_id, client_id, key_version, last_n FROM rotation_states WHERE ` +
        `(identity_id, client_id, key_version) IN (${placeholders(places.size, 3)}) FOR UPDATE`,
      [...places.values()].flatMap(({ identityId, clientId, keyVersion }) => [identityId, clientId, keyVersion]),
    );
  return new Map(
    rows.map((row) => [
      placeKey({ identityId: row.identity_id, clientId: row.client_id, keyVersion: Number(row.key_version) }),
      Number(row.last_n),
    ]),
  );
}

function placeKey({ identityId, clientId, keyVersion }: AdmittedToken["place"]): string {
  return `${identityId} ${clientId} ${keyVersion}`;
}

async function knownChallenges(manager: EntityManager, items: readonly AdmittedToken[]): Promise<Set<string>> {
  const asked = items.flatMap(({ challenge }) => (challenge === undefined ? [] : [challenge]));
  if (asked.length === 0) return new Set();
  const at = (items[0] as AdmittedToken).session.createdAt;
  const rows = await manager.findBy(authenticationChallengeRows, { challenge: In(asked), endsAt: MoreThan(at) });
  return new Set(rows.map(({ challenge }) => challenge));
}

async function consume(manager: EntityManager, items: readonly AdmittedToken[]): Promise<void> {
  // The last of each place: the items are in the order in which they were decided.
  const last = new Map(items.map((item) => [placeKey(item.place), item]));
  await manager.query(
    `INSERT INTO rotation_states (identity_id, client_id, key_version, last_n, last_jti) ` +
      `VALUES ${placeholders(last.size, 5)} ON DUPLICATE KEY UPDATE last_n = VALUES(last_n), last_jti = VALUES(last_jti)`,
    [...last.values()].flatMap(({ place, reached }) => [
      place.identityId,
      place.clientId,
      place.keyVersion,
      reached.lastN,
      reached.lastJti,
    ]),
  );
}

async function useChallenges(manager: EntityManager, items: readonly AdmittedToken[]): Promise<void> {
  const used = items.flatMap(({ challenge }) => (challenge === undefined ? [] : [challenge]));
  if (used.length === 0) return;
  const { affected } = await manager.delete(authenticationChallengeRows, { challenge: In(used) });
  // Another process was faster.
  if (affected !== used.length) throw new Undone("a challenge was used meanwhile");
}

import { type EntityManager, In, IsNull, LessThan, MoreThan } from "typeorm";
import type { Admittance, Authentications } from "../domain/identity/authentications.ts";
import { createGathered } from "./gathered.ts";
import { createGroup } from "./group.ts";
import {
  authenticationChallengeRows,
  authenticationEventRows,
  rotationStateRows,
  sessionRows,
} from "./rows/authentication.ts";
import { signingKeyRows } from "./rows/identity.ts";
import { toSessionRow } from "./sessions.ts";
import type { Store } from "./source.ts";
import { insertRows, isMysql, placeholders } from "./statements.ts";
import { factsOf } from "./token-facts.ts";

/** Where tokens are consumed in a database. */
export function storedAuthentications(store: Store): Authentications {
  const admit = createGroup<Admittance, boolean>(store, (manager, items) => admitAll(manager, items));
  return {
    facts: createGathered((all) => factsOf(store.manager, all)),

    async admit(admittance) {
      try {
        return await admit(admittance);
      } catch (error) {
        if (error instanceof Undone) return false;
        throw error;
      }
    },

    async addChallenge(challenge, endsAt) {
      await store.transact(async (manager) => {
        // Those that nobody used: a few at a time, so that no call has much to clear.
        const over = await manager.find(authenticationChallengeRows, {
          where: { endsAt: LessThan(new Date(endsAt.getTime() - challengeKeptMs)) },
          take: 10,
        });
        if (over.length > 0) {
          await manager.delete(authenticationChallengeRows, { challenge: In(over.map((row) => row.challenge)) });
        }
        await manager.insert(authenticationChallengeRows, { challenge, endsAt });
      });
    },

    async events(identityId, before, count) {
      return store.manager.find(authenticationEventRows, {
        where: { identityId, ...(before !== undefined && { id: LessThan(before) }) },
        order: { id: "DESC" },
        take: count,
      });
    },
  };
}

const challengeKeptMs = 3_600_000;

/** One that must be undone after something of it was written. Alone in its transaction, it leaves nothing behind. */
class Undone extends Error {}

async function admitAll(manager: EntityManager, items: readonly Admittance[]): Promise<boolean[]> {
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
    await insertAll(manager, passed);
  }
  return admitted;
}

/** The keys that are not revoked. Locked, so that a revocation comes wholly before or wholly after. */
async function goodKeys(manager: EntityManager, items: readonly Admittance[]): Promise<Set<string>> {
  const ids = [...new Set(items.map(({ session }) => session.keyId))];
  const query = manager
    .createQueryBuilder(signingKeyRows, "key")
    .select("key.id", "id")
    .where({ id: In(ids), revokedAt: IsNull() });
  const rows = await (isMysql(manager) ? query.setLock("pessimistic_read") : query).getRawMany<{ id: string }>();
  return new Set(rows.map(({ id }) => id));
}

/** How far each place has come, locked where several processes write. */
async function lockedStates(manager: EntityManager, items: readonly Admittance[]): Promise<Map<string, number>> {
  const places = new Map(items.map(({ place }) => [placeKey(place), place]));
  const states = await statesOf(manager, places);
  const unknown = new Map([...places].filter(([key]) => !states.has(key)).sort(([a], [b]) => (a < b ? -1 : 1)));
  if (unknown.size === 0 || !isMysql(manager)) return states;
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
  places: ReadonlyMap<string, Admittance["place"]>,
): Promise<Map<string, number>> {
  const rows: { identity_id: string; client_id: string; key_version: number; last_n: number | string }[] =
    await manager.query(
      `SELECT identity_id, client_id, key_version, last_n FROM rotation_states WHERE ` +
        `(identity_id, client_id, key_version) IN (${valuesOf(manager, places.size, 3)})` +
        (isMysql(manager) ? " FOR UPDATE" : ""),
      [...places.values()].flatMap(({ identityId, clientId, keyVersion }) => [identityId, clientId, keyVersion]),
    );
  return new Map(
    rows.map((row) => [
      placeKey({ identityId: row.identity_id, clientId: row.client_id, keyVersion: Number(row.key_version) }),
      Number(row.last_n),
    ]),
  );
}

/** SQLite wants the word before rows in a list. */
function valuesOf(manager: EntityManager, rows: number, columns: number): string {
  return `${isMysql(manager) ? "" : "VALUES "}${placeholders(rows, columns)}`;
}

function placeKey({ identityId, clientId, keyVersion }: Admittance["place"]): string {
  return `${identityId} ${clientId} ${keyVersion}`;
}

async function knownChallenges(manager: EntityManager, items: readonly Admittance[]): Promise<Set<string>> {
  const asked = items.flatMap(({ challenge }) => (challenge === undefined ? [] : [challenge]));
  if (asked.length === 0) return new Set();
  const at = (items[0] as Admittance).event.at;
  const rows = await manager.findBy(authenticationChallengeRows, { challenge: In(asked), endsAt: MoreThan(at) });
  return new Set(rows.map(({ challenge }) => challenge));
}

async function consume(manager: EntityManager, items: readonly Admittance[]): Promise<void> {
  // The last of each place: the items are in the order in which they were decided.
  const last = new Map(items.map((item) => [placeKey(item.place), item]));
  const onDuplicate = isMysql(manager)
    ? "ON DUPLICATE KEY UPDATE last_n = VALUES(last_n), last_jti = VALUES(last_jti)"
    : "ON CONFLICT DO UPDATE SET last_n = excluded.last_n, last_jti = excluded.last_jti";
  await manager.query(
    `INSERT INTO ${manager.getRepository(rotationStateRows).metadata.tableName} ` +
      `(identity_id, client_id, key_version, last_n, last_jti) VALUES ${placeholders(last.size, 5)} ${onDuplicate}`,
    [...last.values()].flatMap(({ place, reached }) => [
      place.identityId,
      place.clientId,
      place.keyVersion,
      reached.lastN,
      reached.lastJti,
    ]),
  );
}

async function useChallenges(manager: EntityManager, items: readonly Admittance[]): Promise<void> {
  const used = items.flatMap(({ challenge }) => (challenge === undefined ? [] : [challenge]));
  if (used.length === 0) return;
  const { affected } = await manager.delete(authenticationChallengeRows, { challenge: In(used) });
  // Another process was faster.
  if (affected !== used.length) throw new Undone("a challenge was used meanwhile");
}

async function insertAll(manager: EntityManager, items: readonly Admittance[]): Promise<void> {
  await insertRows(
    manager,
    sessionRows,
    items.map(({ session, sessionDigest }) => toSessionRow(session, sessionDigest)),
  );
  await insertRows(
    manager,
    authenticationEventRows,
    items.map(({ event }) => ({ ...event })),
  );
}

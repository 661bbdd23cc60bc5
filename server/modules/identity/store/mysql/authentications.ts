import { type EntityManager, In, MoreThan } from "typeorm";
import { renewalText, renewalValues } from "../../../../access/store/session-renewal.ts";
import { sessionColumns } from "../../../../access/store/session-row.ts";
import { toSessionRow } from "../../../../access/store/sessions.ts";
import { createBatchLoader } from "../../../../core/batching/batch-loader.ts";
import { createGroupCommit } from "../../../../core/batching/group-commit.ts";
import { into } from "../../../../database/column-list.ts";
import { placeholders } from "../../../../database/dialect.ts";
import type { MysqlDatabase } from "../../../../database/mysql/database.ts";
import { mysqlDialect } from "../../../../database/mysql/dialect.ts";
import { insertRows, selectRows } from "../../../../database/statements.ts";
import type { AdmittedToken, Authentications } from "../../domain/authentications.ts";
import {
  authenticationChallengeRows,
  reachedColumns,
  rotationPlaceColumns,
  rotationStateColumns,
} from "../authentication-row.ts";
import { factsOf } from "../token-facts.ts";

/** Consumes tokens in MySQL, many in each statement, because each statement is a round trip. */
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

/** Rolls back a transaction after something was written. Group commit then tries each item separately. */
class Undone extends Error {}

async function admitAll(manager: EntityManager, items: readonly AdmittedToken[]): Promise<boolean[]> {
  const good = await goodKeys(manager, items);
  const parents = await openParents(manager, items);
  const states = await lockedStates(manager, items);
  const challenges = await knownChallenges(manager, items);
  const admitted = items.map((item) => {
    const { place, reached, challenge, session } = item;
    const key = placeKey(place);
    if (!good.has(session.keyId) || (states.get(key) ?? -1) >= reached.lastN) return false;
    if (session.parentId !== undefined && !parents.has(session.parentId)) return false;
    if (challenge !== undefined && !challenges.delete(challenge)) return false;
    states.set(key, reached.lastN);
    return true;
  });
  const passed = items.filter((_, index) => admitted[index]);
  if (passed.length > 0) {
    await consume(manager, passed);
    await useChallenges(manager, passed);
    const opened = passed.map(({ session, sessionDigest }) => toSessionRow(session, sessionDigest));
    await insertRows(manager, sessionColumns, opened);
    for (const { renewed } of passed) {
      if (renewed !== undefined) await manager.query(renewalText, renewalValues(renewed));
    }
  }
  return admitted;
}

/** Returns the keys that are not revoked, locked so that a revocation comes entirely before or entirely after. */
async function goodKeys(manager: EntityManager, items: readonly AdmittedToken[]): Promise<Set<string>> {
  const ids = [...new Set(items.map(({ session }) => session.keyId))];
  const rows: { id: string }[] = await manager.query(
    `SELECT id FROM signing_keys WHERE revoked_at IS NULL AND id IN ${placeholders(1, ids.length)} LOCK IN SHARE MODE`,
    ids,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the parent sessions that are not revoked, locked like the keys; those that are renewed are locked for that, so that
 * two renewals do not wait for each other.
 */
async function openParents(manager: EntityManager, items: readonly AdmittedToken[]): Promise<Set<string>> {
  const ids = [...new Set(items.flatMap(({ session }) => session.parentId ?? []))];
  if (ids.length === 0) return new Set();
  const lock = items.some(({ renewed }) => renewed !== undefined) ? "FOR UPDATE" : "LOCK IN SHARE MODE";
  const rows: { id: string }[] = await manager.query(
    `SELECT id FROM sessions WHERE revoked_at IS NULL AND id IN ${placeholders(1, ids.length)} ${lock}`,
    ids,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns the last counter of each place, locked against other processes. */
async function lockedStates(manager: EntityManager, items: readonly AdmittedToken[]): Promise<Map<string, number>> {
  const places = new Map(items.map(({ place }) => [placeKey(place), place]));
  const states = await statesOf(manager, places);
  const unknown = new Map([...places].filter(([key]) => !states.has(key)).sort(([a], [b]) => (a < b ? -1 : 1)));
  if (unknown.size === 0) return states;
  // A missing row cannot be locked: two transactions would both find none and continue. Inserted in a fixed order, so
  // that transactions do not deadlock.
  await manager.query(
    `INSERT IGNORE ${into(rotationStateColumns, unknown.size)}`,
    [...unknown.values()].flatMap((place) => rotationStateColumns.values({ ...place, lastN: -1, lastJti: "" })),
  );
  return new Map([...states, ...(await statesOf(manager, unknown))]);
}

async function statesOf(
  manager: EntityManager,
  places: ReadonlyMap<string, AdmittedToken["place"]>,
): Promise<Map<string, number>> {
  const { sql, names } = rotationPlaceColumns;
  const states = await selectRows(
    manager,
    rotationStateColumns,
    `(${sql}) IN (${placeholders(places.size, names.length)}) FOR UPDATE`,
    [...places.values()].flatMap((place) => rotationPlaceColumns.values(place)),
  );
  return new Map(states.map((state) => [placeKey(state), state.lastN]));
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
  // The last item of each place wins; the items are ordered by their decisions.
  const last = new Map(items.map((item) => [placeKey(item.place), item]));
  await manager.query(
    `INSERT ${into(rotationStateColumns, last.size)} ${mysqlDialect.overwrite(reachedColumns.names)}`,
    [...last.values()].flatMap(({ place, reached }) => rotationStateColumns.values({ ...place, ...reached })),
  );
}

async function useChallenges(manager: EntityManager, items: readonly AdmittedToken[]): Promise<void> {
  const used = items.flatMap(({ challenge }) => (challenge === undefined ? [] : [challenge]));
  if (used.length === 0) return;
  const { affected } = await manager.delete(authenticationChallengeRows, { challenge: In(used) });
  // Another process came first.
  if (affected !== used.length) throw new Undone("a challenge was used meanwhile");
}

import { In, MoreThan } from "typeorm";
import { Fault } from "../../../core/fault.ts";
import type { Database } from "../../../database/source.ts";
import {
  type HostAccounts,
  type HostUser,
  type IdentityRow,
  identityRows,
  isHostUser,
  type UidRange,
  uidsFor,
  usernameSkeleton,
} from "../../identity/index.ts";
import { hostAccountRows } from "./host-account-row.ts";

/** Rows of one query, so that long lists do not block other work. */
const pageRows = 500;

/** Users of the host in a database. A UID is assigned when first needed. */
export function storedHostAccounts(database: Database, range: UidRange): HostAccounts {
  const { manager } = database;

  async function settled(identityId: string): Promise<number | undefined> {
    return (await manager.findOneBy(hostAccountRows, { identityId }))?.uid;
  }

  async function settle(identityId: string): Promise<number> {
    for (const uid of uidsFor(identityId, range)) {
      const known = await settled(identityId);
      if (known !== undefined) return known;
      try {
        await database.transact((writer) => writer.insert(hostAccountRows, { identityId, uid }));
        return uid;
      } catch (error) {
        // The UID is taken, or another process assigned this identity one at the same time.
        if (!database.dialect.isDuplicateKey(error)) throw error;
      }
    }
    throw new Fault("UNAVAILABLE", "All UIDs for users of the host are assigned; raise HOST_UID_COUNT.");
  }

  return {
    settle,

    async byName(name) {
      const row = await manager.findOneBy(identityRows, { usernameSkeleton: usernameSkeleton(name) });
      if (row === null || row.username !== name || !isHostUser(row)) return undefined;
      return userOf(row, await settle(row.id));
    },

    async byUid(uid) {
      const account = await manager.findOneBy(hostAccountRows, { uid });
      const row = account && (await manager.findOneBy(identityRows, { id: account.identityId }));
      return row && isHostUser(row) ? userOf(row, uid) : undefined;
    },

    async *all() {
      for (let last = -1; ; ) {
        const accounts = await manager.find(hostAccountRows, {
          where: { uid: MoreThan(last) },
          order: { uid: "ASC" },
          take: pageRows,
        });
        const rows = await manager.findBy(identityRows, { id: In(accounts.map(({ identityId }) => identityId)) });
        const identities = new Map(rows.map((row) => [row.id, row]));
        for (const { identityId, uid } of accounts) {
          const row = identities.get(identityId);
          if (row !== undefined && isHostUser(row)) yield userOf(row, uid);
        }
        if (accounts.length < pageRows) return;
        last = accounts.at(-1)?.uid as number;
      }
    },
  };
}

function userOf({ id, username }: IdentityRow, uid: number): HostUser {
  return { identityId: id, name: username, uid };
}

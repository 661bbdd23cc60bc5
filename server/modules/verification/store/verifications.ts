import type { Sealer } from "../../../core/sealed-column.ts";
import type { Database } from "../../../database/source.ts";
import type { Verifications } from "../domain/factors.ts";
import { cancelChallenges, replaceChallengeRow, toChallenge, toChallengeRow } from "./challenge-rows.ts";
import { factorRowsOf, toFactor } from "./factor-rows.ts";
import { verificationChallengeRows } from "./verification-row.ts";

/** Challenges and factors of a database. Their secrets are sealed. */
export function storedVerifications(database: Database, vault: Sealer): Verifications {
  const { manager } = database;
  return {
    async add(challenge) {
      const row = await toChallengeRow(challenge, vault);
      await database.transact(async (writer) => {
        await cancelChallenges(writer, challenge.identity, challenge.method);
        await writer.insert(verificationChallengeRows, row);
      });
    },

    async find(id) {
      const row = await manager.findOneBy(verificationChallengeRows, { id });
      return row === null ? undefined : toChallenge(row, vault);
    },

    async replace(before, after) {
      const row = await toChallengeRow(after, vault);
      return database.transact((writer) => replaceChallengeRow(writer, before, row));
    },

    async pending(identityId) {
      const rows = await manager.find(verificationChallengeRows, {
        where: { identityId, state: "PENDING" },
        order: { createdAt: "ASC", id: "ASC" },
      });
      return Promise.all(rows.map((row) => toChallenge(row, vault)));
    },

    async factors(identityId) {
      const rows = await factorRowsOf(manager, identityId);
      return Promise.all(rows.map((row) => toFactor(row, vault)));
    },
  };
}

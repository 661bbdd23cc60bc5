import { isDeepStrictEqual } from "node:util";
import type { Database } from "../../../database/source.ts";
import type { FailedAttemptStore } from "../domain/failed-attempts.ts";
import { verificationGuessRows } from "./verification-row.ts";

/** The attempts of a database, counted by every process. */
export function storedFailedAttempts(database: Database): FailedAttemptStore {
  return {
    async find(identityId, method) {
      const row = await database.manager.findOneBy(verificationGuessRows, { identityId, method });
      if (row === null) return undefined;
      const { windowStartedAt, windowCount, consecutive } = row;
      return { windowStartedAt, windowCount, consecutive };
    },

    async replace(identityId, method, before, after, alongside) {
      // Some databases do not count a write that changes nothing.
      if (before !== undefined && isDeepStrictEqual(before, after)) return true;
      if (before !== undefined) {
        const known = { identityId, method, ...before };
        return database.transact(async (writer) => {
          const { affected } = await writer.update(verificationGuessRows, known, after);
          if (affected === 1) await alongside?.(writer);
          return affected === 1;
        });
      }
      try {
        await database.transact((writer) => writer.insert(verificationGuessRows, { identityId, method, ...after }));
        return true;
      } catch (error) {
        if (database.dialect.isDuplicateKey(error)) return false;
        throw error;
      }
    },
  };
}

import { In, LessThan } from "typeorm";
import { byDialect, type Database } from "../../../database/source.ts";
import type { Authentications } from "../domain/authentications.ts";
import { authenticationChallengeRows } from "./authentication-row.ts";
import { mysqlAuthentications } from "./mysql/authentications.ts";
import { sqliteAuthentications } from "./sqlite/authentications.ts";

/** Consumes tokens in a database. */
export function storedAuthentications(database: Database): Authentications {
  return {
    ...byDialect(database, { sqlite: sqliteAuthentications, mysql: mysqlAuthentications }),

    async addChallenge(challenge, endsAt, { clientId, scope, longestSeconds, sessionId }) {
      await database.transact(async (manager) => {
        // Removes expired challenges, a few at a time, so that each call removes little.
        const over = await manager.find(authenticationChallengeRows, {
          where: { endsAt: LessThan(new Date(endsAt.getTime() - challengeKeptMs)) },
          take: 10,
        });
        if (over.length > 0) {
          await manager.delete(authenticationChallengeRows, { challenge: In(over.map((row) => row.challenge)) });
        }
        await manager.insert(authenticationChallengeRows, {
          challenge,
          endsAt,
          clientId: clientId ?? null,
          scope: scope ?? null,
          longestSeconds: longestSeconds ?? null,
          sessionId: sessionId ?? null,
        });
      });
    },
  };
}

const challengeKeptMs = 3_600_000;

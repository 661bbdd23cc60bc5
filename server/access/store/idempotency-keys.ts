import { In, LessThan } from "typeorm";
import type { Database } from "../../database/source.ts";
import type { KeyRecords } from "../domain/idempotency-keys.ts";
import { idempotencyKeyRows } from "./idempotency-key-row.ts";

/** The idempotency keys of a database, which all of its processes share. */
export function storedIdempotencyKeys(database: Database): KeyRecords {
  return {
    async create(record) {
      const { provenAtMs, createdAtMs, expiresAtMs, isAnswered, sealed, ...same } = record;
      const row = {
        ...same,
        sealed: Buffer.from(sealed),
        isAnswered: isAnswered ? 1 : 0,
        provenAt: provenAtMs === undefined ? null : new Date(provenAtMs),
        createdAt: new Date(createdAtMs),
        expiresAt: new Date(expiresAtMs),
      };
      try {
        await database.transact(async (manager) => {
          // Removes expired keys, a few at a time, so that no call has much to remove.
          const over = await manager.find(idempotencyKeyRows, {
            select: { id: true },
            where: { expiresAt: LessThan(row.createdAt) },
            take: 10,
          });
          if (over.length > 0) await manager.delete(idempotencyKeyRows, { id: In(over.map(({ id }) => id)) });
          await manager.insert(idempotencyKeyRows, row);
        });
        return true;
      } catch (error) {
        if (database.dialect.isDuplicateKey(error)) return false;
        throw error;
      }
    },

    async find(id) {
      const row = await database.manager.findOneBy(idempotencyKeyRows, { id });
      if (row === null) return undefined;
      const { provenAt, createdAt, expiresAt, isAnswered, ...same } = row;
      return {
        ...same,
        isAnswered: isAnswered === 1,
        provenAtMs: provenAt?.getTime(),
        createdAtMs: createdAt.getTime(),
        expiresAtMs: expiresAt.getTime(),
      };
    },

    changeBeat(id, from, to) {
      return change(database, { id, beat: from, isAnswered: 0 }, { beat: to });
    },

    answer(id, sealed) {
      return change(database, { id, isAnswered: 0 }, { sealed: Buffer.from(sealed), isAnswered: 1 });
    },

    async remove({ id, createdAtMs }) {
      const known = { id, createdAt: new Date(createdAtMs) };
      await database.transact((manager) => manager.delete(idempotencyKeyRows, known));
    },
  };
}

async function change(database: Database, known: object, changed: object): Promise<boolean> {
  const result = await database.transact((manager) => manager.update(idempotencyKeyRows, known, changed));
  return result.affected === 1;
}

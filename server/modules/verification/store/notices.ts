import { type EntityManager, LessThanOrEqual } from "typeorm";
import type { Sealer } from "../../../core/sealed-column.ts";
import { currentScope } from "../../../core/tracing/scope.ts";
import { newUuidV7 } from "../../../core/uuid.ts";
import type { Database } from "../../../database/source.ts";
import type { OwnerNotice, WaitingNotices } from "../domain/notices.ts";
import { noticeColumn } from "../domain/sealed-columns.ts";
import { type NoticeRow, noticeRows } from "./notice-row.ts";
import { bytesOfValue, valueOfBytes } from "./sealed-values.ts";

/** The unsent notices of a database. Their addresses are sealed. */
export function storedNotices(database: Database, vault: Sealer): WaitingNotices {
  const contextOf = ({ id, identityId }: Pick<NoticeRow, "id" | "identityId">) =>
    noticeColumn.context({ id, identity_id: identityId });
  return {
    async prepare(identityId, notice, nowMs) {
      const id = newUuidV7(nowMs);
      const sealed = Buffer.from(
        await vault.seal(contextOf({ id, identityId }), bytesOfValue({ ...notice, traceId: currentScope()?.traceId })),
      );
      const row = { id, identityId, sealed, attempts: 0, createdAtMs: nowMs, dueAtMs: nowMs };
      return async (transaction) => {
        await (transaction as EntityManager).insert(noticeRows, row);
      };
    },

    due(nowMs, countMax) {
      return database.manager.find(noticeRows, {
        where: { dueAtMs: LessThanOrEqual(nowMs) },
        order: { dueAtMs: "ASC", id: "ASC" },
        take: countMax,
      });
    },

    async change(before, change) {
      const known = { id: before.id, dueAtMs: before.dueAtMs };
      const { affected } = await database.transact((writer) => writer.update(noticeRows, known, change));
      return affected === 1 ? { ...before, ...change } : undefined;
    },

    async open(notice) {
      return valueOfBytes<OwnerNotice>(await vault.open(contextOf(notice), notice.sealed));
    },

    async remove({ id, dueAtMs }) {
      await database.transact((writer) => writer.delete(noticeRows, { id, dueAtMs }));
    },
  };
}

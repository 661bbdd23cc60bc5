import { LessThan, LessThanOrEqual } from "typeorm";
import type { Database } from "../../../../database/source.ts";
import type { Webhooks } from "../domain/webhook.ts";
import { deliveryRows } from "./delivery-row.ts";

/** The log of attempts in a database. */
export function storedDeliveries(database: Database): Pick<Webhooks, "deliveries" | "delivery" | "trim"> {
  const { manager } = database;
  return {
    deliveries(webhook, beforeId, count) {
      return manager.find(deliveryRows, {
        where: { webhook, ...(beforeId !== undefined && { id: LessThan(beforeId) }) },
        order: { id: "DESC" },
        take: count,
      });
    },

    async delivery(webhook, id) {
      return (await manager.findOneBy(deliveryRows, { webhook, id })) ?? undefined;
    },

    async trim(webhook, beforeMs, countMax) {
      const [oldest] = await manager.find(deliveryRows, {
        select: { id: true },
        where: { webhook },
        order: { id: "DESC" },
        skip: countMax,
        take: 1,
      });
      await database.transact(async (writer) => {
        await writer.delete(deliveryRows, { webhook, atMs: LessThan(beforeMs) });
        if (oldest !== undefined) await writer.delete(deliveryRows, { webhook, id: LessThanOrEqual(oldest.id) });
      });
    },
  };
}

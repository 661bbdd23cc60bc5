import { type EntityManager, In, LessThan } from "typeorm";
import { createGroupCommit } from "../../../../core/batching/group-commit.ts";
import type { Database } from "../../../../database/source.ts";
import { insertRows } from "../../../../database/statements.ts";
import type { Backlog, Delivery, DueWebhook, Progress, StoredState, Webhook, Webhooks } from "../domain/webhook.ts";
import { storedDeliveries } from "./deliveries.ts";
import { deliveryColumns, deliveryRows } from "./delivery-row.ts";
import { type WebhookRow, webhookRows } from "./webhook-row.ts";

/** The endpoints of a database, which all of its processes share. */
export function storedWebhooks(database: Database): Webhooks {
  const { manager } = database;
  const keep = createGroupCommit<Kept, boolean>((items) => database.transact((writer) => keepAll(writer, items)));
  return {
    ...storedDeliveries(database),
    keep: (id, lease, progress, attempts) => keep({ id, lease, progress, attempts }),

    create(webhook, countMax, alongside) {
      return database.transact(async (writer) => {
        if ((await writer.countBy(webhookRows, { owner: webhook.owner })) >= countMax) return false;
        await writer.insert(webhookRows, { ...rowOf(webhook), lease: "", leaseUntilMs: 0 } as WebhookRow);
        await alongside?.(writer);
        return true;
      });
    },

    async find(owner, id) {
      const row = await manager.findOneBy(webhookRows, { owner, id });
      return row === null ? undefined : webhookOf(row);
    },

    async list(owner) {
      return (await manager.find(webhookRows, { where: { owner }, order: { id: "ASC" } })).map(webhookOf);
    },

    async disabled() {
      return (await manager.findBy(webhookRows, { state: "disabled" })).map(webhookOf);
    },

    change(owner, id, change, { generation, alongside } = {}) {
      const changed = { ...rowOf(change), lease: "", leaseUntilMs: 0 };
      const wanted = { owner, id, ...(generation !== undefined && { generation }) };
      return database.transact(async (writer) => {
        const result = await writer.update(webhookRows, wanted, changed);
        if (result.affected !== 1) return undefined;
        await alongside?.(writer);
        return webhookOf(await writer.findOneByOrFail(webhookRows, { owner, id }));
      });
    },

    async remove(owner, id, alongside) {
      await database.transact(async (writer) => {
        const result = await writer.delete(webhookRows, { owner, id });
        if (result.affected === 1) await writer.delete(deliveryRows, { webhook: id });
        await alongside?.(writer);
      });
    },

    backlog: (nowMs) => backlogIn(manager, nowMs),

    async cursors(count) {
      const rows: { cursor_text: string }[] = await manager.query(cursorsText, [count]);
      return rows.map((row) => row.cursor_text);
    },

    due(nowMs, count) {
      return manager.query(dueText, [nowMs, nowMs, count]) as Promise<DueWebhook[]>;
    },

    async take(id, lease, nowMs, leaseUntilMs) {
      const free = { id, state: "active" as const, leaseUntilMs: LessThan(nowMs) };
      const result = await database.transact((writer) => writer.update(webhookRows, free, { lease, leaseUntilMs }));
      if (result.affected !== 1) return undefined;
      const row = await manager.findOneBy(webhookRows, { id, lease });
      return row === null ? undefined : webhookOf(row);
    },
  };
}

const backlogText = `
  SELECT state, COUNT(*) AS endpoints, COUNT(failing_since) AS failing, MIN(failing_since) AS since,
    COUNT(CASE WHEN next_at <= ? AND lease_until < ? THEN 1 END) AS waiting
  FROM webhooks GROUP BY state`;

const cursorsText =
  "SELECT cursor_text FROM webhooks WHERE state = 'active' ORDER BY failing_since IS NULL, lease_until LIMIT ?";

interface BacklogRow {
  readonly state: StoredState;
  readonly endpoints: bigint;
  readonly failing: bigint;
  readonly since: bigint | null;
  readonly waiting: bigint;
}

async function backlogIn(manager: EntityManager, nowMs: number): Promise<Backlog> {
  const rows: BacklogRow[] = await manager.query(backlogText, [nowMs, nowMs]);
  const total = { active: 0, paused: 0, disabled: 0, failing: 0 };
  for (const { state, endpoints } of rows) total[state] = Number(endpoints);
  const active = rows.find(({ state }) => state === "active");
  const since = active?.since ?? undefined;
  return {
    ...total,
    failing: Number(active?.failing ?? 0),
    waiting: Number(active?.waiting ?? 0),
    failingSinceMs: since === undefined ? undefined : Number(since),
  };
}

/** A released lease ended at the time of its release. */
const dueText = `
  SELECT id, owner FROM (
    SELECT id, owner, lease_until, ROW_NUMBER() OVER (
      PARTITION BY CASE WHEN owner = '' THEN id ELSE owner END ORDER BY lease_until, id
    ) AS place
    FROM webhooks WHERE state = 'active' AND next_at <= ? AND lease_until < ?
  ) AS due ORDER BY place, lease_until, id LIMIT ?`;

/** Progress and attempts of a process for one endpoint under its lease. */
interface Kept {
  readonly id: string;
  readonly lease: string;
  readonly progress: Progress;
  readonly attempts: readonly Delivery[];
}

/** Attempts per INSERT statement, with fewer parameters than databases accept. */
const attemptsMax = 1_000;

/** Returns for each item whether its lease has not ended. An endpoint that was deleted meanwhile has no log. */
async function keepAll(writer: EntityManager, items: readonly Kept[]): Promise<boolean[]> {
  const isHeld: boolean[] = [];
  // First, so that a concurrent deletion waits until its attempts are in the log.
  for (const { id, lease, progress } of items) {
    isHeld.push((await writer.update(webhookRows, { id, lease }, rowOf(progress))).affected === 1);
  }
  const lost = items.filter((_, index) => isHeld[index] === false).map(({ id }) => id);
  const known =
    lost.length === 0 ? [] : await writer.find(webhookRows, { select: { id: true }, where: { id: In(lost) } });
  const left = new Set(known.map(({ id }) => id));
  const logged = items.filter(({ id }, index) => isHeld[index] === true || left.has(id));
  const attempts = logged.flatMap((item) => item.attempts);
  for (let at = 0; at < attempts.length; at += attemptsMax) {
    await insertRows(writer, deliveryColumns, attempts.slice(at, at + attemptsMax));
  }
  return isHeld;
}

/** Returns the columns of the given members. A time that is undefined becomes null. */
function rowOf(given: Partial<Webhook>): Partial<WebhookRow> {
  const { earlierSecrets, failingSinceMs, ...columns } = given;
  return {
    ...columns,
    ...(earlierSecrets !== undefined && { earlierSecrets: JSON.stringify(earlierSecrets) }),
    ...(Object.hasOwn(given, "failingSinceMs") && { failingSinceMs: failingSinceMs ?? null }),
  };
}

function webhookOf({ lease: _, leaseUntilMs: __, failingSinceMs, earlierSecrets, ...row }: WebhookRow): Webhook {
  return { ...row, earlierSecrets: JSON.parse(earlierSecrets), failingSinceMs: failingSinceMs ?? undefined };
}

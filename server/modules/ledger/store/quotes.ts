import { type EntityManager, In, LessThan } from "typeorm";
import { createGroupCommit } from "../../../core/batching/group-commit.ts";
import type { Database } from "../../../database/source.ts";
import { insertRows } from "../../../database/statements.ts";
import type { Quote } from "../domain/requests.ts";
import { toQuoteRow } from "./row-conversion.ts";
import { exchangeQuoteRows, quoteColumns } from "./wallet-row.ts";

/** Stores quotes; concurrent ones share a transaction. */
export function quoteKeeper(database: Database, now: () => number): (quote: Quote) => Promise<void> {
  return createGroupCommit<Quote, void>((quotes) => database.transact((manager) => keepAll(manager, quotes, now())));
}

async function keepAll(manager: EntityManager, quotes: readonly Quote[], nowMs: number): Promise<undefined[]> {
  // Deletes a few more expired quotes than it adds, so that they do not accumulate.
  const over = await manager.find(exchangeQuoteRows, {
    where: { endsAt: LessThan(new Date(nowMs - quoteKeptMs)) },
    take: 2 * quotes.length,
  });
  if (over.length > 0) await manager.delete(exchangeQuoteRows, { id: In(over.map(({ id }) => id)) });
  await insertRows(manager, quoteColumns, quotes.map(toQuoteRow));
  return quotes.map(() => undefined);
}

/** Time for which expired quotes are kept, in case a clock is set back. */
const quoteKeptMs = 3_600_000;

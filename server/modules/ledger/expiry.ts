import type { Logger } from "pino";
import { requestDigest } from "./domain/entry/digests.ts";
import { expiryId, type Hold } from "./domain/holds/hold.ts";
import type { EndRequest } from "./domain/holds/requests.ts";
import type { Ledger } from "./domain/requests.ts";
import { submitted } from "./orders/submission.ts";

/** Ends holds whose time is over, periodically. Several processes may do so: each hold ends once. */
export interface HoldExpiry {
  /** Ends all holds that are due now; returns how many this call has ended. */
  sweep(): Promise<number>;
  /** Holds that have been ended so far. */
  readonly count: number;
  close(): Promise<void>;
}

export interface HoldExpiryDeps {
  readonly ledger: Ledger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Pick<Logger, "warn">;
  readonly everyMs?: number | undefined;
}

export function holdExpiry({ ledger, now, log, everyMs = usualEveryMs }: HoldExpiryDeps): HoldExpiry {
  let work: Promise<unknown> = Promise.resolve();
  let isClosing = false;
  let count = 0;

  async function sweep(): Promise<number> {
    let ended = 0;
    for (let due = await ledger.overdueHolds(now(), pageSize); due.length > 0; ) {
      const outcomes = await Promise.all(due.map((hold) => submitted(ledger, expiryOf(hold), { hasPriority: true })));
      const progress = outcomes.filter(({ kind }) => kind === "entry").length;
      ended += progress;
      count += progress;
      // Holds that did not end are retried the next time.
      if (isClosing || progress === 0 || due.length < pageSize) break;
      due = await ledger.overdueHolds(now(), pageSize);
    }
    return ended;
  }

  function inTurn(): Promise<number> {
    const result = work.then(sweep);
    work = result.catch(() => undefined);
    return result;
  }

  const sweepInBackground = () => {
    inTurn().catch((error: unknown) => log.warn({ err: error }, "could not end expired holds; it will be retried"));
  };
  const timer = setInterval(sweepInBackground, everyMs);
  timer.unref();
  sweepInBackground();
  return {
    sweep: inTurn,
    get count() {
      return count;
    },
    async close() {
      isClosing = true;
      clearInterval(timer);
      await work;
    },
  };
}

/** Returns the request with which a hold expires: the same in every process. */
export function expiryOf({ id: holdId, recipient }: Pick<Hold, "id" | "recipient">): EndRequest {
  const id = expiryId(holdId);
  const digest = requestDigest("expiry", [id, holdId]);
  return { kind: "expire", id, owner: recipient, holdId, reference: "", requestDigest: digest };
}

const usualEveryMs = 5_000;
/** Holds per read. */
const pageSize = 500;

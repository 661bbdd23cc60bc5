import { createHmac } from "node:crypto";
import { Fault } from "../../../core/fault.ts";
import { reportingFirstFailure } from "../../../core/first-failure.ts";
import type { SharedLimiter } from "../../../core/fixed-window/shared-limiter.ts";
import { namedScope, withinScope } from "../../../core/tracing/scope.ts";
import { recipientOf } from "../domain/addresses.ts";
import { isOverdue, type OwnerNotice, pauseAfter, type WaitingNotice, type WaitingNotices } from "../domain/notices.ts";
import { DeliveryFailure, type Mailer } from "./sender.ts";

export interface NoticeDeliveryDeps {
  readonly notices: WaitingNotices;
  readonly mailer: Mailer;
  readonly serviceName: string;
  /** A key outside the database, without which addresses cannot be recovered from the counters. */
  readonly pepper: Uint8Array;
  readonly byAddress: SharedLimiter;
  /** Limits all mails. */
  readonly overall: SharedLimiter;
  readonly intervals: NoticeIntervals;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Reports the first failed attempt of a notice, and the last one, after which it is dropped. */
  readonly undelivered: (error: unknown, notice: { readonly noticeId: string; readonly isDropped: boolean }) => void;
  /** Receives the first of several consecutive failures of the search for notices; the search is repeated. */
  readonly report: (error: unknown) => void;
}

export interface NoticeIntervals {
  /** Interval at which due notices are looked up. */
  readonly pollMs: number;
  /** Time after which a process that sends a notice counts as dead; it gives up after half of it. */
  readonly leaseMs: number;
}

/** Sends the pending notices of a database, each process some of them. */
export interface NoticeDelivery {
  /** Sends due notices. Resolves when all were attempted, and never rejects. */
  sendDue(): Promise<void>;
  /** Stops, and aborts the notice being sent unless it finishes soon. */
  close(): Promise<void>;
}

/** Longest wait of a shutdown for a mail server. */
const closeWaitMs = 1_000;
/** Notices per read. */
const pageSize = 50;

/** Sends notices one after the other until closed. */
export function openNoticeDelivery(deps: NoticeDeliveryDeps): NoticeDelivery {
  const { notices, intervals, now, report } = deps;
  const ending = new AbortController();
  let isClosed = false;
  const attempt = reportingFirstFailure(report);
  let lookings = 0;
  let last: Promise<void> = Promise.resolve();

  async function sendAll(): Promise<void> {
    for (;;) {
      const due = await notices.due(now(), pageSize);
      for (const notice of due) {
        if (isClosed) return;
        const taken = await notices.change(notice, { dueAtMs: now() + intervals.leaseMs });
        if (taken !== undefined) await deliver(deps, taken, ending.signal);
      }
      if (due.length < pageSize) return;
    }
  }

  async function look(): Promise<void> {
    if (!isClosed) await attempt(sendAll);
  }

  /** Queues one search behind the present one, which may already have passed what is now due. */
  function sendDue(): Promise<void> {
    if (lookings < 2) {
      lookings++;
      // Due notices may belong to the calls of others.
      last = last.then(() => withinScope(undefined, look)).finally(() => lookings--);
    }
    return last;
  }

  const timer = setInterval(sendDue, intervals.pollMs).unref();
  void sendDue();
  return {
    sendDue,
    async close() {
      isClosed = true;
      clearInterval(timer);
      const wait = setTimeout(() => ending.abort(), closeWaitMs);
      await last;
      clearTimeout(wait);
    },
  };
}

/** Attempts once to send a notice taken by this process. */
async function deliver(deps: NoticeDeliveryDeps, notice: WaitingNotice, ending: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(deps.intervals.leaseMs / 2)]);
  let opened: OwnerNotice | undefined;
  try {
    opened = await deps.notices.open(notice);
    await send(deps, notice, opened, signal);
  } catch (error) {
    await withinScope(namedScope(opened?.traceId), () => settleFailure(deps, notice, error));
    return;
  }
  await deps.notices.remove(notice);
}

async function send(
  { mailer, serviceName, pepper, byAddress, overall }: NoticeDeliveryDeps,
  notice: WaitingNotice,
  { to, subject, sentences }: OwnerNotice,
  signal: AbortSignal,
): Promise<void> {
  if (notice.attempts === 0) {
    await byAddress.consume(createHmac("sha256", pepper).update(recipientOf(to)).digest("hex"));
    await overall.consume("all");
  }
  const text = sentences.join("\n");
  await mailer.notify({ id: notice.id, to, subject: `${serviceName}: ${subject}`, text }, signal);
}

/** Schedules another attempt, or drops the notice. */
async function settleFailure(
  { notices, now, undelivered }: NoticeDeliveryDeps,
  notice: WaitingNotice,
  error: unknown,
): Promise<void> {
  const isDropped = (error instanceof DeliveryFailure && !error.isTemporary) || isOverdue(notice, now());
  if (isDropped || notice.attempts === 0) undelivered(error, { noticeId: notice.id, isDropped });
  if (isDropped) await notices.remove(notice);
  else if (error instanceof Fault) {
    // A rate limit was reached, so the attempt is not counted.
    await notices.change(notice, { dueAtMs: now() + (error.facts.retryAfterSeconds ?? 1) * 1_000 });
  } else {
    const { attempts } = notice;
    await notices.change(notice, { attempts: attempts + 1, dueAtMs: now() + pauseAfter(attempts) });
  }
}

import type { Alongside } from "../../../core/alongside.ts";

/** A notice to the owner of an identity about a change that somebody else may have made. */
export interface OwnerNotice {
  readonly to: string;
  /** The event, in a few words. */
  readonly subject: string;
  readonly sentences: readonly string[];
  /** The trace of the call that it reports. */
  readonly traceId?: string | undefined;
}

/** A stored notice that is not yet sent. Times are milliseconds since 1970. */
export interface WaitingNotice {
  readonly id: string;
  readonly identityId: string;
  readonly sealed: Uint8Array;
  /** Attempts that have failed. */
  readonly attempts: number;
  readonly createdAtMs: number;
  readonly dueAtMs: number;
}

/** Port: the notices that are not yet sent, shared by all processes. */
export interface WaitingNotices {
  /** Prepares a notice for the transaction of the change that it reports. */
  prepare(identityId: string, notice: OwnerNotice, nowMs: number): Promise<Alongside>;
  /** Finds due notices, longest due first. */
  due(nowMs: number, countMax: number): Promise<readonly WaitingNotice[]>;
  /** Changes a notice, and returns it; undefined if another process has changed it since it was read. */
  change(
    before: WaitingNotice,
    change: Partial<Pick<WaitingNotice, "attempts" | "dueAtMs">>,
  ): Promise<WaitingNotice | undefined>;
  open(notice: WaitingNotice): Promise<OwnerNotice>;
  remove(notice: WaitingNotice): Promise<void>;
}

const minuteMs = 60_000;

/** Time after which a notice that cannot be sent is dropped. */
const waitingMsMax = 24 * 60 * minuteMs;

/** Pauses after failed attempts; the last one repeats. */
const pausesMs = [5_000, 30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, 60 * minuteMs, 120 * minuteMs];

/** Returns the time from a failed attempt to the next one, by the number of earlier ones. */
export function pauseAfter(attempts: number): number {
  return pausesMs[Math.min(attempts, pausesMs.length - 1)] as number;
}

/** Whether a notice has waited so long that it is dropped. */
export function isOverdue({ createdAtMs }: WaitingNotice, nowMs: number): boolean {
  return nowMs - createdAtMs >= waitingMsMax;
}

/** Builds the notice to the previous address of an identity, which was replaced or removed. */
export function addressChanged(
  to: string,
  { username, isRemoved, at }: { readonly username: string; readonly isRemoved: boolean; readonly at: Date },
): OwnerNotice {
  return {
    to,
    subject: isRemoved ? "your e-mail address was removed" : "your e-mail address was changed",
    sentences: [
      `On ${minuteOf(at)} the e-mail address of the account ${username} was ${isRemoved ? "removed" : "changed to another one"}.`,
      "Codes and notices are not sent to this address any more, and what it proved is withdrawn.",
      "If it was you, you need do nothing. If it was not, somebody else acts as you: open a session with a key of yours, end all other sessions, and set the address again.",
    ],
  };
}

/** Builds the notice that an identity has new recovery codes, and that the previous ones are invalid. */
export function recoveryCodesRenewed(
  to: string,
  { username, at }: { readonly username: string; readonly at: Date },
): OwnerNotice {
  return {
    to,
    subject: "your recovery codes were renewed",
    sentences: [
      `On ${minuteOf(at)} new recovery codes were issued to the account ${username}. Those before have ended.`,
      "If it was you, you need do nothing. If it was not, somebody else acts as you: open a session with a key of yours, end all other sessions, and renew the recovery codes again.",
    ],
  };
}

/** Builds the notice that an identity has another signing key. */
export function signingKeyAdded(
  to: string,
  { username, at }: { readonly username: string; readonly at: Date },
): OwnerNotice {
  return {
    to,
    subject: "a signing key was added",
    sentences: [
      `On ${minuteOf(at)} a signing key was added to the account ${username}. Whoever has it can sign in and pay.`,
      "If it was you, you need do nothing. If it was not, somebody else acts as you: open a session with a key of yours, revoke the new key, and end all other sessions.",
    ],
  };
}

function minuteOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

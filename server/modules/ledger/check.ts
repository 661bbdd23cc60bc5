import type { LedgerRows } from "./domain/rows.ts";
import type { Reconciliation } from "./engine/journal/journal.ts";
import { Audit, type Finding, type KnownBatch } from "./engine/replay/audit.ts";
import { type ReplayDeps, replayLedger } from "./engine/replay/replay.ts";

/** A replay of the ledger, running or finished. */
export interface LedgerReplay {
  readonly audit: Audit;
  readonly startedAtMs: number;
  /** Number of entries that the ledger had when the replay started; 0 until that is known. */
  readonly entriesTotal: number;
  /** Undefined while the replay runs. */
  readonly endedAtMs: number | undefined;
}

/** Replays of a ledger, one at a time. */
export interface LedgerCheck {
  /** Starts a replay unless one is running. */
  start(): void;
  /** The latest replay; undefined before the first. */
  readonly last: LedgerReplay | undefined;
  /** Cancels a running replay. */
  close(): Promise<void>;
}

export interface LedgerCheckDeps extends Pick<ReplayDeps, "entryFlaw" | "pendingFlaw"> {
  /** Returns the stored rows as an audit reads them, with nothing known of earlier ones. */
  readonly rows: () => LedgerRows;
  /** Batches that others have observed. */
  readonly knownBatches: () => Promise<readonly KnownBatch[]>;
  /** Returns what others find that is checked together with the ledger; absent: nothing else is. */
  readonly otherFindings?: () => Promise<readonly Finding[]>;
  /** Compares what this process has acknowledged; undefined if it keeps no journal. */
  readonly reconciliation?: Pick<Reconciliation, "compare"> | undefined;
  /** Called with the error if a replay fails. */
  readonly report: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function ledgerCheck(deps: LedgerCheckDeps): LedgerCheck {
  const { entryFlaw, pendingFlaw, knownBatches, report, now } = deps;
  let last: { -readonly [Key in keyof LedgerReplay]: LedgerReplay[Key] } | undefined;
  let running: Promise<void> | undefined;
  let isClosing = false;

  /** Yields the thread to others. */
  async function pause(): Promise<boolean> {
    await new Promise((resolve) => setImmediate(resolve));
    return isClosing;
  }

  /** The last batch of the last replay without findings. */
  let verified: KnownBatch | undefined;

  async function replay(replaying: NonNullable<typeof last>): Promise<void> {
    const rows = deps.rows();
    replaying.entriesTotal = await rows.lastSequence();
    const audit = new Audit([...(await knownBatches()), ...(verified === undefined ? [] : [verified])]);
    replaying.audit = audit;
    for (const { place, flaw } of (await deps.reconciliation?.compare()) ?? []) audit.find(place, flaw);
    for (const { place, flaw } of (await deps.otherFindings?.()) ?? []) audit.find(place, flaw);
    await replayLedger(audit, { rows, entryFlaw, pendingFlaw, pause });
    const { lastNumber: number, head: hash } = audit;
    if (audit.findings.length === 0 && number > 0) verified = { number, hash, witness: "a replay before" };
  }

  return {
    start() {
      if (running !== undefined || isClosing) return;
      const replaying: NonNullable<typeof last> = {
        audit: new Audit(),
        startedAtMs: now(),
        entriesTotal: 0,
        endedAtMs: undefined,
      };
      last = replaying;
      running = replay(replaying)
        .catch((error: unknown) => {
          report(error);
          const { audit } = replaying;
          audit.find(
            `batch ${audit.lastNumber + 1}`,
            "the replay could not go on from here; the service's log says why",
          );
        })
        .then(() => {
          replaying.endedAtMs = now();
          running = undefined;
        });
    },
    get last() {
      return last;
    },
    async close() {
      isClosing = true;
      await running;
    },
  };
}

import { unwrapDataKey, wrapDataKey } from "./data-key-wrapping.ts";
import { isDue } from "./interval.ts";
import type { KeyRing } from "./key-ring.ts";
import type { DataKeyRecord, RewrappedKey, VaultRecords } from "./records.ts";
import type { VersionedKey } from "./sealed.ts";
import { VaultError } from "./vault-error.ts";

/** What a process can stop after, leaving every record readable and the rest to the next start. */
export type RotationStep = "begun" | "key-added" | "batch-rewrapped" | "all-rewrapped" | "key-destroyed";

/** Replaces the active key-encryption key. One rotation at a time in a process; several processes do no harm. */
export interface Rotation {
  rotateIfDue(): Promise<boolean>;
  rotateNow(): Promise<void>;
  /** Finishes what a process before this one has left. */
  resume(): Promise<void>;
  /** Lets the batch under way end. */
  stop(): Promise<void>;
}

export interface RotationDeps {
  readonly ring: KeyRing;
  readonly records: VaultRecords;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
  readonly afterStep: (step: RotationStep) => void;
}

/** So few that other work waits for some milliseconds only. */
const batchSize = 100;

export function createRotation({ ring, records, now, report, afterStep }: RotationDeps): Rotation {
  let last: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(async () => {
      checkRunning();
      await ring.reload();
      return work();
    });
    last = result.catch(() => undefined);
    return result;
  }

  function checkRunning(): void {
    if (isStopped) throw new VaultError("closed");
  }

  async function rotate(): Promise<void> {
    afterStep("begun");
    await ring.replaceActive();
    afterStep("key-added");
    await finish();
  }

  async function finish(): Promise<void> {
    for (const version of ring.decryptOnly()) {
      await rewrapAllUnder(version);
      afterStep("all-rewrapped");
      if (await records.destroyKeyEncryptionKey(version, new Date(now()))) afterStep("key-destroyed");
    }
    await ring.reload();
  }

  async function rewrapAllUnder(version: number): Promise<void> {
    const from = ring.find(version);
    if (from === undefined) return;
    let afterId = "";
    while (true) {
      checkRunning();
      const batch = await records.dataKeysUnder(version, afterId, batchSize);
      const lastKey = batch.at(-1);
      if (lastKey === undefined) return;
      const to = ring.active();
      if (await records.rewrapDataKeys(to.version, rewrapped(batch, from, to))) {
        afterId = lastKey.id;
        afterStep("batch-rewrapped");
      } else {
        await ring.reload();
      }
      // A database in this process answers without a pause in which others could be served.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** A damaged one is left where it is, and keeps its key-encryption key from being destroyed. */
  function rewrapped(batch: readonly DataKeyRecord[], from: VersionedKey, to: VersionedKey): RewrappedKey[] {
    return batch.flatMap((record) => {
      try {
        const bytes = unwrapDataKey(from, record, record.wrappedKey);
        const wrappedKey = wrapDataKey(to, record, bytes);
        bytes.fill(0);
        return [{ id: record.id, wrappedKey }];
      } catch (error) {
        report(error);
        return [];
      }
    });
  }

  return {
    rotateIfDue: () =>
      inTurn(async () => {
        const due = isDue(ring.active().createdAt, now());
        await (due ? rotate() : finish());
        return due;
      }),
    rotateNow: () => inTurn(rotate),
    resume: () => inTurn(finish),
    async stop() {
      isStopped = true;
      await last;
    },
  };
}

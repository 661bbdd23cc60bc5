import { unwrapDataKey, wrapDataKey } from "./data-key-wrapping.ts";
import type { KeyRing } from "./key-ring.ts";
import type { DataKeyRecord, RewrappedKey, VaultRecords } from "./records.ts";
import { isDue } from "./rotation-period.ts";
import type { VersionedKey } from "./sealed.ts";
import { VaultError } from "./vault-error.ts";

/** Steps after which a process may crash: every record remains readable, and the next start continues. */
export type RotationStep = "begun" | "key-added" | "batch-rewrapped" | "all-rewrapped" | "key-destroyed";

/** Replaces the active key-encryption key. A process runs one rotation at a time; several processes may rotate concurrently. */
export interface Rotation {
  rotateIfDue(): Promise<boolean>;
  rotateNow(): Promise<void>;
  /** Finishes an interrupted rotation. */
  resume(): Promise<void>;
  /** Stops after the current batch. */
  stop(): Promise<void>;
}

export interface RotationDeps {
  readonly ring: KeyRing;
  readonly records: VaultRecords;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
  readonly afterStep: (step: RotationStep) => void;
}

/** Limits the time for which a batch blocks other calls to some milliseconds. */
const batchSize = 100;

export function createRotation({ ring, records, now, report, afterStep }: RotationDeps): Rotation {
  let last: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  function inTurn<Result>(operation: () => Promise<Result>): Promise<Result> {
    const result = last.then(async () => {
      checkRunning();
      await ring.reload();
      return operation();
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
      if (await records.rewrapDataKeys(to.version, rewrapped(batch, from, to, report))) {
        afterId = lastKey.id;
        afterStep("batch-rewrapped");
      } else {
        await ring.reload();
      }
      // An in-process database never yields to the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
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

/** Rewraps data keys. Skips damaged ones, which prevent their key-encryption key from being destroyed. */
function rewrapped(
  batch: readonly DataKeyRecord[],
  from: VersionedKey,
  to: VersionedKey,
  report: (error: unknown) => void,
): RewrappedKey[] {
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

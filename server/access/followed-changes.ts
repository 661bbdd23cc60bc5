import { reportingFirstFailure } from "../core/first-failure.ts";
import { limits } from "../core/limits.ts";
import type { AccessChanges } from "./domain/access-changes.ts";

export interface FollowedChangesDeps {
  readonly changes: AccessChanges;
  /** Called with the principal of each change, once while somebody follows. */
  readonly tell: (principalId: string) => void;
  /** Called with the first of several consecutive errors. */
  readonly report: (error: unknown) => void;
}

/** Changes of all processes, as this process follows them. */
export interface FollowedChanges {
  /** Follows the changes. Returns a function that ends this. */
  follow(): () => void;
  /** Stops, and waits for a reading that is under way. */
  close(): Promise<void>;
}

/** Follows the changes of all processes, by polling the database while anybody in this process wants to know. */
export function followChanges({ changes, tell, report }: FollowedChangesDeps): FollowedChanges {
  let followers = 0;
  let polling: NodeJS.Timeout | undefined;
  let reading: Promise<void> | undefined;
  let readAtMs: number | undefined;
  let told: ReadonlySet<string> = new Set();
  const attempt = reportingFirstFailure(report);

  async function read(): Promise<void> {
    const found = await changes.readSince(readAtMs);
    const before = told;
    readAtMs = found.atMs;
    // Earlier ones are not read again, since each reading begins later.
    told = new Set(found.changes.map(({ id }) => id));
    const news = found.changes.filter(({ id }) => !before.has(id));
    for (const principalId of new Set(news.map((change) => change.principalId))) tell(principalId);
  }

  /** Reads, unless the previous reading still waits for the database. */
  function poll(): void {
    reading ??= attempt(read).finally(() => {
      reading = undefined;
    });
  }

  const removing = setInterval(() => void attempt(changes.removeOld), limits.accessChangesRemovalMs).unref();

  return {
    follow() {
      followers++;
      polling ??= setInterval(poll, limits.accessChangesPollMs).unref();
      return () => {
        followers--;
        if (followers > 0) return;
        clearInterval(polling);
        polling = undefined;
        readAtMs = undefined;
        told = new Set();
      };
    },
    async close() {
      clearInterval(polling);
      clearInterval(removing);
      await reading;
    },
  };
}

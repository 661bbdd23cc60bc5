import type { Snapshot } from "../../database/snapshot/snapshot.ts";
import { BackupError } from "./backup-error.ts";
import type { Finding } from "./checks.ts";
import { type WriteStep, writeEncrypted } from "./encrypted-file.ts";
import { type BackupFile, backupFolder } from "./folder.ts";
import type { LedgerHead } from "./header.ts";
import { headsIn } from "./heads.ts";
import type { BackupRoot } from "./keys.ts";
import type { RestoreTestPlace } from "./restore-test.ts";
import { inWorkFolder, removeWorkLeftovers } from "./work-folder.ts";

/** Makes backups of the service's own database, and finds out whether they can be restored. One thing at a time. */
export interface Backups {
  create(): Promise<BackupMade>;
  /** The newest first. */
  list(): Promise<BackupFile[]>;
  /** Restores the newest backup aside and looks at all of it. Undefined when there is none. */
  restoreTest(): Promise<RestoreTestReport | undefined>;
  /**
   * When the newest backup is a day old: makes one, tests its restore, and, when nothing is wrong with it, removes those beyond the
   * number to keep. Answers whether it was due.
   */
  createIfDue(): Promise<boolean>;
  /** The last batch of the ledger at each backup, by the backup's name. Backups that cannot be read tell none. */
  heads(): Promise<ReadonlyMap<string, LedgerHead>>;
  /** Ends what is under way, leaving nothing of it. */
  close(): Promise<void>;
}

export interface BackupMade extends BackupFile {
  readonly sha256: string;
}

export interface RestoreTestReport extends Finding {
  /** Of the backup. */
  readonly name: string;
}

/** What a process can stop after, leaving every older backup as it was and the rest to the next start. */
export type BackupStep = "begun" | "copied" | WriteStep | "restore-test-begun" | "restore-tested" | "pruned";

export interface BackupsDeps {
  /** Where backups are kept. */
  readonly directory: string;
  /** Where the database is, and for a while its copies in the clear. */
  readonly dataDirectory: string;
  /** How many of the newest are kept. */
  readonly retention: number;
  readonly snapshot: Snapshot;
  /** The last batch of the ledger, which every later snapshot has. Undefined: the ledger has no entries. */
  readonly head: () => Promise<LedgerHead | undefined>;
  /** Made while the service already runs. */
  readonly root: Promise<BackupRoot>;
  readonly restoreTest: (task: RestoreTestPlace, signal: AbortSignal) => Promise<Finding>;
  readonly serviceVersion: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: BackupLog;
  /** For tests: what it throws ends the work there. */
  readonly afterStep?: (step: BackupStep) => void;
}

/** Where it is told what became of backups that nobody asked for. */
export interface BackupLog {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

const intervalMs = 86_400_000;

/** Opens the folder of the backups, and removes what a process before this one has left unfinished. */
export async function openBackups(deps: BackupsDeps): Promise<Backups> {
  const { directory, dataDirectory, snapshot, now, log, afterStep = () => undefined } = deps;
  const folder = backupFolder(directory);
  const ending = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(() => {
      ending.signal.throwIfAborted();
      return work();
    });
    last = result.catch(() => undefined);
    return result;
  }

  function create(): Promise<BackupMade> {
    return inWorkFolder(dataDirectory, async (work) => {
      const createdAt = new Date(now());
      const head = await deps.head();
      afterStep("begun");
      const bytes = untilAborted(await snapshot.take(work, ending.signal), ending.signal);
      afterStep("copied");
      const { name, path, asidePath } = await folder.place(createdAt);
      const { kind } = snapshot;
      const content = { kind, createdAt, serviceVersion: deps.serviceVersion, head, bytes };
      const written = await writeEncrypted(path, asidePath, await deps.root, content, afterStep);
      return { name, createdAt, ...written };
    });
  }

  async function testNewest(): Promise<RestoreTestReport | undefined> {
    const [newest] = await folder.list();
    return newest && testRestore(newest.name);
  }

  async function testRestore(name: string): Promise<RestoreTestReport> {
    const finding = await inWorkFolder(dataDirectory, async (work) => {
      afterStep("restore-test-begun");
      return deps.restoreTest({ path: folder.pathOf(name), folder: work }, ending.signal);
    });
    afterStep("restore-tested");
    return { name, ...finding };
  }

  async function createIfDue(): Promise<boolean> {
    const [newest] = await folder.list();
    // One from the future is from a clock that was wrong, and there would else be none until then.
    if (newest !== undefined && Math.abs(now() - newest.createdAt.getTime()) < intervalMs) return false;
    const { name, size, sha256 } = await create();
    log.info({ name, size, sha256 }, "a backup was made");
    const { problems } = await testRestore(name);
    if (problems.length > 0) {
      log.error({ name, problems }, "the backup cannot be restored as it should; older ones are kept");
      return true;
    }
    await folder.keepNewest(deps.retention);
    afterStep("pruned");
    log.info({ name }, "the backup was restored in a test");
    return true;
  }

  await folder.removeLeftovers();
  await removeWorkLeftovers(dataDirectory);
  return {
    create: () => inTurn(create),
    list: () => folder.list(),
    restoreTest: () => inTurn(testNewest),
    createIfDue: () => inTurn(createIfDue),
    heads: () => headsIn(folder),
    async close() {
      ending.abort(new BackupError("closed"));
      await last;
    },
  };
}

async function* untilAborted(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const some of bytes) {
    signal.throwIfAborted();
    yield some;
  }
}

import type { Snapshot } from "../../database/snapshot/snapshot.ts";
import { restoringName } from "../../database/sqlite/unfinished-restore.ts";
import { BackupError } from "./backup-error.ts";
import type { BackupLog } from "./backup-log.ts";
import type { CheckReport } from "./checks.ts";
import { type WriteStep, writeEncrypted } from "./encrypted-file.ts";
import { type BackupFile, type BackupFolder, backupFolder } from "./folder.ts";
import type { Heads } from "./header.ts";
import { headsIn } from "./heads.ts";
import type { GoodBackup } from "./hook.ts";
import type { BackupRoot } from "./keys.ts";
import { removeLeftovers } from "./leftovers.ts";
import type { RestoreTestPlace } from "./restore-test.ts";
import { inWorkFolder, removeWorkLeftovers } from "./work-folder.ts";

/** Backups of the service's database, and tests of their restore. Operations run one at a time. */
export interface Backups {
  create(): Promise<BackupMade>;
  /** Returns the backups, newest first. */
  list(): Promise<BackupFile[]>;
  /** Restores the newest backup into a temporary folder and checks it completely; undefined if there is none. */
  restoreTest(): Promise<RestoreTestReport | undefined>;
  /**
   * If the newest backup is a day old, makes one, tests its restore, and, if the test finds no problem, removes those beyond
   * the retention. Returns whether a backup was due.
   */
  createIfDue(): Promise<boolean>;
  /** Returns the heads of the chains at each backup, by the backup's name. Skips unreadable backups. */
  heads(): Promise<ReadonlyMap<string, Heads>>;
  /** Returns the result of the restore tests of this process; undefined before the first one. */
  lastTest(): LastTest | undefined;
  /** Cancels the running operation and removes its files. */
  close(): Promise<void>;
}

/** Result of the restore tests of this process. */
export interface LastTest {
  /** Number of problems of the last one. */
  readonly problems: number;
  /** Milliseconds since 1970 of the last one without problems. */
  readonly goodAtMs: number | undefined;
}

export interface BackupMade extends BackupFile {
  readonly sha256: string;
}

export interface RestoreTestReport extends CheckReport {
  /** Name of the backup. */
  readonly name: string;
}

/** Steps after which a process may crash: older backups remain intact, and the next start cleans up. */
export type BackupStep = "begun" | "copied" | WriteStep | "restore-test-begun" | "restore-tested" | "pruned";

export interface BackupsDeps {
  /** Folder of the backups. */
  readonly directory: string;
  /** Folder of the database and of its temporary unencrypted copies. */
  readonly dataDirectory: string;
  /** Number of backups to keep. */
  readonly retention: number;
  readonly snapshot: Snapshot;
  /** Returns the heads of the chains, which every later snapshot includes; undefined for those that are empty. */
  readonly chainHeads: () => Promise<Heads>;
  /** Derived in the background after the start. */
  readonly root: Promise<BackupRoot>;
  readonly restoreTest: (task: RestoreTestPlace, signal: AbortSignal) => Promise<CheckReport>;
  /** Called with each good backup: one that was asked for, and one of the schedule once its restore was tested. */
  readonly onGood?: ((backup: GoodBackup) => void) | undefined;
  /** Does the work of the schedule, and records it. */
  readonly recorded?: ((work: () => Promise<void>) => Promise<void>) | undefined;
  readonly serviceVersion: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: BackupLog;
  /** For tests: a throw cancels the operation after this step. */
  readonly afterStep?: (step: BackupStep) => void;
}

const intervalMs = 86_400_000;

/** Opens the folder of the backups, and removes unfinished files of earlier processes. */
export async function openBackups(deps: BackupsDeps): Promise<Backups> {
  const { directory, dataDirectory, now, log, recorded = (work) => work(), afterStep = () => undefined } = deps;
  const folder = backupFolder(directory);
  const ending = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(operation: () => Promise<Result>): Promise<Result> {
    const result = last.then(() => {
      ending.signal.throwIfAborted();
      return operation();
    });
    last = result.catch(() => undefined);
    return result;
  }

  let lastTest: LastTest | undefined;
  const create = () => createBackup(deps, folder, ending.signal);
  const told = tellOf(deps, folder);

  async function testRestore(name: string): Promise<RestoreTestReport> {
    const report = await inWorkFolder(dataDirectory, async (work) => {
      afterStep("restore-test-begun");
      return deps.restoreTest({ path: folder.pathOf(name), folder: work }, ending.signal);
    });
    lastTest = resultOf(report, lastTest, now());
    afterStep("restore-tested");
    return { name, ...report };
  }

  async function createIfDue(): Promise<boolean> {
    const [newest] = await folder.list();
    // A backup from the future was made with a wrong clock, and must not prevent backups until then.
    if (newest !== undefined && Math.abs(now() - newest.createdAt.getTime()) < intervalMs) return false;
    await recorded(createDue);
    return true;
  }

  async function createDue(): Promise<void> {
    const { name, size, sha256 } = await create();
    log.info({ name, size, sha256 }, "made a backup");
    const { problems } = await testRestore(name);
    if (problems.length > 0) {
      log.error({ name, problems }, "the restore test of the backup found problems; older backups are kept");
      return;
    }
    await folder.keepNewest(deps.retention);
    afterStep("pruned");
    told({ name });
    log.info({ name }, "the restore test of the backup found no problems");
  }

  await removeEveryLeftover(folder, dataDirectory);
  return {
    create: () => inTurn(create).then(told),
    list: () => folder.list(),
    restoreTest: () =>
      inTurn(async () => {
        const [newest] = await folder.list();
        return newest && testRestore(newest.name);
      }),
    createIfDue: () => inTurn(createIfDue),
    heads: () => headsIn(folder),
    lastTest: () => lastTest,
    async close() {
      ending.abort(new BackupError("closed"));
      await last;
    },
  };
}

/** Removes temporary files of processes that crashed. */
async function removeEveryLeftover(folder: BackupFolder, dataDirectory: string): Promise<void> {
  await folder.removeLeftovers();
  await removeWorkLeftovers(dataDirectory);
  // The empty folder of a restore that was killed when it had its data in place.
  await removeLeftovers(dataDirectory, restoringName);
}

function tellOf({ onGood }: BackupsDeps, folder: BackupFolder) {
  return <Good extends { readonly name: string }>(made: Good): Good => {
    onGood?.({ name: made.name, path: folder.pathOf(made.name) });
    return made;
  };
}

function resultOf({ problems }: CheckReport, before: LastTest | undefined, nowMs: number): LastTest {
  return { problems: problems.length, goodAtMs: problems.length === 0 ? nowMs : before?.goodAtMs };
}

/** Takes a snapshot of the database, and writes it as an encrypted file. */
function createBackup(deps: BackupsDeps, folder: BackupFolder, signal: AbortSignal): Promise<BackupMade> {
  const { dataDirectory, snapshot, now, afterStep = () => undefined } = deps;
  return inWorkFolder(dataDirectory, async (work) => {
    const createdAt = new Date(now());
    const heads = await deps.chainHeads();
    afterStep("begun");
    const bytes = untilAborted(await snapshot.take(work, signal), signal);
    afterStep("copied");
    const { name, path, asidePath } = await folder.place(createdAt);
    const content = { kind: snapshot.kind, createdAt, serviceVersion: deps.serviceVersion, ...heads, bytes };
    const written = await writeEncrypted(path, asidePath, await deps.root, content, afterStep);
    return { name, createdAt, ...written };
  });
}

async function* untilAborted(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const some of bytes) {
    signal.throwIfAborted();
    yield some;
  }
}

import { readFileSync, readlinkSync } from "node:fs";
import { readdir, realpath, rm, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { PlatonicError } from "../platonic-error.ts";
import { passed } from "../repetition.ts";
import { createLock, isUnchanged, type LockHolder, removeLeftLock, type SeenLock, seenLock } from "./lock-file.ts";

/** Time after which the holder of a lock shows that it lives. */
const beatMs = 2_000;
/** Time without a beat after which a lock is left over. */
const leftMs = 10_000;
/** Time between two looks at the lock of another process. */
const lookMs = 200;

const here = thisSystem();

/** The lock of a folder, which this process holds or is taking, for all that use the folder. */
class FolderLock {
  users = 0;
  readonly #folder: string;
  readonly #file: string;
  readonly #waitMs: number;
  readonly #own: LockHolder = { host: hostname(), ...here, process: process.pid, token: crypto.randomUUID() };
  readonly #ending = new AbortController();
  readonly #taken: Promise<void>;
  #beats: ReturnType<typeof setInterval> | undefined;
  #isBeating = false;
  #lost: PlatonicError | undefined;

  /**
   * @param folder its real path
   * @param waitMs how long a process that holds the lock and lives is waited for
   */
  constructor(folder: string, waitMs: number) {
    this.#folder = folder;
    this.#waitMs = waitMs;
    this.#file = join(folder, "lock");
    this.#taken = this.#take();
    this.#taken.catch(() => undefined);
  }

  /** Resolves when the lock is held. Rejects with PlatonicError if another process holds it, and with errors of the system. */
  taken(): Promise<void> {
    return this.#taken;
  }

  /** Error of a lock that another process has taken over; undefined while it is held. */
  get lost(): PlatonicError | undefined {
    return this.#lost;
  }

  /** Stops taking it, or removes its file. */
  async end(): Promise<void> {
    this.#ending.abort();
    clearInterval(this.#beats);
    await this.#taken.catch(() => undefined);
    clearInterval(this.#beats);
    const seen = await seenLock(this.#file);
    if (seen?.holder?.token === this.#own.token) await rm(this.#file, { force: true });
  }

  async #take(): Promise<void> {
    const untilMs = performance.now() + this.#waitMs;
    while (!(await createLock(this.#file, this.#own))) {
      const left = await this.#leftLock(untilMs);
      if (left !== undefined) await removeLeftLock(this.#file, left, `${this.#file}.${this.#own.token}`);
    }
    try {
      await this.#removeUnfinished();
    } catch (error) {
      await rm(this.#file, { force: true });
      throw error;
    }
    if (this.#ending.signal.aborted) return;
    this.#beats = setInterval(() => void this.#beat(), beatMs);
    this.#beats.unref();
  }

  /** Removes the files that an earlier process has not finished: nobody else can be writing them now. */
  async #removeUnfinished(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith(".new"));
    await Promise.all(names.map((name) => rm(join(this.#folder, name), { force: true })));
  }

  /**
   * Watches the lock of another process: returns it if it is left over, undefined if it goes. Rejects if its holder lives
   * and the time to wait is over.
   */
  async #leftLock(untilMs: number): Promise<SeenLock | undefined> {
    let first = await seenLock(this.#file);
    let startMs = performance.now();
    for (let seen = first; seen !== undefined; seen = await seenLock(this.#file)) {
      if (!isUnchanged(first as SeenLock, seen)) {
        [first, startMs] = [seen, performance.now()];
        if (startMs >= untilMs) throw this.#usedBy(seen);
      } else if (this.#isGone(seen.holder) || performance.now() - startMs >= leftMs) return seen;
      await passed(lookMs, this.#ending.signal);
      if (this.#ending.signal.aborted) throw stateInvalid("the journal is closed");
    }
    return undefined;
  }

  #usedBy(seen: SeenLock): PlatonicError {
    return stateInvalid(
      `the journal's folder ${this.#folder} is used by ${nameOf(seen)}: give each process a folder of its own, or end that one`,
    );
  }

  /**
   * Whether the holder was a process of this system that does not run any more. One with the id of this process may be another
   * thread of it.
   */
  #isGone(holder: LockHolder | undefined): boolean {
    const { host, system } = this.#own;
    return holder !== undefined && holder.host === host && holder.system === system && !isRunning(holder.process);
  }

  /** Shows that this process lives, unless another one has taken the lock over. */
  async #beat(): Promise<void> {
    if (this.#isBeating || this.#ending.signal.aborted) return;
    this.#isBeating = true;
    try {
      const seen = await seenLock(this.#file);
      if (seen?.holder?.token === this.#own.token) {
        const now = new Date();
        await utimes(this.#file, now, now);
      } else if (!this.#ending.signal.aborted) this.#lose(seen);
    } catch {
      // A disk that cannot be reached: the next beat tries again.
    } finally {
      this.#isBeating = false;
    }
  }

  #lose(seen: SeenLock | undefined): void {
    clearInterval(this.#beats);
    const taker = seen === undefined ? "a process that has removed its file lock" : nameOf(seen);
    this.#lost = stateInvalid(
      `the journal's folder ${this.#folder} was taken over by ${taker}: close this wallet, and open it again when that one has ended`,
    );
  }
}

interface FolderLocks {
  /** Locks that are held or being taken. */
  readonly held: Map<string, FolderLock>;
  /** Ends of locks that are being released. */
  readonly ending: Map<string, Promise<void>>;
}

/** Locks of this process by real path, for every copy of this module. */
const { held, ending } = shared();

function shared(): FolderLocks {
  const key = Symbol.for("platonic-client folder locks");
  const all = globalThis as { [key]?: FolderLocks };
  all[key] ??= { held: new Map(), ending: new Map() };
  return all[key];
}

/** Use of a folder by one journal. */
export interface FolderUse {
  /** @throws PlatonicError STATE_INVALID if another process has taken the folder over */
  requireHeld(): void;
  /** Ends the use; that of the last journal releases the lock. */
  end(): Promise<void>;
}

/**
 * Locks a folder for this process, and waits so long for another one that uses it. Journals of one process share the lock.
 *
 * Rejects with PlatonicError STATE_INVALID if another process uses the folder or when the signal aborts, and with errors of
 * the system.
 */
export async function useFolder(folder: string, waitMs: number, signal: AbortSignal): Promise<FolderUse> {
  const path = await realpath(folder);
  for (let end = ending.get(path); end !== undefined; end = ending.get(path)) await end;
  const known = held.get(path);
  const lock = known === undefined || known.lost !== undefined ? new FolderLock(path, waitMs) : known;
  held.set(path, lock);
  lock.users += 1;
  const closed = Promise.withResolvers<never>();
  const abort = () => closed.reject(stateInvalid("the journal is closed"));
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  try {
    await Promise.race([lock.taken(), closed.promise]);
  } catch (error) {
    if (!signal.aborted && held.get(path) === lock) held.delete(path);
    await leave(path, lock).catch(() => undefined);
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
  return {
    requireHeld() {
      if (lock.lost !== undefined) throw lock.lost;
    },
    end: () => leave(path, lock),
  };
}

/** Ends one use of a lock, and releases it with the last. */
async function leave(path: string, lock: FolderLock): Promise<void> {
  lock.users -= 1;
  if (lock.users > 0) return;
  if (held.get(path) === lock) held.delete(path);
  const released = lock.end();
  // The next lock of this process waits for it, so that its file is not taken for this one.
  const end = released.then(
    () => void ending.delete(path),
    () => void ending.delete(path),
  );
  ending.set(path, end);
  await released;
}

/** Returns the start of this Linux and the namespace of its process ids; nothing on other systems. */
function thisSystem(): Pick<LockHolder, "system"> {
  try {
    const start = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return { system: `${start} ${readlinkSync("/proc/self/ns/pid")}` };
  } catch {
    return {};
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // It may belong to somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function nameOf({ holder }: SeenLock): string {
  return holder === undefined ? "another process" : `process ${holder.process} on host ${holder.host}`;
}

function stateInvalid(text: string): PlatonicError {
  return new PlatonicError("STATE_INVALID", text);
}

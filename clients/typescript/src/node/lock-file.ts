import { link, open, readFile, rename, rm, stat } from "node:fs/promises";

/** The process that holds a lock, as the lock's file names it. */
export interface LockHolder {
  /** Name of its host. */
  readonly host: string;
  /**
   * Start of a Linux and namespace of its process ids, as containers with one host name have ids of their own. Absent on other
   * systems.
   */
  readonly system?: string;
  /** Its id on that system. */
  readonly process: number;
  /** Random, of this one holding. */
  readonly token: string;
}

/** A lock's file at a moment. */
export interface SeenLock {
  readonly text: string;
  /** Modification time in ns, which each beat of its holder changes. */
  readonly changedNs: bigint;
  /** Undefined if the file is empty, damaged or not readable. */
  readonly holder: LockHolder | undefined;
}

/** Creates a lock's file. Returns false if it exists. A file that cannot be written is removed. */
export async function createLock(file: string, holder: LockHolder): Promise<boolean> {
  let opened: Awaited<ReturnType<typeof open>>;
  try {
    opened = await open(file, "wx", 0o600);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
  try {
    await opened.writeFile(`${JSON.stringify(holder)}\n`);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await opened.close();
  }
  return true;
}

/** Looks at a lock's file; undefined if there is none. */
export async function seenLock(file: string): Promise<SeenLock | undefined> {
  try {
    const { mtimeNs: changedNs } = await stat(file, { bigint: true });
    const text = await readFile(file, "utf8").catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") throw error;
      return "";
    });
    return { text, changedNs, holder: holderOf(text) };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Whether a lock's file has not changed between two looks. */
export function isUnchanged(before: SeenLock, after: SeenLock | undefined): boolean {
  return after !== undefined && before.text === after.text && before.changedNs === after.changedNs;
}

/**
 * Removes a lock that was judged to be left over. If another process has taken it over meanwhile, that one's is put back.
 *
 * @param aside name that nobody else uses
 */
export async function removeLeftLock(file: string, judged: SeenLock, aside: string): Promise<void> {
  try {
    await rename(file, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  if (!isUnchanged(judged, await seenLock(aside))) await putBack(aside, file);
  await rm(aside, { force: true });
}

/** Gives a file its name back, unless another one has it. */
async function putBack(aside: string, file: string): Promise<void> {
  try {
    await link(aside, file);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    // A file system without hard links.
    if ((await seenLock(file)) === undefined) await rename(aside, file);
  }
}

function holderOf(text: string): LockHolder | undefined {
  try {
    const { host, system, process, token } = JSON.parse(text) as Partial<LockHolder>;
    const isProcess = typeof process === "number" && Number.isInteger(process) && process > 0;
    if (typeof host !== "string" || !isProcess || typeof token !== "string") return undefined;
    return { host, process, token, ...(typeof system === "string" && system !== "" && { system }) };
  } catch {
    // It is empty or damaged.
    return undefined;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

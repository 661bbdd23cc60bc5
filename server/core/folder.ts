import { mkdtempSync, rmdirSync, statSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Makes a folder and its missing parents, one level at a time. Node's own `recursive` loops endlessly in /proc, where
 * the kernel reports ENOENT below a folder that exists.
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path), mode);
  try {
    await mkdir(path, { mode });
  } catch (error) {
    // Made by another process at the same time.
    if (codeOf(error) !== "EEXIST" || !(await isFolder(path))) throw error;
  }
}

/**
 * Says why nothing can be made in a folder, or in its nearest existing parent; undefined if something can, or if the
 * reason may pass, such as a full disk. Makes a trial folder: permissions alone do not show what even root cannot do.
 */
export function folderFlaw(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined && dirname(path) !== path) return folderFlaw(dirname(path));
    if (found?.isDirectory() !== true) return `${path} is not a folder`;
    rmdirSync(mkdtempSync(join(path, ".trial-")));
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    return lasting.includes(code)
      ? `${code}, nothing can be made in ${path}; choose another folder, or let this user write to it`
      : undefined;
  }
}

const lasting = ["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"];

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
  return found?.isDirectory() === true;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { toolsFolder } from "../../../../scripts/languages/tools-folder.ts";

const lock = join(toolsFolder, "java/turn");

/**
 * Waits until nobody else runs Maven for the client for Java: all of its runs share the folders of its output and of what was
 * downloaded. Returns a function that ends the turn.
 */
export function takeTurn(): () => void {
  mkdirSync(dirname(lock), { recursive: true });
  while (!isTaken()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  return () => rmSync(lock, { recursive: true, force: true });
}

function isTaken(): boolean {
  try {
    mkdirSync(lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (!isAlive()) rmSync(lock, { recursive: true, force: true });
    return false;
  }
  writeFileSync(join(lock, "pid"), String(process.pid));
  return true;
}

/** Whether the process that has the turn is there; one that has only just begun has not written its number yet. */
function isAlive(): boolean {
  try {
    const pid = Number(readFileSync(join(lock, "pid"), "utf8"));
    return pid === 0 || process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

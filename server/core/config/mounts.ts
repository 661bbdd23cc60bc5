import { readFileSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Whether a path, which need not exist, is on a file system that is mounted below the root: in a container, on a volume.
 * Only Linux tells; elsewhere nothing is.
 */
export function isOnMount(path: string): boolean {
  const real = realPath(resolve(path));
  return mountPoints().some((point) => point !== "/" && (real === point || real.startsWith(`${point}/`)));
}

/** Returns a path without links, as far as it exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : resolve(realPath(parent), path.slice(parent.length).replace(/^\/+/, ""));
  }
}

function mountPoints(): string[] {
  try {
    const lines = readFileSync("/proc/self/mountinfo", "utf8").split("\n");
    // The kernel writes spaces and the like as \040.
    return lines.flatMap((line) => line.split(" ")[4] ?? []).map((point) => point.replace(/\\(\d{3})/g, octal));
  } catch {
    return [];
  }
}

function octal(_: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 8));
}

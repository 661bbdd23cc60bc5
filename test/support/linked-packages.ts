import { lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

/** Links the installed packages into a copy of the repository, with the copy's own folders as its workspaces. */
export function linkPackages(copy: string): void {
  mkdirSync(join(copy, "node_modules"));
  for (const name of readdirSync("node_modules")) {
    const here = resolve("node_modules", name);
    const isWorkspace = lstatSync(here).isSymbolicLink();
    symlinkSync(isWorkspace ? readlinkSync(here) : here, join(copy, "node_modules", name));
  }
}

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * Writes a checkout of some files to a folder outside of this one, so that what runs there cannot see the others. Packages are
 * those of this checkout, workspaces those of the copy.
 */
export function writeTree(files: readonly string[], folder: string): void {
  forgetTree(folder);
  mkdirSync(folder, { recursive: true });
  const packed = execFileSync("tar", ["-c", "--null", "-T", "-"], { input: files.join("\0"), maxBuffer: 2 ** 28 });
  execFileSync("tar", ["-x", "-C", folder], { input: packed });
  symlinkSync(realpathSync(".compilers"), join(folder, ".compilers"));
  linkPackages(folder);
  // Tests ask git which files there are.
  const git = (...parameters: string[]) => execFileSync("git", parameters, { cwd: folder, stdio: "ignore" });
  git("init");
  // Git has the contents of what is committed here already.
  const objects = execFileSync("git", ["rev-parse", "--path-format=absolute", "--git-path", "objects"], {
    encoding: "utf8",
  });
  writeFileSync(join(folder, ".git/objects/info/alternates"), objects);
  git("add", "--all");
  git("-c", "user.name=kept", "-c", "user.email=kept@localhost", "commit", "--message", "What tests see");
}

/** Removes a tree, but for what caches have kept of it, by the contents of its files. */
function forgetTree(folder: string): void {
  const packages = join(folder, "node_modules");
  const removeIn = (place: string, kept: readonly string[]) => {
    for (const name of existsSync(place) ? readdirSync(place) : []) {
      if (!kept.includes(name)) rmSync(join(place, name), { recursive: true });
    }
  };
  removeIn(folder, ["node_modules"]);
  removeIn(packages, [".cache", ".vite"]);
}

function linkPackages(folder: string): void {
  const packages = join(folder, "node_modules");
  mkdirSync(packages, { recursive: true });
  for (const name of readdirSync("node_modules")) {
    const place = join(packages, name);
    if (name === ".bin") cpSync(join("node_modules", name), place, { recursive: true, verbatimSymlinks: true });
    else if (!name.startsWith(".")) symlinkSync(workspaceOf(name) ?? realpathSync(join("node_modules", name)), place);
  }
}

/** Returns the relative link to a package that is a folder of the checkout; undefined for one that is installed. */
function workspaceOf(name: string): string | undefined {
  const path = relative(process.cwd(), realpathSync(join("node_modules", name)));
  return path.startsWith("node_modules") || path.startsWith("..") ? undefined : join("..", path);
}

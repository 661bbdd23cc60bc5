import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

const suite = "trixie";

/** What the slim images of Debian leave out. */
const slim = [
  "path-exclude=/usr/share/man/*",
  "path-exclude=/usr/share/info/*",
  "path-exclude=/usr/share/locale/*",
  "path-exclude=/usr/share/doc/*",
  "path-include=/usr/share/doc/*/copyright",
];

/** Says what is missing to build and run images here; undefined if nothing is. */
export function imageProblem(): string | undefined {
  return missingOf(["buildah", "crun", "mmdebstrap", "unshare"]);
}

/** Says what is missing to run containers here; undefined if nothing is. */
export function containersProblem(): string | undefined {
  return missingOf(["crun", "ip", "unshare"]);
}

/** Says what is missing to run a program with the restrictions of its unit of systemd; undefined if nothing is. */
export function restrictionsProblem(): string | undefined {
  return missingOf(["crun", "systemd-analyze", "unshare"]);
}

function missingOf(programs: readonly string[]): string | undefined {
  if (process.getuid?.() !== 0) return "containers are run by root alone";
  const missing = programs.filter((name) => !isInstalled(name));
  return missing.length === 0 ? undefined : `missing: ${missing.join(", ")}`;
}

/**
 * Returns the folder of a store with the two bases of the image, where no registry is at hand: `localhost/base`, a slim
 * Debian, and `localhost/build-base`, the same with this Node and this npm. Makes it once, in minutes, in the user's cache.
 */
export function storeOfBases(): string {
  const key = createHash("sha256")
    .update(JSON.stringify([suite, slim, process.version, npmFolder()]))
    .digest("hex");
  const store = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "platonic-images", key.slice(0, 16));
  if (existsSync(store)) return store;
  mkdirSync(dirname(store), { recursive: true });
  const work = mkdtempSync(`${store}.`);
  try {
    makeBases(work);
    renameSync(join(work, "store"), store);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return store;
}

function makeBases(work: string): void {
  const tree = join(work, "tree");
  const options = slim.map((option) => `--dpkgopt=${option}`);
  run("mmdebstrap", ["--quiet", "--mode=root", "--variant=minbase", ...options, suite, tree]);
  importTree(work, tree, "base");
  copyFileSync(process.execPath, join(tree, "usr/local/bin/node"));
  cpSync(npmFolder(), join(tree, "usr/local/lib/node_modules/npm"), { recursive: true, dereference: true });
  run("ln", ["-s", "../lib/node_modules/npm/bin/npm-cli.js", join(tree, "usr/local/bin/npm")]);
  writeFileSync(join(tree, "root/.npmrc"), registrySettings(tree));
  importTree(work, tree, "build-base");
}

/** Returns npm's settings for the registry that this machine uses. */
function registrySettings(tree: string): string {
  const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" });
  const authorities = process.env["NODE_EXTRA_CA_CERTS"];
  if (authorities === undefined) return `registry=${registry}`;
  copyFileSync(authorities, join(tree, "etc/authorities.pem"));
  return `registry=${registry}cafile=/etc/authorities.pem\n`;
}

function importTree(work: string, tree: string, name: string): void {
  const file = join(work, "Containerfile");
  writeFileSync(file, "FROM scratch\nCOPY . /\n");
  const store = ["--root", join(work, "store"), "--runroot", join(work, "run"), "--storage-driver", "vfs"];
  run("buildah", [...store, "build", "--quiet", "--isolation", "chroot", "--tag", name, "--file", file, tree]);
}

function npmFolder(): string {
  const [path = ""] = execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).split("\n");
  return join(dirname(realpathSync(path)), "..");
}

function isInstalled(name: string): boolean {
  try {
    execFileSync("sh", ["-c", `command -v ${name}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function run(command: string, parameters: readonly string[]): void {
  execFileSync(command, parameters, { stdio: ["ignore", "ignore", "inherit"] });
}

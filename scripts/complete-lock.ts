/**
 * `node scripts/complete-lock.ts`, after a change of dependencies: adds packages for other platforms that a registry
 * mirror did not offer to package-lock.json. `npm ci` requires every optional dependency to be listed, although it
 * installs only those of its own platform. Hashes that are missing are filled in as soon as the registry offers them.
 *
 * It also disables install scripts that would compile. better-sqlite3 ships binaries for every platform and declares
 * `gypfile: false`, but npm omits that from the lock file and then needs compilers and headers. koffi ships its binaries
 * as one package per platform; on other platforms its install script would compile.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  gypfile?: false;
  hasInstallScript?: true;
  readonly optionalDependencies?: Record<string, string>;
  readonly dev?: true;
  readonly optional?: true;
  readonly license?: string;
}

const systems = "android darwin freebsd linux netbsd openbsd openharmony sunos win32 aix wasm32".split(" ");
const processors = "arm arm64 armv7 x64 ia32 ppc64 riscv64 s390x loong64 mips64el wasm32".split(" ");

const file = "package-lock.json";
const lock = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, LockEntry> };
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const isListed = [`${path}/node_modules/${name}`, `node_modules/${name}`].some((place) => lock.packages[place]);
    if (!isListed) lock.packages[`node_modules/${name}`] = platformEntry(name, version, entry);
  }
}
for (const [path, entry] of Object.entries(lock.packages)) {
  // Workspaces have no hash.
  if (!path.includes("node_modules/") || entry.integrity !== undefined || entry.version === undefined) continue;
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const integrity = integrityOf(name, entry.version);
  if (integrity === undefined) process.stdout.write(`the registry has no hash of ${name}@${entry.version}\n`);
  // After the version, in npm's order.
  else lock.packages[path] = { version: entry.version, integrity, ...entry };
}
const sqlite = lock.packages["node_modules/better-sqlite3"] as LockEntry;
sqlite.gypfile = false;
delete sqlite.hasInstallScript;
const koffi = lock.packages["node_modules/koffi"] as LockEntry;
delete koffi.hasInstallScript;
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);

/** Returns the hash of a package, if the registry offers it. */
function integrityOf(name: string, version: string): string | undefined {
  const { status, stdout } = spawnSync("npm", ["view", `${name}@${version}`, "dist.integrity"], { encoding: "utf8" });
  return status === 0 && stdout.startsWith("sha512-") ? stdout.trim() : undefined;
}

/** Returns the lock entry of a platform's package, derived from its name, which states the platform. */
function platformEntry(name: string, version: string, parent: LockEntry): LockEntry {
  const words = (name.split("/").at(-1) as string).split(/[-.]/);
  const os = words.find((word) => systems.includes(word));
  const cpu = words.find((word) => processors.includes(word));
  const isMusl = words.some((word) => word.startsWith("musl"));
  const isGnu = words.some((word) => word.startsWith("gnu"));
  return {
    version: version.replace(/^[~^]/, ""),
    ...(cpu && { cpu: [cpu.startsWith("armv") ? "arm" : cpu] }),
    ...(parent.dev && { dev: true }),
    ...(parent.license && { license: parent.license }),
    ...(os === "linux" && (isMusl || isGnu) && { libc: [isMusl ? "musl" : "glibc"] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

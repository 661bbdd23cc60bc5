/**
 * `node scripts/complete-lock.ts`, after a change of dependencies: adds packages for other platforms that a registry
 * mirror did not offer to package-lock.json. `npm ci` requires every optional dependency to be listed, although it
 * installs only those of its own platform.
 *
 * It also disables install scripts that would compile. better-sqlite3 ships binaries for every platform and declares
 * `gypfile: false`, but npm omits that from the lock file and then needs compilers and headers. koffi ships its binaries
 * as one package per platform; on other platforms its install script would compile.
 */
import { readFileSync, writeFileSync } from "node:fs";

interface LockEntry {
  gypfile?: false;
  hasInstallScript?: true;
  readonly optionalDependencies?: Record<string, string>;
  readonly dev?: true;
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
const sqlite = lock.packages["node_modules/better-sqlite3"] as LockEntry;
sqlite.gypfile = false;
delete sqlite.hasInstallScript;
const koffi = lock.packages["node_modules/koffi"] as LockEntry;
delete koffi.hasInstallScript;
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);

/** Lock entry of a platform's package, read from its name, which states the platform. */
function platformEntry(name: string, version: string, parent: LockEntry): object {
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

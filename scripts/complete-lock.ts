/**
 * `node scripts/complete-lock.ts`, after a change of dependencies: adds to package-lock.json the packages for other
 * platforms that a registry mirror did not offer. `npm ci` insists that every optional dependency is listed, although it
 * installs only those of its own platform.
 *
 * It also says that better-sqlite3 is not to be compiled: the package brings what it needs for every platform and says
 * so itself, but npm looks at the lock file, which it writes without that word, and then wants compilers and headers.
 * And that koffi has nothing to do when it is installed: its programs are packages of their own, one for each platform,
 * and where there is none its script would compile.
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

/** Such packages are named after their platform. */
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

import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import type { Plan } from "./scripts/kept/plan.ts";
import { filesFor } from "./test/support/tagged-files.ts";

const { argv, env } = process;
// Programs and threads that tests start read the compiled form of modules that others have loaded before.
env["NODE_COMPILE_CACHE"] ??= resolve("node_modules/.cache/compiled");
const tests = globSync("test/**/*.test.ts");
const filter = argv[argv.indexOf("--tags-filter") + 1];
const isSlow = filter === "slow/*";
/** Which slow tests see a part of the repository only, and which have passed for the same inputs (scripts/kept). */
const plan: Plan = JSON.parse(
  env["KEPT_PLAN"] ? readFileSync(env["KEPT_PLAN"], "utf8") : '{"parts":[],"unchanged":[]}',
);
const planned = new Set([...plan.parts.flatMap(({ files }) => files), ...plan.unchanged.map(({ file }) => file)]);
const files = filesFor(filter, tests).filter((file) => !planned.has(file));
/** Whether a test file replaces modules, which others of its process have loaded already. */
const isReplacing = (file: string) => /\bvi\.(mock|hoisted)\(/.test(readFileSync(file, "utf8"));

/**
 * Paths of the files that take longest, longest first, with what waits for minutes in front: others compute beside it. Vitest
 * orders files by what it has seen of them, which is nothing in a fresh clone, and of slow tests what `npm test` has skipped.
 */
const longest = [
  "sdks/behaviour/",
  "sdks/rust",
  "sdks/go",
  "audit/kills",
  "code/recipe",
  "deploy/image",
  "deploy/guides",
  "sdks/snippets",
  "e2e/console/",
  "sdks/java",
  "serving/threads",
  "openapi/requests",
  "deploy/walk",
  "cluster/",
  "sdks/python",
  "generators/generators",
  "backup/backups",
  "backup/mysql",
  "cli/package",
  "clients/demo",
  "restarts/rolling",
  "deploy/planted",
  "idempotency/kills",
  "backup/kills",
  "backup/restore-test",
  "http/abuse",
  "ledger/faults",
  "identity/attacks/processes",
  "e2e/walk",
  "app/start",
  "connect/unary/matrix",
  "ledger/ledger-check",
  "webhooks/thread",
  "cli/geocode",
  "wallets/transactions",
];
const rankOf = (path: string) => longest.findIndex((part) => path.includes(`/${part}`));
for (const [rank, part] of longest.entries()) {
  if (!tests.some((file) => rankOf(file) === rank)) throw new Error(`no test has the path ${part}: correct longest`);
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = Map.groupBy(await super.sort(files), ({ moduleId }) => rankOf(moduleId));
    return [...longest.keys(), -1].flatMap((rank) => ranked.get(rank) ?? []);
  }
}

const common = {
  // Bounds for what hangs, however busy the machine is: no test is to fail by the time that it takes.
  testTimeout: 1_800_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 600_000 } },
  // Every answer over REST is held against the OpenAPI document.
  setupFiles: [
    "scripts/kept/own-tree.ts",
    "test/support/openapi/checked-fetch.ts",
    "test/support/laws/seeded.ts",
    "test/support/restored.ts",
  ],
  // See server/core/wasm-code-gc.ts: tests start threads of their own, too.
  execArgv: ["--no-wasm-code-gc"],
};

/** Returns the projects of test files: those that share processes, and those that do not. */
function projectsOf(files: readonly string[], root = process.cwd(), place = "") {
  const [isolated, shared] = [files.filter(isReplacing), files.filter((file) => !isReplacing(file))];
  return [
    { root, test: { ...common, root, name: `shared${place}`, include: shared, isolate: false } },
    { root, test: { ...common, root, name: `isolated${place}`, include: isolated } },
  ].filter(({ test }) => test.include.length > 0);
}

export default defineConfig({
  test: {
    // `npm test` leaves these out. docs/testing.md says what they are.
    tags: [
      { name: "slow/kills", description: "kills processes wherever they are, again and again" },
      { name: "slow/simulation", description: "plays schedules of a simulated network" },
      { name: "slow/exhaustive", description: "tries every bit, column or step of one property" },
      { name: "slow/load", description: "has a thousand clients, or megabytes byte by byte" },
      { name: "slow/waiting", description: "waits for real time to pass" },
      { name: "slow/programs", description: "starts whole programs, one after the other" },
      { name: "slow/mariadb", description: "does on MariaDB what it does on SQLite, too" },
      { name: "slow/browser", description: "runs the client and the console in a browser" },
      { name: "slow/sdks", description: "runs the toolchains of other languages, and scenarios through every SDK" },
      { name: "slow/host", description: "asks the operating system of this host" },
      { name: "slow/image", description: "builds the image, and runs containers of it" },
    ],
    globalSetup: ["test/support/memory-disk.ts", "test/support/database/shared-mariadb.ts"],
    // More than processors where these are few: much of what tests do is to wait, slow ones more than others.
    maxWorkers: Math.max(isSlow ? 5 : 4, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      ...projectsOf(files),
      ...plan.parts.flatMap(({ area, root, files }) => projectsOf(files, root, ` of ${area}`)),
    ],
  },
});

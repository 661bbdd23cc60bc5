import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { filesFor } from "./test/support/tagged-files.ts";

const { argv } = process;
const files = filesFor(argv[argv.indexOf("--tags-filter") + 1], globSync("test/**/*.test.ts"));
/** Whether a test file replaces modules, which others of its process have loaded already. */
const isReplacing = (file: string) => /\bvi\.(mock|hoisted)\(/.test(readFileSync(file, "utf8"));

/** Starts the scenario suites of the SDKs first: they wait for minutes, and others compute beside them. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isWaiting = ({ moduleId }: TestSpecification) => moduleId.includes("/test/sdks/behaviour/");
    const sorted = await super.sort(files);
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))];
  }
}

const common = {
  // Bounds for what hangs, however busy the machine is: no test is to fail by the time that it takes.
  testTimeout: 1_800_000,
  hookTimeout: 1_800_000,
  expect: { poll: { timeout: 600_000 } },
  // Every answer over REST is held against the OpenAPI document.
  setupFiles: ["test/support/openapi/checked-fetch.ts", "test/support/laws/seeded.ts", "test/support/restored.ts"],
  // See server/core/wasm-code-gc.ts: tests start threads of their own, too.
  execArgv: ["--no-wasm-code-gc"],
};

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
    ],
    globalSetup: ["test/support/memory-disk.ts", "test/support/database/shared-mariadb.ts"],
    // More than processors where these are few: much of what tests do is to wait for processes that they have started.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    sequence: { sequencer: WaitingFirst },
    projects: [
      { test: { ...common, name: "shared", include: files.filter((file) => !isReplacing(file)), isolate: false } },
      { test: { ...common, name: "isolated", include: files.filter(isReplacing) } },
    ],
  },
});

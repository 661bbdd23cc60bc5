import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/database/shared-mariadb.ts"],
    // See server/core/wasm-code-gc.ts: tests start threads of their own, too.
    execArgv: ["--no-wasm-code-gc"],
    // On two processors, too: much of what tests do is to wait for processes that they have started.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

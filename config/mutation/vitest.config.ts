import { defineConfig } from "vitest/config";

/** The tests of pure domains alone: they need no database, and a mutant that survives them is a gap in them. */
export default defineConfig({
  test: {
    include: [
      "test/modules/{ledger,identity}/domain/**/*.test.ts",
      "test/modules/ledger/engine/**/*.test.ts",
      "test/golden/{ledger,receipts,rotating-tokens,signing,credentials}.test.ts",
    ],
    testTimeout: 60_000,
    // Few inputs, as every mutant runs the laws again, and always the same ones, so that the score is repeatable.
    env: { LAW_RUNS: "20", LAW_SEED: "1" },
  },
});

import { defineConfig } from "vitest/config";

/** The tests that `scripts/mutation.ts` runs against the changes of an area. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env["MUTATION_TESTS"] ?? "[]"),
    setupFiles: ["test/support/laws/seeded.ts", "test/support/restored.ts"],
    testTimeout: 60_000,
    // Few inputs, as every mutant runs the laws again, and always the same ones, so that the score is repeatable.
    env: { LAW_RUNS: "20", LAW_SEED: "1" },
  },
});

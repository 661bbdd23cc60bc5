import { randomInt } from "node:crypto";

/** Seed of the inputs of laws: `LAW_SEED`, or 1, so that two runs try the same. `LAW_SEED=random` draws a new one. */
export const lawSeed = seedOf("LAW_SEED");

/** Seed of searches for weaknesses, kills and simulated networks: `FUZZ_SEED`, in the same way. */
export const fuzzSeed = seedOf("FUZZ_SEED");

function seedOf(name: string): number {
  const text = process.env[name] ?? "1";
  const seed = text === "random" ? randomInt(2 ** 31) : Number(text);
  if (!Number.isInteger(seed)) throw new Error(`${name} must be an integer or "random", not "${text}"`);
  return seed;
}

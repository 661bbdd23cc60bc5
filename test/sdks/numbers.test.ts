import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { configurationOf } from "../../clients/typescript/src/index.ts";
import { attemptMs, attemptsMax } from "../../clients/typescript/src/repetition.ts";
import { numberOf } from "./numbers.ts";
import { scenarios } from "./scenarios/scenarios.ts";

test("docs/sdks.md says how many scenarios there are", () => {
  const [, count] = /plays (\d+) scenarios/.exec(readFileSync("docs/sdks.md", "utf8")) ?? [];
  expect(Number(count)).toBe(scenarios.length);
});

test("the client for TypeScript has the numbers of docs/sdks.md", () => {
  expect(attemptsMax).toBe(numberOf("attempts"));
  expect(configurationOf({ httpEndpoint: "http://localhost" }).confirmTimeout).toBe(numberOf("confirmation"));
  expect(attemptMs(60_000)).toBe(60_000 * numberOf("first attempt"));
  expect(attemptMs(6_000)).toBe(numberOf("shortest attempt"));
});

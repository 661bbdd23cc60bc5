import { describe, expect, test } from "vitest";
import { loadConfig } from "../../../server/app/config.ts";
import {
  canSharePort,
  ledgerHasThread,
  numberOfThreads,
  threadsFor,
} from "../../../server/app/serving/number-of-threads.ts";

const gibibyte = 1024 ** 3;
const large = { processors: 4, memoryBytes: 8 * gibibyte };

describe("a thread serves for each processor but one", () => {
  test.each([
    ["one on a machine of one processor", 1, 8, 1],
    ["one on one of two: another would have to share that of the main thread", 2, 8, 1],
    ["two on one of three", 3, 8, 2],
    ["at most four", 64, 256, 4],
    ["one in a container of 1 GiB", 8, 1, 1],
    ["two on a server of 2 GB of which the system has some", 8, 1.9, 2],
    ["one where there is hardly any memory", 8, 0.25, 1],
  ])("%s", (_, processors, gibibytes, threads) => {
    expect(threadsFor({ processors, memoryBytes: gibibytes * gibibyte })).toBe(threads);
  });
});

describe.runIf(canSharePort())("by default", () => {
  test.each([
    ["a service on SQLite has as many as its machine offers", {}, 3],
    ["a service for development has one", { DEVELOPMENT: "1" }, 1],
    ["one on a database server has one", { DATABASE_URL: "mysql://platonic@127.0.0.1/platonic" }, 1],
    ["one whose calls another server counts has one", { REDIS_URL: "redis://127.0.0.1" }, 1],
    ["one that records traces has as many", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" }, 3],
    ["THREADS counts before all of it", { THREADS: "5", DEVELOPMENT: "1" }, 5],
  ])("%s", (_, settings, threads) => {
    expect(numberOfThreads(loadConfig(settings), large)).toBe(threads);
  });
});

describe("the ledger has a thread of its own", () => {
  test.each<
    [what: string, settings: Record<string, string>, processors: number, expected: boolean, gibibytes?: number]
  >([
    ["on SQLite, wherever there are two processors", {}, 2, true],
    ["not on one processor, where it would only cost", {}, 1, false],
    ["not in a container of 1,000 MB, which it would fill", {}, 2, false, 1_000 / 1_024],
    ["not with one thread, which has everything", { THREADS: "1" }, 2, false],
    ["with several threads, however few processors there are", { THREADS: "2" }, 1, true],
    ["not for development, which starts sooner without", { DEVELOPMENT: "1" }, 2, false],
    ["on a database server, too", { DATABASE_URL: "mysql://platonic@127.0.0.1/platonic" }, 2, true],
    [
      "not where traces have the statements of a transaction",
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" },
      2,
      false,
    ],
  ])("%s", (_, settings, processors, expected, gibibytes = 8) => {
    expect(ledgerHasThread(loadConfig(settings), { processors, memoryBytes: gibibytes * gibibyte })).toBe(expected);
  });
});

import { QueryFailedError } from "typeorm";
import { expect, test } from "vitest";
import { createLog } from "../../server/app/log.ts";

test("a failed statement is logged without its values", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  const cause = Object.assign(new Error("disk full"), { code: "SQLITE_FULL" });
  log.error({ err: new QueryFailedError("INSERT INTO t VALUES (?)", ["a value"], cause) }, "failed");
  expect(lines[0]).toContain("disk full");
  expect(lines[0]).not.toContain("a value");
});

test("the reason of a start that failed is in its line once, with the places in the code", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  const cause = new Error("Access denied for ada");
  log.fatal(
    { err: new Error(`The database cannot be used. ${cause.message}`, { cause }) },
    "the server could not start",
  );
  expect(lines[0]?.split("Access denied for ada")).toHaveLength(2);
  expect(lines[0]).toContain("log.test.ts");
});

test("an error and a cause that it does not tell are both logged", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  log.error({ err: new Error("no rates", { cause: new Error("the name is unknown") }) }, "failed");
  expect(lines[0]).toContain("no rates");
  expect(lines[0]).toContain("the name is unknown");
});

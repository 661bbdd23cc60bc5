import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DescMethod, type DescService, getOption } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { permission } from "#contract/access/v1/access_pb.js";
import { Reason } from "#contract/fault/v1/fault_pb.js";
import { defaultPlans } from "../../server/access/config.ts";
import { areas } from "../../server/app/config.ts";
import { defaultPolicy } from "../../server/modules/ledger/domain/default-policy.ts";
import { levels, requirements } from "../../server/modules/verification/domain/levels.ts";
import { faultTable } from "../../server/rpc/errors/faults.ts";
import { operatorKey } from "../support/server.ts";
import { sharedServer } from "../support/shared-server.ts";

function textOf(page: string): string {
  return readFileSync(`docs/reference/${page}.md`, "utf8");
}

/** The rows of a text whose first cell is code: what the code says, then the other cells as they are. */
function rowsIn(text: string): string[][] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .map(([first = "", ...others]) => [first.trim().slice(1, -1), ...others.map((cell) => cell.trim())]);
}

/** Every service for which code is generated, found without the pages' own reader. */
const services: DescService[] = [];
for (const path of globSync("gen/es/platonic/**/*_pb.js")) {
  const declared = Object.values((await import(join(process.cwd(), path))) as object);
  services.push(...declared.filter((one): one is DescService => one?.kind === "service"));
}
const methods: DescMethod[] = services.flatMap((service) => service.methods);

test.each(globSync("docs/reference/*.md"))("%s has text in every place", (path) => {
  expect(readFileSync(path, "utf8")).not.toMatch(/undefined|NaN|\[object|\bnull \||not written yet/);
});

describe("operations", () => {
  const rows = rowsIn(textOf("operations"));
  const server = sharedServer();

  test("are those of all services", () => {
    expect(methods.length).toBeGreaterThan(60);
    const [, ...sections] = textOf("operations").split("\n## ");
    const listed = sections.map((text) => [text.split("\n", 1)[0], rowsIn(text).map(([name]) => name)]);
    const declared = services.map((service) => [service.typeName, service.methods.map(({ name }) => name)]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(declared));
    expect(sections.length).toBe(services.length);
  });

  test("have a path, a permission and a sentence", () => {
    for (const [name, paths, needed, , repeat, does] of rows) {
      expect(paths, name).toMatch(/^`(GET|POST|PUT|DELETE) \/[^`]+`(<br>`(GET|POST|PUT|DELETE) [^`]+`)?$/);
      expect(needed, name).toMatch(/^`[a-z]+:[a-z-]+`$/);
      expect(["freely", "with the same key", "makes another"], name).toContain(repeat);
      expect(does, name).toMatch(/^[A-Z].*\.$/);
    }
  });

  test("a path that is not served is not found", async () => {
    const headers = { Authorization: `Bearer ${operatorKey}` };
    expect((await fetch(`${server().url}/v1/admin/nothing`, { headers })).status).toBe(404);
  });

  test.each(rows.map(([name, paths = ""]) => ({ name, paths })))("$name is served at its paths", async ({ paths }) => {
    for (const [, method = "", path = ""] of paths.matchAll(/`([A-Z]+) ([^`]+)`/g)) {
      const { status } = await fetch(server().url + path.replaceAll(/[{}]/g, ""), { method });
      expect([200, 400, 401]).toContain(status);
    }
  });
});

test("every permission of the contract is listed with all of its operations", () => {
  const needed = Map.groupBy(methods, (method) => getOption(method, permission));
  const rows = rowsIn(textOf("permissions"));
  expect(rows.map(([name]) => name)).toEqual([...needed.keys()].sort());
  for (const [name = "", operations = ""] of rows) {
    const users = needed.get(name) ?? [];
    expect(operations.split(", ").sort()).toEqual(users.map((method) => `\`${method.name}\``).sort());
  }
});

test("every default plan is listed with its limits and permissions", () => {
  const digits = (text = "") => Number(text.replaceAll(",", ""));
  const read = rowsIn(textOf("plans")).map(([name, minute, atOnce, carried = "", chosen]) => [
    name,
    {
      requestsPerMinute: digits(minute),
      concurrentRequests: digits(atOnce),
      permissions: carried.replaceAll("`", "").split(", "),
      ...(chosen === "yes" && { selfService: true }),
    },
  ]);
  expect(Object.fromEntries(read)).toEqual(defaultPlans);
});

test("every level is listed with its requirements, every asset with a limit for each level", () => {
  const rows = rowsIn(textOf("levels"));
  const asked = levels.flatMap((level) => requirements[level].map(({ requirement }) => [level, `\`${requirement}\``]));
  expect(rows.slice(0, asked.length).map((row) => row.slice(0, 2))).toEqual(asked);
  const assured = rows.slice(asked.length, asked.length + levels.length);
  expect(assured.map(([level, ...cells]) => [level, cells.length])).toEqual(levels.map((level) => [level, 4]));
  const limits = rows.slice(asked.length + levels.length);
  expect(limits.map(([asset]) => asset)).toEqual([...defaultPolicy.assets.keys()]);
  for (const [asset, ...cells] of limits) {
    expect(cells.length, asset).toBe(1 + levels.length);
    for (const cell of cells) expect(cell, asset).toMatch(/^[\d,.]+ \/ [\d,.]+$/);
  }
});

test("every row of the table of faults is listed, and so every reason of the contract", () => {
  const rows = rowsIn(textOf("errors")).filter((cells) => cells.length === 4);
  expect(rows.map(([code, status]) => [code, status])).toEqual(
    Object.values(faultTable).map(({ wire, status }) => [Reason[wire], String(status)]),
  );
  const reasons = Object.values(Reason).filter((reason) => typeof reason === "string" && reason !== "UNSPECIFIED");
  expect([...new Set(rows.map(([code]) => code))].sort()).toEqual(reasons.sort());
  for (const [code, , rpcStatus] of rows) expect(rpcStatus, code).toMatch(/^`[a-z_]+` \(\d+\)$/);
});

test("every environment variable of every area is listed with its default, form and meaning", () => {
  const variables = Object.values(areas).flatMap((area) => Object.keys(area.variables));
  expect(variables.length).toBeGreaterThan(45);
  const rows = rowsIn(textOf("settings"));
  // A secret has a second name in its row, that of its file.
  expect(rows.map(([names]) => names?.split("`")[0])).toEqual(variables);
  for (const [name, ...cells] of rows) {
    expect(cells.length, name).toBe(3);
    for (const cell of cells) expect(cell, name).not.toBe("");
  }
});

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generatedPaths } from "../../scripts/generated-paths.ts";
import { linkPackages } from "../support/linked-packages.ts";

/** A copy of the repository, in which the recipe of CONTRIBUTING.md is followed for operations that nobody needs. */
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "platonic-recipe-"));
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  }).split("\0");
  for (const file of new Set(files.filter((name) => name !== "" && existsSync(name)))) {
    cpSync(file, join(copy, file), { recursive: true, force: true, verbatimSymlinks: true });
  }
  linkPackages(copy);
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "-qm", "state");
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function run(...command: [string, ...string[]]): { status: number | null; output: string } {
  const [program, ...parameters] = command;
  const { status, stdout, stderr } = spawnSync(program, parameters, { cwd: copy, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

const git = (...args: string[]) => execFileSync("git", args, { cwd: copy, encoding: "utf8", maxBuffer: 2 ** 26 });
const newOperation = (...args: string[]) => run(process.execPath, "scripts/new-operation.ts", ...args);
/** Compiles what has changed since the last time. */
const types = () =>
  run(process.execPath, "node_modules/tsc/bin/tsc", "--incremental", "--tsBuildInfoFile", ".git/types");
const testsOf = (files: readonly string[]) =>
  run("npx", "vitest", "run", ...files, "--tags-filter", "not slow/*", "--no-color");
const read = (path: string) => readFileSync(join(copy, path), "utf8");

/** Replaces texts, each of which a file has. */
function write(file: string, replacements: Readonly<Record<string, string>>): void {
  let text = read(file);
  for (const [before, after] of Object.entries(replacements)) {
    expect(text, file).toContain(before);
    text = text.replace(before, () => after);
  }
  writeFileSync(join(copy, file), text);
}

/** Files that are not as they were committed, and that no generator has written. */
function handWritten(): string[] {
  const changed = git("status", "--porcelain", "--untracked-files=all").trimEnd().split("\n");
  const files = changed.map((line) => line.slice(3));
  return files.filter((file) => !generatedPaths.some((path) => file === path || file.startsWith(`${path}/`)));
}

/** Makes a call by REST, by the client for TypeScript and by the command line, and returns the three answers. */
function answers(service: string, method: string, path: string, request: string): unknown {
  const local = method.charAt(0).toLowerCase() + method.slice(1);
  const [packageName, , name] = service.split(".") as [string, string, string];
  const [file] = globSync(`gen/es/platonic/${packageName}/v1/*_pb.js`, { cwd: copy }).filter((one) =>
    read(one).includes(`export const ${name} =`),
  );
  const program = `
    import { ${name} } from "./${file}";
    import { platonic } from "./clients/cli/platonic.ts";
    import { Client } from "./clients/typescript/src/index.ts";
    import { operatorKey, startServer } from "./test/support/server.ts";
    const server = await startServer();
    const { body } = await server.post("${path}", ${request});
    const client = new Client({ endpoint: server.url, credentials: operatorKey });
    const { $typeName, ...message } = await client.of(${name}).${local}(${request});
    const out = [];
    const env = { PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey };
    const write = (text) => out.push(text);
    await platonic(["call", "${service}/${method}", "--request", '${request}', "--json"], { env, write, complain: write });
    console.log(JSON.stringify([body, message, JSON.parse(out.join(""))]));
    await server.close();
    process.exit(0);
  `;
  const called = run(process.execPath, "--input-type=module-typescript", "-e", program);
  expect(called.status, called.output).toBe(0);
  return JSON.parse(called.output);
}

test("new:operation refuses what is there already or has a wrong name, says what to write, and writes nothing", {
  tags: ["slow/programs"],
}, () => {
  const before = handWritten();
  for (const [args, text] of [
    [["geocode.GeocodService", "Norm"], "Did you mean geocode.v1.GeocodeService?"],
    [["geocode.GeocodeService", "squaredNorm"], "squaredNorm is no name of a method. Write SquaredNorm."],
    [["geocode.GeocodeService", "Encode"], "geocode.v1.GeocodeService has Encode already."],
    [
      ["geocode.GeocodeService", "AddNote", "--stateful"],
      "The operations of GeocodeService are pure. Leave --stateful out.",
    ],
    [["admin.ProcessService", "AddProcess", "--stateful"], "processOperations has `processes` already."],
    [["geocode.GeocodeService"], "Usage: npm run new:operation -- <package.Service> <Method> [--stateful]"],
  ] as const) {
    const { status, output } = newOperation(...args);
    expect([args, status, output]).toEqual([args, 2, expect.stringContaining(text)]);
  }
  expect(handWritten()).toEqual(before);
});

/** Completes the operation without state. */
function writeNorm(): void {
  write("proto/platonic/geocode/v1/service.proto", {
    '{"text": "one"}': '{"data": [3, 4]}',
    "Is not written yet: say what Norm does, beginning with a verb. Its first sentence is its summary.":
      "Measures the Euclidean norm of a vector.",
    "Is not written yet: say what the request asks for.": "A vector to measure.",
    "Is not written yet: say what the field is, in which unit and within which bounds.": "1 to 1,000 numbers.",
    "string text = 1 [(buf.validate.field).string = {\n    min_len: 1\n    max_len: 200\n  }]":
      "repeated double data = 1 [(buf.validate.field).repeated = {\n    min_items: 1\n    max_items: 1000\n  }]",
    "Is not written yet: say what the response tells.": "A norm.",
    "What is answered, in which unit.\n  string text": "0 or more.\n  double norm",
  });
  write("server/modules/geocode/operations/norm.ts", {
    "Is not written yet: say what it does.": "Measures the norm of a vector.",
    '() => {\n  throw new Error("Norm is not written yet");\n};': "({ data }) => ({ norm: Math.hypot(...data) });",
  });
  write("test/modules/geocode/norm.test.ts", {
    "is not written yet: say what it promises": "is the length of a vector",
    '{ text: "one" }': "{ data: [3, 4] }",
    'expect(body, "Norm is not written yet. Say here what it answers").toEqual({})':
      "expect(body).toEqual({ result: { norm: 5 } })",
  });
  write("CHANGELOG.md", { "\n- ": "\n- `Norm` measures the norm of a vector.\n- " });
}

/** Completes the operation that keeps something. */
function writeAddNote(): void {
  write("proto/platonic/admin/v1/process.proto", {
    "Is not written yet: say what AddNote does, beginning with a verb. Its first sentence is its summary.":
      "Keeps a note about the processes.",
    "Is not written yet: say what the request asks for.": "A note.",
    "Is not written yet: say what the field is, in which unit and within which bounds.": "1 to 200 characters.",
    "Is not written yet: say what the response tells.": "The notes that there are.",
    "Id of the Note.\n  string id": "Number of notes.\n  int32 notes",
  });
  write("server/modules/processes/domain/note.ts", {
    "Is not written yet: say what it is.": "A note about the processes.",
    "Promise<void>;": "Promise<void>;\n  count(): Promise<number>;",
  });
  write("server/modules/processes/store/notes.ts", {
    "Is not written yet: say what they are.": "The notes on a database.",
    "columns.values(note)));\n    },":
      'columns.values(note)));\n    },\n    async count() {\n      const [row] = await database.manager.query("SELECT COUNT(*) AS count FROM notes");\n      return Number(row.count);\n    },',
  });
  write("server/modules/processes/operations/add-note.ts", {
    "Is not written yet: say what it does.": "Keeps a note.",
    'throw new Error("AddNote is not written yet");': "return { notes: await notes.count() };",
  });
  write("test/modules/processes/add-note.test.ts", {
    "is not written yet: say what it promises": "keeps a note",
    'expect(body, "AddNote is not written yet. Say here what it answers").toEqual({})':
      "expect(body).toEqual({ result: { notes: 1 } })",
  });
  write("CHANGELOG.md", { "\n- ": "\n- `AddNote` keeps a note about the processes.\n- " });
}

describe("the recipe", { tags: ["slow/programs"], timeout: 1_800_000 }, () => {
  const tests = ["test/modules/geocode/norm.test.ts", "test/modules/processes/add-note.test.ts"];
  /** Files of both operations, but the changelog. */
  let begun: string[];

  test("begins an operation without state in 4 files, and one that keeps something in a new table in 8", () => {
    expect(newOperation("geocode.GeocodeService", "Norm")).toMatchObject({ status: 0 });
    const stateless = handWritten();
    expect(stateless).toEqual([
      "proto/platonic/geocode/v1/service.proto",
      "server/modules/geocode/operations.ts",
      "server/modules/geocode/operations/norm.ts",
      "test/modules/geocode/norm.test.ts",
    ]);
    expect(newOperation("admin.ProcessService", "AddNote", "--stateful")).toMatchObject({ status: 0 });
    begun = handWritten();
    expect(begun.filter((file) => !stateless.includes(file))).toEqual([
      "proto/platonic/admin/v1/process.proto",
      "server/modules/processes/module.ts",
      "server/modules/processes/operations/processes.ts",
      expect.stringMatching(/^server\/database\/migrations\/\d+-create-notes\.ts$/),
      "server/modules/processes/domain/note.ts",
      "server/modules/processes/operations/add-note.ts",
      "server/modules/processes/store/notes.ts",
      "test/modules/processes/add-note.test.ts",
    ]);
  });

  test("begins what compiles, and tests that fail until it is written", () => {
    expect(run("npm", "run", "-s", "generate")).toMatchObject({ status: 0 });
    expect(types()).toEqual({ status: 0, output: "" });
    const { output } = testsOf(tests);
    expect(output).toContain("Norm is not written yet");
    expect(output).toContain("AddNote is not written yet");
  });

  test("changes no other file but the changelog until the operations are done", () => {
    writeNorm();
    writeAddNote();
    expect(run("npm", "run", "-s", "generate")).toMatchObject({ status: 0 });
    expect(types()).toEqual({ status: 0, output: "" });
    const { status, output } = testsOf(tests);
    expect(output).toContain("2 passed (2)");
    expect(status).toBe(0);
    expect(handWritten().toSorted()).toEqual(["CHANGELOG.md", ...begun].toSorted());
  });

  test("makes operations of every protocol, client and page of the reference", () => {
    expect(answers("geocode.v1.GeocodeService", "Norm", "/v1/geocode/norm", '{"data":[3,4]}')).toEqual([
      { result: { norm: 5 } },
      { norm: 5 },
      { norm: 5 },
    ]);
    const path = "/v1/admin/processes/add-note";
    expect(answers("admin.v1.ProcessService", "AddNote", path, '{"text":"a new machine"}')).toEqual([
      { result: { notes: 1 } },
      { notes: 2 },
      { notes: 3 },
    ]);
    const help = run(process.execPath, "clients/cli/bin.ts", "geocode", "norm", "--help").output;
    expect(help).toContain(`platonic geocode norm --request '{"data": [3, 4]}'`);
    expect(read("docs/reference/commands.md")).toContain("platonic geocode norm");
    expect(read("docs/reference/commands.md")).toContain("Measures the Euclidean norm of a vector.");
    expect(read("gen/openapi/openapi.json")).toContain("/v1/geocode/norm");
  });
});

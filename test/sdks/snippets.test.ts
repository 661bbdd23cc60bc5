// @module-tag slow/sdks

import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readOperations } from "../../clients/console/build/operations.ts";
import { type SnippetName, snippets } from "../../clients/console/src/playground/snippets/snippets.ts";
import { treeOf } from "../../clients/console/src/playground/snippets/tree.ts";
import { rustTools } from "../../scripts/languages/rust.ts";
import { type Json, legalRequests, solid } from "../support/geocode-operations.ts";
import { bundled } from "../support/programs/bundled.ts";
import { operatorKey, startServer, type TestServer } from "../support/server.ts";
import { builtOnce } from "./drivers/built-once.ts";
import type { Driver } from "./drivers/driver.ts";
import { goDriver, packGo } from "./drivers/go/driver.ts";
import { javaClassPath, javaDriver } from "./drivers/java/driver.ts";
import { installedPackage, pythonDriver } from "./drivers/python/driver.ts";
import { buildProgram, rustDriver, rustSources } from "./drivers/rust/driver.ts";
import { typescriptDriver } from "./drivers/typescript/driver.ts";

const run = promisify(execFile);
const operations = readOperations();

/** Requests with every kind of field and every form of data, by names of programs. */
const requests: Readonly<Record<string, readonly [operation: string, request: Json]>> = {
  transform: [
    "transform",
    { ...legalRequests.transform, transformation_type: "linear", preserve_magnitude: false, precision: "high" },
  ],
  encode: ["encode", { ...legalRequests.encode, optimization: "sqrt2", compression: true }],
  rows: [
    "encode",
    {
      data: [
        [1, 2.5],
        [3, -4],
      ],
      target_geometry: "icosahedron",
    },
  ],
  named: ["encode", { data: { 'b "$1" \\': [1, 2], "a'é": [3, 4] }, target_geometry: "cube" }],
  shape: ["encode", { data: { type: 'cube "$HOME" {0}', ...solid("cube") }, target_geometry: "cube" }],
  decode: ["decode", legalRequests.decode],
  jitterbug: ["jitterbug", { ...legalRequests.jitterbug, transformation_ratio: 0.5, intermediate_steps: 2 }],
  resonance: ["phi-resonance", { ...legalRequests.phiResonance, depth: 5, target_resonance: 0.5 }],
  space: [
    "r-space",
    {
      ...legalRequests.rSpace,
      parameters: { rotation_angle: 1, rotation_plane: [0, 2], normalize: true, strength: 0.25 },
    },
  ],
};

/** Returns the program or command that makes a call. */
function snippetOf(name: SnippetName, [operationName, json]: readonly [string, Json], endpoint: string): string {
  const operation = operations.find((one) => one.name === operationName);
  if (operation === undefined) throw new Error(`there is no operation ${operationName}`);
  const { path, method, request } = operation;
  return snippets[name]({ endpoint, path, method, json, message: treeOf(request, json) });
}

/** Programs of one language in a folder, and how each is run. */
interface Toolchain {
  readonly language: SnippetName;
  readonly problem: Driver["problem"];
  /** Writes and builds the programs. Returns the command that runs one, and the environment. */
  readonly install: (folder: string, programs: Readonly<Record<string, string>>) => Commands;
}

interface Commands {
  readonly command: (name: string) => readonly [string, ...string[]];
  readonly environment?: NodeJS.ProcessEnv;
}

const bash: Toolchain["install"] = (folder, programs) => {
  const line = `platonic() { '${process.execPath}' '${bundled("clients/cli/bin.ts")}' "$@"; }`;
  write(
    folder,
    programs,
    (name) => `${name}.sh`,
    (program) => `${line}\n${program}`,
  );
  return { command: (name) => ["bash", "-eu", join(folder, `${name}.sh`)] };
};

const toolchains: readonly Toolchain[] = [
  { language: "curl", problem: () => undefined, install: bash },
  { language: "platonic", problem: () => undefined, install: bash },
  {
    language: "TypeScript",
    problem: typescriptDriver.problem,
    install(folder, programs) {
      typescriptDriver.install(folder);
      write(folder, programs, (name) => `${name}.mjs`);
      return { command: (name) => [process.execPath, join(folder, `${name}.mjs`)] };
    },
  },
  {
    language: "Go",
    problem: goDriver.problem,
    install(folder, programs) {
      const { environment, version } = packGo(join(folder, "proxy"));
      write(folder, programs, (name) => `${name}/main.go`);
      const go = (...parameters: string[]) =>
        execFileSync("go", parameters, { cwd: folder, env: environment, stdio: ["ignore", "ignore", "inherit"] });
      go("mod", "init", "example.com/snippets");
      go("mod", "edit", `-require=github.com/platonic/platonic/clients/go@${version}`);
      go("build", "-o", "programs/", "./...");
      return { command: (name) => [join(folder, "programs", name)] };
    },
  },
  {
    language: "Python",
    problem: pythonDriver.problem,
    install(folder, programs) {
      const interpreter = installedPackage();
      write(folder, programs, (name) => `${name}.py`);
      return { command: (name) => [interpreter, join(folder, `${name}.py`)] };
    },
  },
  {
    language: "Java",
    problem: javaDriver.problem,
    install(folder, programs) {
      const path = javaClassPath();
      // Each has a package of its own, so that one run of the compiler has all of them.
      for (const [name, program] of Object.entries(programs))
        write(folder, { [name]: `package ${name};\n${program}` }, () => `${name}/Call.java`);
      const sources = Object.keys(programs).map((name) => `${name}/Call.java`);
      execFileSync("javac", ["-cp", path, "-d", ".", ...sources], { cwd: folder, stdio: "inherit" });
      return {
        command: (name) => ["java", "-XX:TieredStopAtLevel=1", "-cp", [path, folder].join(delimiter), `${name}.Call`],
      };
    },
  },
  {
    language: "Rust",
    problem: rustDriver.problem,
    install(_, programs) {
      // Where the service is, which differs from run to run, is told when they run, so that they are compiled once.
      const [endpoint, told] = [JSON.stringify(server.url), 'std::env::var("PLATONIC_URL")?'];
      const lasting = Object.fromEntries(
        Object.entries(programs).map(([name, program]) => [name, program.replace(endpoint, told)]),
      );
      const text = JSON.stringify(lasting);
      const built = builtOnce("rust-snippets", rustSources, (target) => buildSnippets(target, lasting), text);
      return { command: (name) => [join(built, "snippets"), name], environment: { PLATONIC_URL: server.url } };
    },
  },
];

/** Compiles programs in Rust into one. */
function buildSnippets(folder: string, programs: Readonly<Record<string, string>>): void {
  write(folder, programs, (name) => `src/${name}.rs`);
  writeFileSync(join(folder, "src/main.rs"), dispatcher(Object.keys(programs)));
  buildProgram(folder, "driver-snippets", '\n[lints.rust]\nwarnings = "deny"\n');
  copyFileSync(join(rustTools, "target/debug/driver-snippets"), join(folder, "snippets"));
}

function write(
  folder: string,
  programs: Readonly<Record<string, string>>,
  fileOf: (name: string) => string,
  change = (program: string) => program,
): void {
  for (const [name, program] of Object.entries(programs)) {
    const file = join(folder, fileOf(name));
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, change(program));
  }
}

/** Returns a program in Rust that runs the program of the given name: each of its own would take long to link. */
function dispatcher(names: readonly string[]): string {
  const modules = names.map(
    (name) => `mod ${name} {
    include!("${name}.rs");
    pub fn run() -> impl std::process::Termination {
        main()
    }
}`,
  );
  const arms = names.map((name) => `        Some("${name}") => ${name}::run().report(),`);
  return `use std::process::{ExitCode, Termination};

${modules.join("\n")}

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
${arms.join("\n")}
        _ => ExitCode::FAILURE,
    }
}
`;
}

/** All numbers in a value. */
function numbersOf(value: unknown): number[] {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersOf) : [];
}

/** All numbers in a text. */
function numbersIn(text: string): number[] {
  return (text.match(/-?\d+(\.\d+)?([eE][-+]?\d+)?/g) ?? []).map(Number);
}

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ BOOTSTRAP_API_KEY: operatorKey });
});
afterAll(() => server.close());

describe.each(toolchains)("the playground's text for $language", ({ language, problem, install }) => {
  const reason = problem();
  describe.skipIf(reason !== undefined && process.env["CI"] !== "true")(reason ?? "as it stands", () => {
    const folder = mkdtempSync(join(tmpdir(), "platonic-snippets-"));
    let commands: Commands;
    beforeAll(() => {
      const programs = Object.entries(requests).map(([name, call]) => [name, snippetOf(language, call, server.url)]);
      commands = install(folder, Object.fromEntries(programs));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    test.each(Object.keys(requests))("makes the call and prints its answer: %s", async (name) => {
      const [operation, request] = requests[name] as readonly [string, Json];
      const [program, ...parameters] = commands.command(name);
      const env = { ...process.env, ...commands.environment, PLATONIC_API_KEY: operatorKey };
      const { stdout } = await run(program, parameters, { env, maxBuffer: 2 ** 24 });
      const headers = { Authorization: `Bearer ${operatorKey}` };
      const { body } = await server.post(`/v1/geocode/${operation}`, request, headers);
      const expected = numbersOf(body.result);
      const printed = new Set(numbersIn(stdout));
      expect(expected.length).toBeGreaterThan(0);
      // Zero is the default that some languages leave out.
      expect(expected.filter((value) => value !== 0 && !printed.has(value))).toEqual([]);
    });
  });
});

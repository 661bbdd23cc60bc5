import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { type Contract, contractWithoutRules } from "./contract-without-rules.ts";
import type { Language } from "./language.ts";
import { writePythonServices } from "./python/services.ts";

/** Exact versions of the generator, the linters and what tests need. */
const requirements = "clients/python/tools/requirements.txt";
const environment = ".compilers/python";
const folder = "gen/python";
/** Files that declare what the service alone has use for, and numbers of the options that they declare. */
const foreign = { "google/api/annotations.proto": 72_295_728, "google/rpc/error_details.proto": undefined };

/** Returns the path of a program of the environment that `install` makes. */
export function pythonProgram(name: "python" | "mypy" | "pyright" | "ruff"): string {
  return resolve(environment, process.platform === "win32" ? "Scripts" : "bin", name);
}

/** Python: messages by the generator in protoc, and typed clients of all services by our own. */
export const python: Language = {
  name: "python",
  folder,
  problem() {
    const isThere = existsSync(pythonProgram("ruff"));
    return isThere
      ? undefined
      : `${environment} is missing: run node scripts/languages/install.ts python, which needs Python`;
  },
  install() {
    execFileSync("python3", ["-m", "venv", environment], { stdio: "inherit" });
    const parameters = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements];
    execFileSync(pythonProgram("python"), parameters, { stdio: "inherit" });
  },
  generate() {
    const contract = contractForPython();
    const scratch = mkdtempSync(join(tmpdir(), "platonic-python-"));
    try {
      writeFileSync(join(scratch, "contract.binpb"), contract.bytes);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      execFileSync(pythonProgram("python"), [
        "-m",
        "grpc_tools.protoc",
        `--descriptor_set_in=${join(scratch, "contract.binpb")}`,
        `--python_out=${folder}`,
        `--pyi_out=${folder}`,
        ...contract.files,
      ]);
      writePackages();
      writePythonServices(join(folder, "platonic/services.py"));
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
};

/** The contract without what would need packages beside that of protobuf. */
function contractForPython(): Contract {
  const { bytes, files } = contractWithoutRules();
  const set = fromBinary(FileDescriptorSetSchema, bytes);
  set.file = set.file.filter(({ name }) => !(name in foreign) && name !== "google/api/http.proto");
  for (const file of set.file) {
    file.dependency = file.dependency.filter((name) => !(name in foreign));
    file.messageType = file.messageType.filter(({ name }) => file.package !== "fault.v1" || name !== "StatusDetails");
    for (const { options } of file.service.flatMap((service) => service.method)) removePaths(options);
  }
  return { bytes: toBinary(FileDescriptorSetSchema, set), files };
}

function removePaths(options: Message | undefined): void {
  if (options?.$unknown === undefined) return;
  options.$unknown = options.$unknown.filter(({ no }) => no !== foreign["google/api/annotations.proto"]);
}

/** Makes each folder a package, and says that all of it has types. */
function writePackages(): void {
  const folders = new Set(globSync("**/*_pb2.py", { cwd: folder }).flatMap((path) => withParents(dirname(path))));
  for (const path of folders) writeFileSync(join(folder, path, "__init__.py"), "");
  writeFileSync(join(folder, "platonic/__init__.py"), '"""Messages and typed clients of the contract, generated."""\n');
  writeFileSync(join(folder, "platonic/py.typed"), "");
  for (const path of globSync("**/*.py*", { cwd: folder })) {
    const text = readFileSync(join(folder, path), "utf8");
    writeFileSync(join(folder, path), strictlyTyped(text).replace(/\n+$/, "\n"));
  }
}

/** Mends types with which the generator's stubs do not pass strict checks. */
function strictlyTyped(text: string): string {
  const typed = text
    .replaceAll(/^(\w+): _ClassVar\[int\]$/gm, "$1: int")
    .replaceAll(/_Mapping(?=\]| \|)/g, "_Mapping[str, _Any]")
    .replaceAll("**kwargs)", "**kwargs: _Any)");
  return typed.includes("_Any") ? `from typing import Any as _Any\n${typed}` : typed;
}

function withParents(path: string): string[] {
  return path === "." ? [] : [path, ...withParents(dirname(path))];
}

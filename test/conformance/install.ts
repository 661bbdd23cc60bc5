/**
 * `node test/conformance/install.ts`: installs the official Connect conformance suite in `.conformance/`, which is not
 * committed: its runner, built by Go, and the code of its service, generated from the .proto files of the same Go module.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Version of the suite; 1.0.7 needs a module version that the Go module proxy no longer has. */
const version = "v1.0.6";
const folder = resolve(".conformance");

export const runner = join(folder, "bin/connectconformance");
export const serviceFile = join(folder, "es/connectrpc/conformance/v1/service_pb.js");
export const serverCompatFile = join(folder, "es/connectrpc/conformance/v1/server_compat_pb.js");

/** Installs missing parts; takes minutes the first time. */
export function installSuite(): void {
  if (!existsSync(runner)) {
    const env = { ...process.env, GOBIN: join(folder, "bin"), GOFLAGS: "-buildvcs=false" };
    run("go", ["install", `connectrpc.com/conformance/cmd/connectconformance@${version}`], env);
  }
  if (!existsSync(serviceFile)) generateService();
}

function generateService(): void {
  const modules = execFileSync("go", ["env", "GOMODCACHE"], { encoding: "utf8" }).trim();
  const protos = join(folder, "proto");
  mkdirSync(folder, { recursive: true });
  cpSync(join(modules, `connectrpc.com/conformance@${version}`, "proto"), protos, { recursive: true });
  run("chmod", ["-R", "u+w", protos]);
  writeFileSync(join(folder, "buf.yaml"), "version: v2\nmodules:\n  - path: proto\n");
  const plugin = { local: "protoc-gen-es", out: "es", opt: ["target=js+dts", "import_extension=js"] };
  writeFileSync(join(folder, "buf.gen.yaml"), JSON.stringify({ version: "v2", plugins: [plugin] }));
  run("buf", ["generate"], process.env, folder);
}

function run(command: string, parameters: string[], env = process.env, cwd = process.cwd()): void {
  execFileSync(command, parameters, { stdio: ["ignore", "inherit", "inherit"], env, cwd });
}

if (import.meta.main) installSuite();

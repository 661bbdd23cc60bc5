import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

/** Third-party gRPC programs written in Go, in fixed versions. */
const modules = {
  grpcurl: "github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.4",
  "grpc-health-probe": "github.com/grpc-ecosystem/grpc-health-probe@v0.4.61",
} as const;

/** Folder of the programs; not committed. */
const folder = resolve(".go-tools");

/** Reason why the programs cannot be built on this machine; undefined if they can. */
export const goToolsProblem = problem();

/** Returns the path of a program, building it if necessary, which takes a minute the first time. */
export function goTool(name: keyof typeof modules): string {
  const version = modules[name].slice(modules[name].indexOf("@") + 1);
  const directory = join(folder, version);
  const program = join(directory, name);
  if (!existsSync(program)) {
    const env = { ...process.env, GOBIN: directory, GOFLAGS: "-buildvcs=false" };
    execFileSync("go", ["install", modules[name]], { stdio: ["ignore", "inherit", "inherit"], env });
  }
  return program;
}

function problem(): string | undefined {
  try {
    execFileSync("go", ["version"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "Go is not installed";
  }
}

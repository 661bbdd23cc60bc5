import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Language } from "./language.ts";

const folder = ".compilers/go";
/** Module that pins the versions of the plugins and of the linter. */
const tools = "clients/go/tools";
const programs = {
  "protoc-gen-go": "google.golang.org/protobuf/cmd/protoc-gen-go",
  "protoc-gen-connect-go": "connectrpc.com/connect/cmd/protoc-gen-connect-go",
  staticcheck: "honnef.co/go/tools/cmd/staticcheck",
} as const;

/** Returns the path of a program built by `install`. */
export function goProgram(name: keyof typeof programs): string {
  return resolve(folder, name);
}

export const go: Language = {
  name: "go",
  output: "clients/go/gen",
  problem() {
    const missing = Object.keys(programs).find((name) => !existsSync(join(folder, name)));
    return missing && `${join(folder, missing)} is missing: run node scripts/languages/install.ts go, which needs Go`;
  },
  install() {
    mkdirSync(folder, { recursive: true });
    const env = { ...process.env, GOBIN: resolve(folder), GOFLAGS: "-buildvcs=false" };
    execFileSync("go", ["install", ...Object.values(programs)], { cwd: tools, env, stdio: "inherit" });
  },
  generate() {
    execFileSync("buf", ["generate", "--template", "scripts/languages/go.gen.yaml"], { stdio: "inherit" });
  },
};

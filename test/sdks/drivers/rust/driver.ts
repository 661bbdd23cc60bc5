import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cargoEnvironment, rustTools } from "../../../../scripts/languages/rust.ts";

const manifest = "clients/rust/Cargo.toml";
/** Folder of the driver beside the crate that it depends on. Not committed. */
const built = join(rustTools, "driver");
const program = join(rustTools, "target/debug/driver");
/** The crate as it is published, unpacked. */
export const unpacked = join(built, "platonic-client");

/** The driver in Rust: from the packed crate of `clients/rust`, as its users get it. */
export const driver = {
  name: "rust",
  /** Returns what is missing, and how to get it; undefined if everything is there. */
  problem(): string | undefined {
    try {
      execFileSync("cargo", ["--version"], { stdio: "ignore" });
      return undefined;
    } catch {
      return "cargo is missing: install Rust 1.88 or later";
    }
  },
  /** Packs the crate, unpacks it, and builds the driver from it. */
  install(): void {
    rmSync(built, { recursive: true, force: true });
    mkdirSync(unpacked, { recursive: true });
    cargo(["package", "--manifest-path", manifest, "--allow-dirty", "--no-verify"]);
    const version = packedVersion();
    const crate = join(rustTools, `target/package/platonic-client-${version}.crate`);
    execFileSync("tar", ["--extract", "--file", crate, "--strip-components=1", "--directory", unpacked]);
    for (const part of ["Cargo.toml", "Cargo.lock", "src"]) {
      cpSync(join(import.meta.dirname, part), join(built, part), { recursive: true });
    }
    cargo(["build", "--locked", "--manifest-path", join(built, "Cargo.toml")]);
  },
  start(): ChildProcess {
    if (!existsSync(program)) throw new Error("the driver is not built: call install()");
    return spawn(program, [], { stdio: ["pipe", "pipe", "inherit"] });
  },
};

function packedVersion(): string {
  const parameters = ["metadata", "--manifest-path", manifest, "--no-deps", "--format-version", "1"];
  const metadata = JSON.parse(execFileSync("cargo", parameters, { encoding: "utf8" }));
  return metadata.packages[0].version;
}

function cargo(parameters: readonly string[]): void {
  execFileSync("cargo", ["--quiet", ...parameters], { stdio: "inherit", env: cargoEnvironment });
}

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { cargoEnvironment, rustTools } from "../../../../scripts/languages/rust.ts";
import type { Driver } from "../driver.ts";

const manifest = "clients/rust/Cargo.toml";

/** The driver in Rust: from the packed crate of `clients/rust`, as its users get it. */
export const rustDriver: Driver = {
  language: "rust",
  hasChannel: false,
  problem() {
    try {
      execFileSync("cargo", ["--version"], { stdio: "ignore" });
      return undefined;
    } catch {
      return "cargo is missing: install Rust 1.88 or later";
    }
  },
  install(folder) {
    unpackCrate(folder);
    for (const part of ["Cargo.toml", "Cargo.lock", "src"]) {
      cpSync(join(import.meta.dirname, part), join(folder, part), { recursive: true });
    }
    cargo(["build", "--locked", "--manifest-path", join(folder, "Cargo.toml")]);
    return [join(rustTools, "target/debug/driver")];
  },
};

/** Packs the crate as it is published, unpacks it in a folder, and returns its place there. */
export function unpackCrate(folder: string): string {
  const unpacked = join(folder, "platonic-client");
  mkdirSync(unpacked, { recursive: true });
  cargo(["package", "--manifest-path", manifest, "--allow-dirty", "--no-verify"]);
  const crate = join(rustTools, `target/package/platonic-client-${packedVersion()}.crate`);
  // The times in a crate are always the same, by which cargo would take an earlier build for that of this crate.
  execFileSync("tar", ["--extract", "--touch", "--file", crate, "--strip-components=1", "--directory", unpacked]);
  return unpacked;
}

function packedVersion(): string {
  const parameters = ["metadata", "--manifest-path", manifest, "--no-deps", "--format-version", "1"];
  const metadata = JSON.parse(execFileSync("cargo", parameters, { encoding: "utf8" }));
  return metadata.packages[0].version;
}

function cargo(parameters: readonly string[]): void {
  execFileSync("cargo", ["--quiet", ...parameters], { stdio: "inherit", env: cargoEnvironment });
}

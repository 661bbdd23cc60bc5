import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cargoEnvironment, rustTools, writeRustMessages } from "../../../../scripts/languages/rust.ts";
import { builtOnce } from "../built-once.ts";
import type { Driver } from "../driver.ts";

/** Files that decide what is in the crate. */
const crateSources = ["clients/rust", "gen/descriptors/clients.binpb"];
/** Files that decide what is in a program with the crate. */
export const rustSources = [...crateSources, "test/sdks/drivers/rust"];
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
  install() {
    const folder = builtOnce("rust-driver", rustSources, buildDriver);
    return [join(folder, "program")];
  },
};

function buildDriver(folder: string): void {
  cpSync(join(import.meta.dirname, "src"), join(folder, "src"), { recursive: true });
  buildProgram(folder, "driver");
  copyFileSync(join(rustTools, "target/debug/driver"), join(folder, "program"));
}

/**
 * Builds the program in a folder's `src` with the dependencies of the driver, which are compiled once for all programs.
 *
 * @param name name of the program; it begins with `driver`, since Cargo wants the lock in order of the names
 */
export function buildProgram(folder: string, name: string, addition = ""): void {
  const ofDriver = (file: string) =>
    readFileSync(join(import.meta.dirname, file), "utf8").replace('name = "driver"', `name = "${name}"`);
  const crate = `path = ${JSON.stringify(unpackCrate())}`;
  const own = join(folder, "Cargo.toml");
  writeFileSync(own, ofDriver("Cargo.toml").replace('path = "platonic-client"', crate) + addition);
  writeFileSync(join(folder, "Cargo.lock"), ofDriver("Cargo.lock"));
  cargo(["build", "--locked", "--manifest-path", own]);
}

/** Packs the crate as it is published, unpacks it, and returns its folder. */
export function unpackCrate(): string {
  return join(builtOnce("rust-crate", crateSources, unpackIn), "platonic-client");
}

function unpackIn(folder: string): void {
  const unpacked = join(folder, "platonic-client");
  mkdirSync(unpacked);
  writeRustMessages();
  cargo(["package", "--manifest-path", manifest, "--locked", "--allow-dirty", "--no-verify"]);
  const crate = join(rustTools, `target/package/platonic-client-${packedVersion()}.crate`);
  // The times in a crate are always the same, by which cargo would take an earlier build for that of this crate.
  execFileSync("tar", ["--extract", "--touch", "--file", crate, "--strip-components=1", "--directory", unpacked]);
}

function packedVersion(): string {
  const parameters = ["metadata", "--manifest-path", manifest, "--no-deps", "--format-version", "1"];
  const metadata = JSON.parse(execFileSync("cargo", parameters, { encoding: "utf8" }));
  return metadata.packages[0].version;
}

function cargo(parameters: readonly string[]): void {
  execFileSync("cargo", ["--quiet", ...parameters], { stdio: "inherit", env: cargoEnvironment });
}

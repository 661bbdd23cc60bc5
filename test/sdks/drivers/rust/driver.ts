import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cargoEnvironment, rustTools, writeRustMessages } from "../../../../scripts/languages/rust.ts";
import { builtOnce } from "../built-once.ts";
import type { Driver } from "../driver.ts";

/** Files that decide what is in the crate. */
export const rustSources = ["clients/rust", "gen/descriptors/clients.binpb"];
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
    const folder = builtOnce("rust-driver", [...rustSources, "test/sdks/drivers/rust"], buildDriver);
    return [join(folder, "program")];
  },
};

function buildDriver(folder: string): void {
  for (const part of ["Cargo.toml", "Cargo.lock", "src"]) {
    cpSync(join(import.meta.dirname, part), join(folder, part), { recursive: true });
  }
  const own = join(folder, "Cargo.toml");
  writeFileSync(
    own,
    readFileSync(own, "utf8").replace('path = "platonic-client"', `path = ${JSON.stringify(unpackCrate())}`),
  );
  cargo(["build", "--locked", "--manifest-path", join(folder, "Cargo.toml")]);
  copyFileSync(join(rustTools, "target/debug/driver"), join(folder, "program"));
}

/** Packs the crate as it is published, unpacks it, and returns its folder. */
export function unpackCrate(): string {
  return join(builtOnce("rust-crate", rustSources, unpackIn), "platonic-client");
}

function unpackIn(folder: string): void {
  const unpacked = join(folder, "platonic-client");
  mkdirSync(unpacked);
  writeRustMessages();
  cargo(["package", "--manifest-path", manifest, "--allow-dirty", "--no-verify"]);
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

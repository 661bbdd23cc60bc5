import { execFileSync } from "node:child_process";
import { globSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "./language.ts";
import { writeRustServices } from "./rust/services.ts";
import { toolsFolder } from "./tools-folder.ts";

/** Folder of the toolchain's output. Not committed. */
export const rustTools = join(toolsFolder, "rust");
/** Environment of every run of cargo: all runs share one build folder without debug information. */
export const cargoEnvironment = {
  ...process.env,
  CARGO_TARGET_DIR: join(rustTools, "target"),
  CARGO_INCREMENTAL: "0",
  CARGO_PROFILE_DEV_DEBUG: "0",
  CARGO_PROFILE_TEST_DEBUG: "0",
};

const output = "clients/rust/src/services.rs";
/** Parts of the contract that clients call. clients/rust/generator generates the messages of the same ones. */
const areas = ["admin", "fault", "geocode", "identity", "wallet"];

/** Rust: typed clients of all services from our own generator. The build of clients/rust generates messages. */
export const rust: Language = {
  name: "rust",
  output,
  problem: () => (hasFormatter() ? undefined : "rustfmt is missing: install it with rustup component add rustfmt"),
  install: forgetOwnCrates,
  generate() {
    writeRustServices(output, (file) => areas.some((area) => file.startsWith(`platonic/${area}/`)));
    execFileSync("rustfmt", ["--edition", "2024", "--config-path", "clients/rust", output]);
  },
};

/** Writes the messages that the package has, so that its users build no generator. Not committed. */
export function writeRustMessages(): void {
  const manifest = ["--manifest-path", "clients/rust/generator/Cargo.toml"];
  // As clients/rust/build.rs does in a clone.
  const target = ["--target-dir", join(cargoEnvironment.CARGO_TARGET_DIR, "debug/generator")];
  const files = ["gen/descriptors/clients.binpb", "clients/rust/generated"];
  execFileSync("cargo", ["run", "--quiet", "--locked", ...manifest, ...target, "--", ...files], {
    env: cargoEnvironment,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Removes what earlier checkouts have compiled of our own crates, whose paths always differ. */
function forgetOwnCrates(): void {
  const own = "{,lib}{platonic,driver,snippet,quickstart}*";
  const places = "{debug,release,package}/**/{deps,build,.fingerprint,examples}";
  for (const path of globSync(join(cargoEnvironment.CARGO_TARGET_DIR, places, own))) {
    rmSync(path, { recursive: true, force: true });
  }
}

function hasFormatter(): boolean {
  try {
    execFileSync("rustfmt", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import type { Language } from "./language.ts";
import { writeRustServices } from "./rust/services.ts";

/** Folder of the toolchain's output. Not committed. */
export const rustTools = resolve(".compilers/rust");
/** Environment of every run of cargo: all share what they compile, which is compiled once and debugged by nobody. */
export const cargoEnvironment = {
  ...process.env,
  CARGO_TARGET_DIR: join(rustTools, "target"),
  CARGO_INCREMENTAL: "0",
  CARGO_PROFILE_DEV_DEBUG: "0",
  CARGO_PROFILE_TEST_DEBUG: "0",
};

const output = "clients/rust/src/services.rs";
/** Parts of the contract that clients call. clients/rust/build.rs generates the messages of the same ones. */
const areas = ["admin", "fault", "geocode", "identity", "wallet"];

/** Rust: typed clients of all services by our own generator. The build of clients/rust generates messages. */
export const rust: Language = {
  name: "rust",
  output,
  problem: () => (hasFormatter() ? undefined : "rustfmt is missing: install it with rustup component add rustfmt"),
  install: () => undefined,
  generate() {
    writeRustServices(output, (file) => areas.some((area) => file.startsWith(`platonic/${area}/`)));
    execFileSync("rustfmt", ["--edition", "2024", "--config-path", "clients/rust", output]);
  },
};

function hasFormatter(): boolean {
  try {
    execFileSync("rustfmt", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

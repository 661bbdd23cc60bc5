import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { clientContractFile } from "./client-contract.ts";
import type { Language } from "./language.ts";
import { writeRustServices } from "./rust/services.ts";

/** Plugins in the registry of crates; clients/rust/Cargo.toml has the library of the same version. */
const plugins = ["protoc-gen-buffa", "protoc-gen-buffa-packaging"];
const version = "0.9.2";

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

const folder = "clients/rust/src/gen";
const areas = ["admin", "fault", "geocode", "identity", "wallet"];
/** Details of errors beside those of the contract. */
const details = "google/rpc/error_details.proto";
const pathOf = (plugin: string) => join(rustTools, "bin", plugin);

/** Rust: messages by the generator of buffa, and typed clients of all services by our own. */
export const rust: Language = {
  name: "rust",
  folder,
  problem() {
    const missing = plugins.find((plugin) => !existsSync(pathOf(plugin)));
    if (missing !== undefined) {
      return `${pathOf(missing)} is missing: run node scripts/languages/install.ts rust, which needs Rust`;
    }
    return hasFormatter() ? undefined : "rustfmt is missing: install it with rustup component add rustfmt";
  },
  install() {
    for (const plugin of plugins.filter((one) => !existsSync(pathOf(one)))) {
      // Without optimisation, which takes longer than all that they generate.
      const parameters = ["install", "--debug", "--locked", "--root", rustTools, `${plugin}@${version}`];
      execFileSync("cargo", parameters, { env: cargoEnvironment, stdio: "inherit" });
    }
  },
  generate() {
    const options = [
      "views=false",
      "json=true",
      "register_types=false",
      "unknown_fields=false",
      "file_per_package=true",
    ];
    const template = JSON.stringify({
      version: "v2",
      plugins: [
        { local: pathOf("protoc-gen-buffa"), out: folder, strategy: "all", opt: options },
        { local: pathOf("protoc-gen-buffa-packaging"), out: folder, strategy: "all" },
      ],
    });
    rmSync(folder, { recursive: true, force: true });
    const places = [...areas.map((area) => `platonic/${area}`), details];
    const paths = places.flatMap((place) => ["--path", place]);
    const parameters = ["generate", clientContractFile, "--template", template, ...paths];
    execFileSync("buf", parameters, { stdio: "inherit" });
    const modules = join(folder, "mod.rs");
    // The plugin for modules expects a file for each source, not for each package.
    writeFileSync(modules, readFileSync(modules, "utf8").replaceAll(".mod.rs", ".rs"));
    const services = join(folder, "services.rs");
    writeRustServices(services, isForClients);
    execFileSync("rustfmt", ["--edition", "2024", "--config-path", "clients/rust", modules, services]);
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

/** Whether clients need the code of a file: others declare options, or what the machine of the service alone can call. */
function isForClients(file: string): boolean {
  return areas.some((name) => file.startsWith(`platonic/${name}/`));
}

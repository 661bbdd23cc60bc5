import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { mavenParameters } from "../languages/java.ts";
import { pythonProgram } from "../languages/python.ts";
import { cargoEnvironment, writeRustMessages } from "../languages/rust.ts";

/** A package of a release. */
export interface ReleasePackage {
  readonly name: string;
  /** Programs needed to make it. */
  readonly needs: readonly string[];
  /** Packs it into a folder in its published form. */
  pack(folder: string, version: string): void;
}

/** Every package of a release. */
export const packages: readonly ReleasePackage[] = [
  {
    name: "platonic",
    needs: [],
    pack(folder) {
      run(process.execPath, ["scripts/package/build.ts"]);
      packNpm(".package", folder);
    },
  },
  {
    name: "platonic-client for TypeScript",
    needs: [],
    pack(folder) {
      run(process.execPath, ["clients/typescript/build.ts"]);
      packNpm("clients/typescript", folder);
    },
  },
  {
    name: "the module of Go",
    needs: ["go"],
    pack(folder, version) {
      const parameters = ["run", "./pack", resolve("clients/go"), `v${version}`, resolve(folder, "go")];
      run("go", parameters, "clients/go/tools");
    },
  },
  {
    name: "the artifacts of Java",
    needs: ["javac", "mvn"],
    pack(folder) {
      const target = `-DaltDeploymentRepository=packages::file:${resolve(folder, "java")}`;
      const parameters = ["deploy", "-Dmaven.test.skip=true", "-Dmaven.install.skip=true", target];
      run("mvn", [...mavenParameters, ...parameters], "clients/java");
    },
  },
  {
    name: "the crate of Rust",
    needs: ["cargo"],
    pack(folder, version) {
      const target = cargoEnvironment.CARGO_TARGET_DIR;
      writeRustMessages();
      run("cargo", ["package", "--quiet", "--allow-dirty", "--no-verify", "--target-dir", target], "clients/rust");
      const crate = `platonic-client-${version}.crate`;
      cpSync(join(target, "package", crate), join(folder, crate));
    },
  },
  {
    name: "the wheel of Python",
    needs: [pythonProgram("python")],
    pack(folder) {
      run(pythonProgram("python"), ["-m", "build", "--no-isolation", "--outdir", resolve(folder), "clients/python"]);
    },
  },
];

/** Returns a program that a package needs and this machine lacks; undefined if all are there. */
export function missingOf({ needs }: ReleasePackage): string | undefined {
  return needs.find((program) => {
    try {
      execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
      return false;
    } catch {
      return true;
    }
  });
}

function packNpm(source: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", resolve(folder)], source);
}

function run(command: string, parameters: readonly string[], cwd = process.cwd()): void {
  execFileSync(command, parameters, { cwd, stdio: ["ignore", "ignore", "inherit"] });
}

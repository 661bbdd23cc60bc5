/**
 * `node test/code/compilers/install.ts`: installs a plain protoc, the generator for Go, and the libraries that generated
 * code needs in Go, Java and Python, in `.compilers/`, which is not committed. Takes half a minute the first time; needs
 * Go, Python and Maven.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { toolsFolder } from "../../../scripts/languages/tools-folder.ts";

/** Package of PyPI that carries protoc with the generator for Python, and the files of google/protobuf. */
const grpcioTools = "grpcio-tools==1.76.0";
/** Version of the protoc with the generator for Java, and of its library, in the repository of Maven. */
const protobufJava = "4.33.1";

const folder = toolsFolder;
/** Module of Go whose tools and libraries are used; the peer of the benchmarks needs the same ones. */
export const goModule = resolve("bench/peers/go");

export const python = join(folder, "python/bin/python");
export const generatorForGo = join(folder, "bin/protoc-gen-go");
export const protobufJar = join(folder, "java/protobuf-java.jar");
export const protocForJava = join(folder, "java/protoc");

/** Returns what is missing, and how to get it; undefined if everything is there. */
export function compilersProblem(): string | undefined {
  const missing = [python, generatorForGo, protobufJar, protocForJava].find((path) => !existsSync(path));
  return missing && `${missing} is missing: run npx node test/code/compilers/install.ts`;
}

function install(): void {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(python)) {
    run("python3", ["-m", "venv", join(folder, "python")]);
    run(python, ["-m", "pip", "install", "--quiet", grpcioTools]);
  }
  if (!existsSync(generatorForGo)) {
    run("go", ["mod", "download"], goModule);
    run("go", ["build", "-o", generatorForGo, "google.golang.org/protobuf/cmd/protoc-gen-go"], goModule);
  }
  if (!existsSync(protobufJar)) copyFromMaven(`protobuf-java:${protobufJava}`);
  if (!existsSync(protocForJava)) {
    const platform = `${platforms[process.platform]}-${processors[process.arch]}`;
    copyFromMaven(`protoc:${protobufJava}:exe:${platform}`);
    renameSync(join(folder, `java/protoc-${platform}.exe`), protocForJava);
    chmodSync(protocForJava, 0o755);
  }
}

/** Words of Maven for what Node calls otherwise. */
const platforms: Readonly<Record<string, string>> = { linux: "linux", darwin: "osx", win32: "windows" };
const processors: Readonly<Record<string, string>> = { x64: "x86_64", arm64: "aarch_64" };

function copyFromMaven(artifact: string): void {
  const target = [`-DoutputDirectory=${join(folder, "java")}`, "-Dmdep.stripVersion=true"];
  run("mvn", ["--batch-mode", "--quiet", "dependency:copy", `-Dartifact=com.google.protobuf:${artifact}`, ...target]);
}

function run(command: string, parameters: string[], cwd = process.cwd()): void {
  execFileSync(command, parameters, { stdio: "inherit", cwd });
}

if (import.meta.main) install();

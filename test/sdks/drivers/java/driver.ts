import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

/** Folder of the driver that was built, and of what Maven has downloaded. Not committed. */
const folder = resolve(".compilers/java");
export const packages = join(folder, "packages");
const built = join(folder, "driver");
const repository = join(folder, "repository");

/** Parameters of every run of Maven: artifacts of others are kept, and none of ours is put among them. */
export const mavenParameters = ["--batch-mode", "--quiet", `-Dmaven.repo.local=${repository}`];

/** The driver in Java: from the packages of `clients/java`, as their users get them. */
export const driver = {
  name: "java",
  /** Returns what is missing, and how to get it; undefined if everything is there. */
  problem(): string | undefined {
    return ["java", "javac", "mvn"].map(absence).find((problem) => problem !== undefined);
  },
  /** Deploys the packages to a folder, and builds the driver from them. */
  install(): void {
    rmSync(packages, { recursive: true, force: true });
    rmSync(join(repository, "io/platonic"), { recursive: true, force: true });
    rmSync(built, { recursive: true, force: true });
    const target = `-DaltDeploymentRepository=packages::file:${packages}`;
    maven("clients/java", ["deploy", "-DskipTests", "-Dmaven.install.skip=true", target]);
    mkdirSync(built, { recursive: true });
    for (const part of ["pom.xml", "src"]) {
      cpSync(join(import.meta.dirname, part), join(built, part), { recursive: true });
    }
    maven(built, ["compile", `-Dpackages=${packages}`]);
  },
  start(): ChildProcess {
    if (!existsSync(join(built, "target/classes"))) throw new Error("the driver is not built: call install()");
    const path = [join(built, "target/classes"), join(built, "target/libraries/*")].join(delimiter);
    const options = ["-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp", path];
    return spawn("java", [...options, "io.platonic.driver.Driver"], { stdio: ["pipe", "pipe", "inherit"] });
  },
};

function maven(cwd: string, parameters: readonly string[]): void {
  execFileSync("mvn", [...mavenParameters, ...parameters], { stdio: "inherit", cwd });
}

function absence(program: string): string | undefined {
  try {
    execFileSync(program, ["-version"], { stdio: "ignore" });
    return undefined;
  } catch {
    return `${program} is missing: install a JDK of version 17 or later, and Maven`;
  }
}

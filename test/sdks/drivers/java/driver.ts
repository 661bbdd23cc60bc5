import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { mavenParameters, mavenRepository } from "../../../../scripts/languages/java.ts";
import type { Driver } from "../driver.ts";
import { takeTurn } from "./turn.ts";

/** The driver in Java: from the packages of `clients/java`, as their users get them. */
export const javaDriver: Driver = {
  language: "java",
  hasChannel: false,
  problem: () => ["java", "javac", "mvn"].map(absence).find((problem) => problem !== undefined),
  install(folder) {
    const packages = join(folder, "packages");
    const endTurn = takeTurn();
    try {
      build(folder, packages);
    } finally {
      endTurn();
    }
    const path = [join(folder, "driver/target/classes"), join(folder, "driver/target/libraries/*")].join(delimiter);
    return ["java", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp", path, "io.platonic.driver.Driver"];
  },
};

/** Deploys the packages to a folder, and builds the driver from them. */
function build(folder: string, packages: string): void {
  rmSync(join(mavenRepository, "io/platonic"), { recursive: true, force: true });
  const target = `-DaltDeploymentRepository=packages::file:${packages}`;
  maven("clients/java", ["deploy", "-Dmaven.test.skip=true", "-Dmaven.install.skip=true", target]);
  const built = join(folder, "driver");
  for (const part of ["pom.xml", "src"]) {
    cpSync(join(import.meta.dirname, part), join(built, part), { recursive: true });
  }
  maven(built, ["compile", `-Dpackages=${packages}`]);
}

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

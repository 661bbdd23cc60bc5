import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { mavenParameters, mavenRepository } from "../../../../scripts/languages/java.ts";
import { builtOnce } from "../built-once.ts";
import type { Driver } from "../driver.ts";
import { takeTurn } from "../turn.ts";

const sources = ["clients/java", "gen/java", "gen/descriptors/clients.binpb"];

/** The driver in Java: from the packages of `clients/java`, as their users get them. */
export const javaDriver: Driver = {
  language: "java",
  hasChannel: false,
  problem: () => ["java", "javac", "mvn"].map(absence).find((problem) => problem !== undefined),
  install() {
    const packages = javaPackages();
    const own = "test/sdks/drivers/java";
    const folder = builtOnce("java-driver", [...sources, own], (built) => inTurn(() => buildDriver(built, packages)));
    const path = [join(folder, "target/classes"), join(folder, "target/libraries/*")].join(delimiter);
    return ["java", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp", path, "io.platonic.driver.Driver"];
  },
};

/** Deploys the packages to a folder, which it returns: compiled with all warnings as errors, and documented without any. */
export function javaPackages(): string {
  const deploy = (folder: string) => {
    const target = `-DaltDeploymentRepository=packages::file:${folder}`;
    maven("clients/java", ["clean", "deploy", "-Dmaven.test.skip=true", "-Dmaven.install.skip=true", target]);
  };
  return builtOnce("java-packages", sources, (folder) => inTurn(() => deploy(folder)));
}

/** Builds the driver from the packages. */
function buildDriver(built: string, packages: string): void {
  rmSync(join(mavenRepository, "io/platonic"), { recursive: true, force: true });
  for (const part of ["pom.xml", "src"]) {
    cpSync(join(import.meta.dirname, part), join(built, part), { recursive: true });
  }
  maven(built, ["compile", `-Dpackages=${packages}`]);
}

function inTurn(work: () => void): void {
  const endTurn = takeTurn("maven");
  try {
    work();
  } finally {
    endTurn();
  }
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

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { mavenParameters, mavenRepository } from "../../../../scripts/languages/java.ts";
import { builtOnce } from "../built-once.ts";
import type { Driver } from "../driver.ts";
import { takeTurn } from "../turn.ts";
import { namesInJar } from "./names-in-jar.ts";

const sources = ["clients/java", "gen/java", "gen/descriptors/clients.binpb"];

/** The driver in Java: from the packages of `clients/java`, as their users get them. */
export const javaDriver: Driver = {
  language: "java",
  hasChannel: false,
  problem: () => ["java", "javac", "mvn"].map(absence).find((problem) => problem !== undefined),
  install() {
    const path = javaClassPath();
    const archive = join(dirname(firstOf(path)), "classes.jsa");
    return ["java", "-XX:TieredStopAtLevel=1", `-XX:SharedArchiveFile=${archive}`, noRecorder, "-cp", path, main];
  },
};

const main = "io.platonic.driver.Driver";
/** Keeps Netty from starting the flight recorder of Java, which takes as long as a payment. */
const noRecorder = "-Dio.platonic.transport.io.netty.jfr.enabled=false";

/** Builds the driver from the packages, and returns its class path: the driver, then all that it needs. */
export function javaClassPath(): string {
  const packages = javaPackages();
  const own = "test/sdks/drivers/java";
  const folder = builtOnce("java-driver", [...sources, own], (built) => inTurn(() => buildDriver(built, packages)));
  return classPathOf(folder);
}

function classPathOf(built: string): string {
  const libraries = globSync(join(built, "target/libraries/*.jar")).toSorted();
  return [join(built, "target/driver.jar"), ...libraries].join(delimiter);
}

function firstOf(path: string): string {
  return path.split(delimiter)[0] as string;
}

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
  const driver = join(built, "target/driver.jar");
  execFileSync("jar", ["--create", "--file", driver, "-C", join(built, "target/classes"), "."], { stdio: "inherit" });
  archiveClasses(join(built, "target"), classPathOf(built));
}

/** Archives all classes as Java has them in memory, so that each of the many processes begins with them. */
function archiveClasses(folder: string, path: string): void {
  const classes = path
    .split(delimiter)
    .flatMap(namesInJar)
    .filter((name) => /^(?!META-INF|.*(module|package)-info).*\.class$/.test(name))
    .map((name) => name.replace(/\.class$/, ""));
  const home = /java\.home = (.*)/.exec(settingsOfJava())?.[1] as string;
  const list = join(folder, "classes.txt");
  writeFileSync(list, `${readFileSync(join(home, "lib/classlist"), "utf8")}${classes.join("\n")}\n`);
  const parameters = [`-XX:SharedClassListFile=${list}`, `-XX:SharedArchiveFile=${join(folder, "classes.jsa")}`];
  // It warns of each class that it leaves out.
  execFileSync("java", ["-Xshare:dump", "-Xlog:disable", ...parameters, "-cp", path], { stdio: "inherit" });
}

/** Returns what Java says of itself, which it writes to standard error. */
function settingsOfJava(): string {
  return spawnSync("java", ["-XshowSettings:properties", "-version"], { encoding: "utf8" }).stderr;
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

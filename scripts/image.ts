/**
 * `npm run image`: builds the image of this version by buildah, with the time of the commit, into `.release/`, and beside
 * it its bill of materials by CycloneDX: the packages of npm and of Debian. What follows goes to buildah:
 * `npm run image -- --build-arg BASE=registry.example/debian:trixie-slim`.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

/** Members of a bill by `npm sbom` that are read. */
interface Bill {
  serialNumber: string;
  readonly metadata: { timestamp: string; readonly component: { name: string } };
  components: { readonly "bom-ref": string; readonly purl: string }[];
  dependencies: { readonly ref: string; dependsOn?: string[] }[];
}

/** Lists of the packages in the image, by dpkg and by npm. */
interface Lists {
  readonly dpkg: string;
  readonly npm: string;
}

export const dpkgList = "/var/lib/dpkg/status";
export const npmList = "/opt/platonic/node_modules/.package-lock.json";

/** Builds the image and writes both files. */
function build(parameters: readonly string[]): void {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const name = `platonic:${version}`;
  const seconds = answerOf("git", "log", "-1", "--format=%ct");
  const labels = [
    "--build-arg",
    `VERSION=${version}`,
    "--build-arg",
    `REVISION=${answerOf("git", "rev-parse", "HEAD")}`,
  ];
  const options = ["--format", "oci", "--timestamp", seconds, "--layers=false", "--tag", name];
  run("buildah", "build", ...options, ...labels, ...parameters, "--file", "deploy/Containerfile", ".");
  mkdirSync(".release", { recursive: true });
  run("buildah", "push", name, `oci-archive:.release/platonic-${version}.oci.tar:${name}`);
  const container = answerOf("buildah", "from", "--pull-never", name);
  const textOf = (path: string) => answerOf("buildah", "run", container, "--", "cat", path);
  const lists = { dpkg: textOf(dpkgList), npm: textOf(npmList) };
  run("buildah", "rm", container);
  const bill = billOfMaterials(lists, new Date(Number(seconds) * 1000));
  writeFileSync(`.release/platonic-${version}.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`);
}

/** Returns the bill of materials of an image with these packages. The same image has the same bill. */
export function billOfMaterials(lists: Lists, time: Date): Bill {
  // All of the lock: `--omit dev` also leaves out packages that the service needs and a workspace only for its development.
  const text = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const bill = JSON.parse(text) as Bill;
  const installed = installedPackages(lists.npm);
  bill.components = bill.components.filter((component) => installed.has(component["bom-ref"]));
  bill.components.push(...debianComponents(lists.dpkg));
  bill.dependencies = bill.dependencies.filter(({ ref }) => installed.has(ref));
  for (const one of bill.dependencies) one.dependsOn = one.dependsOn?.filter((ref) => installed.has(ref)) ?? [];
  bill.metadata.timestamp = time.toISOString();
  // npm says the name of the folder.
  bill.metadata.component.name = "platonic";
  const digest = createHash("sha256").update(JSON.stringify(bill.components)).digest("hex");
  bill.serialNumber = `urn:uuid:${uuidOf(digest)}`;
  return bill;
}

/** Returns the packages of npm's list of a folder, such as `zod@4.6.7`. */
function installedPackages(list: string): ReadonlySet<string> {
  const { packages } = JSON.parse(list) as { packages: Record<string, { name?: string; version?: string }> };
  const names = Object.entries(packages).map(([path, { name, version }]) => [
    name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
    version,
  ]);
  return new Set(names.map(([name, version]) => `${name}@${version}`));
}

/** Returns a UUID of version 8, whose bits are those of a digest. */
function uuidOf(digest: string): string {
  const parts = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digest)?.slice(1) as [string, string, string, string, string];
  return `${parts[0]}-${parts[1]}-8${parts[2]}-a${parts[3]}-${parts[4]}`;
}

function debianComponents(status: string): Bill["components"] {
  return status.split(/\n\n+/).flatMap((paragraph) => {
    const fieldOf = (name: string) => new RegExp(`^${name}: (.+)$`, "m").exec(paragraph)?.[1];
    const [name, version, architecture] = [fieldOf("Package"), fieldOf("Version"), fieldOf("Architecture")];
    if (name === undefined || version === undefined || fieldOf("Status") !== "install ok installed") return [];
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`;
    return [{ "bom-ref": purl, type: "library", name, version, purl }];
  });
}

function answerOf(command: string, ...parameters: string[]): string {
  return execFileSync(command, parameters, { encoding: "utf8", maxBuffer: 1 << 26 }).trim();
}

function run(command: string, ...parameters: string[]): void {
  execFileSync(command, parameters, { stdio: "inherit" });
}

if (import.meta.main) build(process.argv.slice(2));

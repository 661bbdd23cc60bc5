/**
 * `node scripts/baseline.ts` fails if `config/contract.binpb` is not the contract of the last release, with which `npm
 * run lint` compares. With `--write`, a step of a release, it makes the present contract the new baseline.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { clearField, create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { descriptorsFile } from "./descriptors.ts";

export const baselineFile = "config/contract.binpb";

export interface Baseline {
  readonly baseline: Uint8Array;
  /** The present contract. */
  readonly current: Uint8Array;
  readonly version: string;
  /** The last release, if this clone has its tag. */
  readonly release: { readonly version: string; readonly contract: Uint8Array } | undefined;
}

/** Returns the problem of the baseline, and what to do; undefined if there is none. */
export function baselineProblem({ baseline, current, version, release }: Baseline): string | undefined {
  if (release === undefined || isSame(baseline, release.contract)) return undefined;
  // The commit of the next release has a new version and no tag yet.
  if (version !== release.version && isSame(baseline, current)) return undefined;
  return `${baselineFile} is not the contract of v${release.version}: restore it by git show v${release.version}:${baselineFile}`;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(declared(one), declared(other)) === 0;
}

/** Normalises the declarations of a contract: without comments, and without buf's additions to each file. */
function declared(contract: Uint8Array): Uint8Array {
  const { file } = fromBinary(FileDescriptorSetSchema, contract);
  for (const one of file) {
    clearField(one, FileDescriptorProtoSchema.field.sourceCodeInfo);
    delete one.$unknown;
  }
  file.sort((one, other) => (one.name < other.name ? -1 : 1));
  return toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file }));
}

function readRelease(): Baseline["release"] {
  const { status, stdout } = spawnSync("git", ["describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"], {
    encoding: "utf8",
  });
  if (status !== 0) return undefined;
  const tag = stdout.trim();
  return { version: tag.slice(1), contract: execFileSync("git", ["show", `${tag}:${descriptorsFile}`]) };
}

function main(): void {
  const current = readFileSync(descriptorsFile);
  if (process.argv.includes("--write")) {
    // As an image of buf, which marks imports; `buf breaking` leaves them out.
    execFileSync("buf", ["build", "proto", "--exclude-source-info", "-o", baselineFile], { stdio: "inherit" });
    return;
  }
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const baseline = readFileSync(baselineFile);
  const problem = baselineProblem({ baseline, current, version, release: readRelease() });
  if (problem === undefined) return;
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}

if (import.meta.main) main();

import { globSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DescService } from "@bufbuild/protobuf";

/** Returns every service of the contract. */
export async function contractServices(): Promise<DescService[]> {
  const root = resolve("gen/es/platonic");
  const files = await Promise.all(globSync("*/v1/*_pb.js", { cwd: root }).map((file) => import(join(root, file))));
  return files.flatMap((exported) => Object.values(exported)).filter(isService);
}

function isService(exported: unknown): exported is DescService {
  return (exported as { kind?: unknown } | undefined)?.kind === "service";
}

import { toolsFolder } from "../../../scripts/languages/tools-folder.ts";
import { builtOnceIn } from "../../support/programs/built-once.ts";

/** Builds something of another language once, with its tools. See `builtOnceIn`. */
export function builtOnce(
  name: string,
  sources: readonly string[],
  build: (folder: string) => void,
  others?: string,
): string {
  return builtOnceIn(toolsFolder, name, sources, build, others);
}

import { join } from "node:path";
import { toolsFolder } from "../../../scripts/languages/tools-folder.ts";
import { takeTurnAt } from "../../support/programs/turn.ts";

/**
 * Waits for the turn of a tool, such as Maven, all of whose runs share the folders of their output and of what was
 * downloaded. Returns a function that ends the turn.
 */
export function takeTurn(tool: string): () => void {
  return takeTurnAt(join(toolsFolder, "turns", tool));
}

import { mkdirSync, realpathSync } from "node:fs";

mkdirSync(".compilers", { recursive: true });

/**
 * Folder of tools and builds of other languages, which is not committed. It may be a link to a folder that outlives the
 * checkout; paths in its files refer only to that folder.
 */
export const toolsFolder = realpathSync(".compilers");

import { mkdirSync, realpathSync } from "node:fs";

mkdirSync(".compilers", { recursive: true });

/**
 * Folder of tools and builds of other languages, which is not committed. It may be a link to a place that outlives the
 * checkout, in whose files only that place is named.
 */
export const toolsFolder = realpathSync(".compilers");

import { homedir } from "node:os";
import { join } from "node:path";

/** Folder of what runs of the tests keep for the next one. `.ci/run` removes what no run has used for a month. */
export const cacheFolder = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "platonic");

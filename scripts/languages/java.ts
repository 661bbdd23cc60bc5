import { rmSync } from "node:fs";
import { join } from "node:path";
import { writeJavaServices } from "./java/services.ts";
import type { Language } from "./language.ts";
import { toolsFolder } from "./tools-folder.ts";

const output = "gen/java";
/** Downloads of Maven. Not committed. */
export const mavenRepository = join(toolsFolder, "java/repository");

/** Parameters of every run of Maven: third-party artifacts are cached, and ours are not installed among them. */
export const mavenParameters = ["--batch-mode", "--quiet", `-Dmaven.repo.local=${mavenRepository}`];

/**
 * Java: typed clients of all services from our own generator. The build of clients/java generates messages and methods.
 */
export const java: Language = {
  name: "java",
  output,
  problem: () => undefined,
  install: () => undefined,
  generate() {
    rmSync(output, { recursive: true, force: true });
    writeJavaServices(output);
  },
};

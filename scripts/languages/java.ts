import { rmSync } from "node:fs";
import { writeJavaServices } from "./java/services.ts";
import type { Language } from "./language.ts";

const output = "gen/java";

/** Java: typed clients of all services by our own generator. The build of clients/java generates messages and methods. */
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

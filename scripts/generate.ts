/** `npm run generate`: writes everything that follows from the .proto files. Running it twice changes nothing. */
import { execFileSync } from "node:child_process";
import { writeDescriptors } from "./descriptors.ts";
import { writeImports } from "./imports/imports.ts";

writeImports();
execFileSync("buf", ["generate"], { stdio: "inherit" });
writeDescriptors();
// Imported only now, because the pages are written from tables that use the generated code.
const { writeReference } = await import("./reference/pages.ts");
writeReference("docs/reference");

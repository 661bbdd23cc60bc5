/**
 * `npm run generate`: writes everything derived from the .proto files, and the lists of files. Running it twice changes
 * nothing.
 */
import { execFileSync } from "node:child_process";
import { writeDescriptors } from "./descriptors.ts";
import { writeDashboards } from "./grafana/dashboards.ts";
import { writeImports } from "./imports/imports.ts";
import { writeClientContract } from "./languages/client-contract.ts";
import { languages } from "./languages/languages.ts";
import { writeSourceLists } from "./source-lists.ts";

writeImports();
writeSourceLists();
writeDashboards();
execFileSync("buf", ["generate"], { stdio: "inherit" });
writeDescriptors();
writeClientContract();
for (const language of languages) {
  const problem = language.problem();
  if (problem === undefined) language.generate();
  else process.stderr.write(`${language.output} stays as it is: ${problem}\n`);
}
// Imported only now, because these modules use the generated code.
const { readRegistry } = await import("./contract-registry.ts");
const registry = readRegistry();
const { writeJson } = await import("./openapi/write.ts");
const { summariesOf } = await import("./summaries.ts");
writeJson("gen/summaries.json", summariesOf(registry));
const { writeReference } = await import("./reference/pages.ts");
await writeReference("docs/reference", registry);
const { openApiDocument } = await import("./openapi/document.ts");
writeJson("gen/openapi/openapi.json", openApiDocument(registry));
const { asyncApiDocument } = await import("./asyncapi/document.ts");
writeJson("gen/asyncapi/asyncapi.json", asyncApiDocument(registry));

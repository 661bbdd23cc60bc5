import { dashboardFolder } from "./grafana/dashboards.ts";
import { importFolders } from "./imports/imports.ts";
import { languages } from "./languages/languages.ts";
import { migrationsFile, tablesFile } from "./source-lists.ts";

/** Files and folders written by `npm run generate`, which nobody edits. */
export const generatedPaths: readonly string[] = [
  "gen",
  "docs/reference",
  ...importFolders,
  ...languages.map(({ output }) => output).filter((output) => !output.startsWith("gen/")),
  dashboardFolder,
  migrationsFile,
  tablesFile,
];

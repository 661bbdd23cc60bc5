/**
 * `node scripts/languages/install.ts [language]`: installs the tools that generate and check a language, or all
 * languages.
 */
import { languages } from "./languages.ts";

const [name] = process.argv.slice(2);
const chosen = languages.filter((language) => name === undefined || language.name === name);
if (chosen.length === 0) {
  throw new Error(`there is no language ${name}: name one of ${languages.map((language) => language.name).join(", ")}`);
}
for (const language of chosen) language.install();

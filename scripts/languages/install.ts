/** `node scripts/languages/install.ts [language]`: installs what a language, or each, is generated and checked by. */
import { languages } from "./languages.ts";

const [name] = process.argv.slice(2);
const chosen = languages.filter((language) => name === undefined || language.name === name);
if (chosen.length === 0) {
  throw new Error(`there is no language ${name}: name one of ${languages.map((language) => language.name).join(", ")}`);
}
for (const language of chosen) language.install();

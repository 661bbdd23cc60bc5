import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { isReadable } from "../core/config/primitives.ts";
import { nearestName } from "../core/nearest-name.ts";

/** Settings of a file, and its problems, one line for each. */
export interface SettingsFile {
  readonly given: NodeJS.Dict<string>;
  readonly problems: readonly string[];
}

/**
 * Reads a settings file. Every line that cannot be read is a problem, because a silently dropped setting would get its
 * default: an emptied file would start a new service beside the old one.
 *
 * @param known names of settings
 */
export function readSettingsFile(path: string | undefined, known: readonly string[]): SettingsFile {
  // The setting that names the file reports this like any other path.
  if (!path || !isReadable(path)) return { given: {}, problems: [] };
  const text = readFileSync(path, "utf8");
  const given = parseEnv(text);
  const problems = [...problemsOfLines(text), ...problemsOfNames(Object.keys(given), known)];
  if (Object.keys(given).length === 0 && problems.length === 0)
    problems.push("SETTINGS_FILE names a file without any setting. Put the settings back, or unset SETTINGS_FILE");
  if (given["SETTINGS_FILE"] !== undefined && given["SETTINGS_FILE"] !== path)
    problems.push("SETTINGS_FILE names a file that names another SETTINGS_FILE, which is not read: remove that line");
  return { given: { ...given, SETTINGS_FILE: path }, problems };
}

/** Returns names in the environment that are not read, but are spelt nearly like a setting, or begin like one. */
export function misspelt(env: NodeJS.ProcessEnv, known: readonly string[]): [name: string, meant: string][] {
  return Object.keys(env).flatMap((name): [string, string][] => {
    // The environment also belongs to other programs, such as OpenSSL.
    if (known.includes(name) || name.startsWith("SSL_CERT_")) return [];
    const begun = continued(name, known);
    if (begun !== undefined) return [[name, begun]];
    const meant = nearestName(name, known);
    return meant === undefined || lettersApart(name, meant) > lettersMax(name) ? [] : [[name, meant]];
  });
}

/** Returns the setting of several words whose last word goes on in a name, such as DATA_DIR in DATA_DIRECTORY. */
function continued(name: string, known: readonly string[]): string | undefined {
  return known.find((one) => one.includes("_") && name.startsWith(one) && name[one.length] !== "_");
}

/** Returns how many letters may differ: short names resemble many others. */
function lettersMax({ length }: string): number {
  return length < 8 ? 1 : 2;
}

/** Returns the number of letters that one of two names has and the other lacks, in any position. */
function lettersApart(one: string, other: string): number {
  const left = [...other];
  const missing = [...one].filter((letter) => {
    const at = left.indexOf(letter);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  return missing.length + left.length;
}

function problemsOfNames(names: readonly string[], known: readonly string[]): string[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = nearestName(name, known);
      const advice = meant === undefined ? "docs/reference/settings.md lists them" : `did you mean ${meant}?`;
      // Text that does not look like a name may be part of a secret.
      const shown = /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name) ? name : "a name";
      return `SETTINGS_FILE has ${shown}, which is no setting; ${advice}`;
    });
}

/** Returns a problem for each line that Node's parser would silently drop. */
function problemsOfLines(text: string): string[] {
  const problems: string[] = [];
  const lineOf = new Map<string, number>();
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const number = at + 1;
    const line = (lines[at] as string).trim();
    if (line === "" || line.startsWith("#")) continue;
    const [, name, value] = /^(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      problems.push(`SETTINGS_FILE has a line ${number} that is not like NAME=value`);
      continue;
    }
    const before = lineOf.get(name);
    if (before !== undefined) problems.push(`SETTINGS_FILE has ${name} twice, on the lines ${before} and ${number}`);
    lineOf.set(name, number);
    const end = endOfValue(value, lines, at);
    if (end === undefined) problems.push(`SETTINGS_FILE has a quotation mark on line ${number} that is never closed`);
    else at = end;
  }
  return problems;
}

/** Returns the index of the line on which a value ends; undefined if its quotation mark is never closed. */
function endOfValue(value: string, lines: readonly string[], at: number): number | undefined {
  const quote = value[0];
  if (quote !== '"' && quote !== "'" && quote !== "`") return at;
  if (value.includes(quote, 1)) return at;
  const end = lines.findIndex((line, index) => index > at && line.includes(quote));
  return end === -1 ? undefined : end;
}

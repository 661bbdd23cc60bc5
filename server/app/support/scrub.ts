import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";

/** Text in place of whatever is not of the program. */
const removed = "[removed]";

const root = join(import.meta.dirname, "../../..");

/** Numbers of log lines that measure or count, or that name a state. Others may be codes, amounts or phone numbers. */
const measures = new Set(["level", "durationMs", "awayMs", "status", "omitted", "port", "size", "takesMs"]);

export interface Scrubber {
  /** Keeps the words of a text that are the program's own, and short numbers if they are wanted. */
  text(text: string, options?: { readonly hasNumbers: boolean }): string;
  /** Does the same for a line of the log: one of JSON keeps its form. */
  line(line: string): string;
}

/**
 * Creates a scrubber, which lists what may stay, since nobody can list what must not: names and addresses have no form.
 *
 * @param vocabulary words of the program
 * @param secrets values that are removed even if they consist of such words
 */
export function createScrubber(vocabulary: ReadonlySet<string>, secrets: readonly string[]): Scrubber {
  const isOwn = (word: string) => vocabulary.has(word);

  function text(given: string, { hasNumbers } = { hasNumbers: false }): string {
    const without = secrets.reduce((rest, secret) => rest.replaceAll(secret, removed), given);
    const parts = without.split(/([\s"`()[\]{}<>,;=|]+|[.:!?]+(?=\s|$))/);
    const kept = parts.map((part, index) => {
      const isBetween = index % 2 === 1 || part === "";
      return isBetween || isOwn(part) || (hasNumbers && /^\d{1,6}$/.test(part)) ? part : removed;
    });
    return kept.join("").replaceAll(/\[removed\](?:\s*\[removed\])+/g, removed);
  }

  /** Keeps the place of a frame if it is a file of the program or of its packages. */
  function frame(line: string): string {
    const [, called = "", path = "", place] =
      /^\s+at (?:(?:async )?([\w.<>]+) \()?.*?((?:server|node_modules)\/[\w@./-]+|node:[\w/]+)(:\d+:\d+)\)?$/.exec(
        line,
      ) ?? [];
    if (place === undefined) return text(line);
    const isFile = isBuiltin(path) || existsSync(join(root, path));
    return isFile ? `    at ${called === "" ? "" : `${text(called)} `}${path}${place}` : text(line);
  }

  function member(key: string, value: unknown): unknown {
    if (value === null || typeof value === "boolean") return value;
    if (typeof value === "number") return measures.has(key) ? value : removed;
    if (typeof value !== "string") return scrubbed(value as object);
    if (key === "time" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)) return value;
    return key === "stack" ? value.split("\n").map(frame).join("\n") : text(value);
  }

  function scrubbed(value: object): unknown {
    if (Array.isArray(value)) return value.map((one) => member("", one));
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => (isOwn(key) ? [key, member(key, one)] : [removed, removed])),
    );
  }

  function line(given: string): string {
    try {
      const parsed: unknown = JSON.parse(given);
      if (typeof parsed === "object" && parsed !== null) return JSON.stringify(scrubbed(parsed));
    } catch {
      // What is not JSON comes from standard error, or from what writes the log.
    }
    return /^\s+at /.test(given) ? frame(given) : text(given);
  }

  return { text, line };
}

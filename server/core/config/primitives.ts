import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { z } from "zod";
import { isThisMachine } from "../network.ts";

// `form` in the metadata of a schema describes the values of the variable; docs/reference/settings.md shows it. `conceals`
// says which part of a value is not shown to anybody: see shown-value.ts.

/** A text that a pattern or a function accepts; any text by default. */
export function text(form: string, accepted: RegExp | ((text: string) => boolean) = () => true) {
  const isAccepted = accepted instanceof RegExp ? (given: string) => accepted.test(given) : accepted;
  return z.string().refine(isAccepted, `must be ${form}`).meta({ form });
}

export function integer(minimum: number, maximum: number) {
  const form = `an integer from ${minimum} to ${maximum}`;
  return z
    .string()
    .transform((given) => (/^\d{1,15}$/.test(given) ? Number(given) : Number.NaN))
    .refine((value) => value >= minimum && value <= maximum, `must be ${form}`)
    .meta({ form });
}

export const readableFile = z
  .string()
  .refine(isReadable, { error: ({ input }) => unreadable(String(input)) })
  .meta({ form: "the path of a readable file" });

/** Says that a setting names a file that cannot be read. */
export function unreadable(path: string): string {
  return `names ${shownPath(path)}, which cannot be read (${readFailure(path)})`;
}

/** Returns a path as messages have it: not a text without a folder, which may be a secret in place of its file. */
function shownPath(path: string): string {
  return /^\.{0,2}\/[^\p{Cc}]{0,254}$/u.test(path) ? path : "a file";
}

function readFailure(path: string): string {
  try {
    accessSync(path, constants.R_OK);
    return "EISDIR";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code as string;
  }
}

/** A program that this user may run. */
export const executable = z
  .string()
  .refine((path) => isAbsolute(path) && isExecutable(path), {
    error: ({ input }) =>
      `must be the absolute path of a program that this user may run, which ${shownPath(String(input))} is not`,
  })
  .meta({ form: "the absolute path of a program" });

/** A folder that exists or can be made. */
export const folder = z
  .string()
  .refine(mayBeFolder, "names a file, or is below one")
  .meta({ form: "the path of a folder" });

/** A JSON text. Hides the parser's message, which would quote the text. */
const json = z
  .string()
  .transform((given, context) => {
    try {
      const parsed = parseUnambiguously(given);
      if (parsed !== undefined) return parsed;
      context.addIssue({ code: "custom", message: "is JSON in which an object has two members of one name" });
    } catch {
      context.addIssue({ code: "custom", message: "is not valid JSON" });
    }
    return z.NEVER;
  })
  .meta({ form: "JSON" });

/** Parses JSON; returns undefined if an object has two members of one name, of which the parser drops the first. */
function parseUnambiguously(json: string): unknown {
  let members = 0;
  const parsed: unknown = JSON.parse(json, function (this: unknown, name, value) {
    if (name !== "" && !Array.isArray(this)) members++;
    return value;
  });
  const names = json.match(/"(?:[^"\\]|\\.)*"\s*:?/gs)?.filter((part) => part.endsWith(":") && !/^""/.test(part)) ?? [];
  return names.length === members ? parsed : undefined;
}

/** JSON, or `@` and the path of a file that contains it. */
export const jsonOrFile = z
  .string()
  .transform((given, context) => {
    if (!given.startsWith("@")) return given;
    try {
      return readFileSync(given.slice(1), "utf8");
    } catch {
      context.addIssue({ code: "custom", message: unreadable(given.slice(1)) });
      return z.NEVER;
    }
  })
  .pipe(json)
  .meta({ form: "JSON, or `@` and the path of a file that holds it" });

/** A comma-separated list of entries, each accepted by a function, without empty entries or duplicates. */
export function list(form: string, isAccepted: (entry: string) => boolean) {
  return z
    .string()
    .transform((given, context) => {
      const entries = given.split(",").map((entry) => entry.trim());
      const message = listFlaw(entries) ?? (entries.every(isAccepted) ? undefined : `must be ${form}`);
      if (message === undefined) return entries;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .meta({ form });
}

function listFlaw(entries: readonly string[]): string | undefined {
  if (entries.includes("")) return "has an empty entry: a comma too many";
  return isDistinct(entries) ? undefined : "has an entry twice";
}

export function isDistinct(entries: readonly unknown[]): boolean {
  return new Set(entries).size === entries.length;
}

/** Origins of web pages, or `*` alone. */
export const origins = list("origins such as https://example.org, separated by commas, or * alone", isOrigin).refine(
  (entries) => entries.length === 1 || !entries.includes("*"),
  "has * beside origins: * alone is any",
);

export const webAddress = address("an http or https URL", () => undefined);

/** URL to which signed messages are posted. */
export const webhookAddress = address("an https URL, or an http URL of this machine", ({ protocol, hostname }) =>
  protocol === "https:" || isThisMachine(hostname) ? undefined : "must begin with https:// but on this machine",
);

function address(form: string, flaw: (url: URL) => string | undefined) {
  return z
    .string()
    .transform((given, context) => {
      const message = webAddressFlaw(given) ?? flaw(new URL(given));
      if (message === undefined) return given;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .meta({ form, conceals: "path" });
}

function mayBeFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    // The code that uses the path reports any other error.
    return (error as NodeJS.ErrnoException).code !== "ENOTDIR";
  }
}

/** Whether a path is readable and is not a folder. */
export function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return !statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Says what is wrong with the URL of a web server, without quoting it; undefined if it can be called unchanged. */
export function webAddressFlaw(text: string): string | undefined {
  if (!/^https?:\/\/[^/?#]/i.test(text)) return "must begin with http:// or https:// and a host";
  if (/[\s\\\p{Cc}]/u.test(text)) return "has a space, a line break or a backslash";
  if (/%(?![0-9a-f]{2})/i.test(text)) return "has a % that begins no escape: write %25 for the sign itself";
  if (text.includes("#")) return "has a #, after which nothing is sent: write %23 for the sign itself";
  const url = URL.parse(text);
  if (url === null) return "is not a URL";
  if (/^https?:\/\/[^/?]*@/i.test(text)) return "has a name or password, which would not be sent";
  return url.port === "0" ? "names port 0, on which nothing listens" : undefined;
}

export function isOrigin(text: string): boolean {
  return text === "*" || (URL.canParse(text) && new URL(text).origin === text && text !== "null");
}

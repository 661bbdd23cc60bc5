import { accessSync, constants, readFileSync } from "node:fs";
import { z } from "zod";

// `form` in the metadata of a schema describes the values of the variable; docs/reference/settings.md shows it.

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
  .refine(isReadable, "names a file that cannot be read")
  .meta({ form: "the path of a readable file" });

/** Hides the parser's message, which would quote the text. */
const json = z
  .string()
  .transform((given, context) => {
    try {
      return JSON.parse(given) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: "is not valid JSON" });
      return z.NEVER;
    }
  })
  .meta({ form: "JSON" });

/** JSON, or `@` and the path of a file that contains it. */
export const jsonOrFile = z
  .string()
  .transform((given, context) => {
    if (!given.startsWith("@")) return given;
    try {
      return readFileSync(given.slice(1), "utf8");
    } catch {
      context.addIssue({ code: "custom", message: "names a file that cannot be read" });
      return z.NEVER;
    }
  })
  .pipe(json)
  .meta({ form: "JSON, or `@` and the path of a file that holds it" });

export const origins = originList("* or origins such as https://example.org, with commas between", isOrigin);

/** Origins separated by commas, each accepted by a function. */
export function originList(form: string, isAccepted: (origin: string) => boolean) {
  return z
    .string()
    .transform((given) => given.split(",").map((origin) => origin.trim()))
    .refine((list) => list.every(isAccepted), `must be ${form}`)
    .meta({ form });
}

export const webAddress = text("an http or https URL", isWebAddress);

export function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

export function isWebAddress(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}

export function isOrigin(text: string): boolean {
  return text === "*" || (URL.canParse(text) && new URL(text).origin === text);
}

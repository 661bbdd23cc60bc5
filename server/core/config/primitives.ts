import { accessSync, constants, readFileSync } from "node:fs";
import { z } from "zod";

/** Kinds of variables, which are all texts. */
export const integer = (minimum: number, maximum: number) =>
  z
    .string()
    .transform((text) => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN))
    .refine((value) => value >= minimum && value <= maximum, `must be an integer from ${minimum} to ${maximum}`);

export const readableFile = z.string().refine(isReadable, "names a file that cannot be read");

/** The parser's own message would quote the text. */
export const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: "custom", message: "is not valid JSON" });
    return z.NEVER;
  }
});

/** JSON, or `@` and the path of a file with it. */
export const jsonOrFile = z
  .string()
  .transform((text, context) => {
    if (!text.startsWith("@")) return text;
    try {
      return readFileSync(text.slice(1), "utf8");
    } catch {
      context.addIssue({ code: "custom", message: "names a file that cannot be read" });
      return z.NEVER;
    }
  })
  .pipe(json);

export const origins = z
  .string()
  .transform((text) => text.split(",").map((origin) => origin.trim()))
  .refine((list) => list.every(isOrigin), "must be * or origins such as https://example.org, with commas between");

export const webAddress = z.string().refine(isWebAddress, "must be an http or https URL");

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

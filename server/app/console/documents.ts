import { readFile } from "node:fs/promises";
import type { Logger } from "pino";
import { fixedDocument, type HttpDocument } from "../../transports/http/documents.ts";

/** The console, as `npm run console` builds it. */
const builtFolder = new URL("../../../clients/console/dist/", import.meta.url);

/** A file of the console, as its build lists it in `console.json`. */
interface ConsoleFile {
  readonly paths: readonly string[];
  readonly file: string;
  readonly mediaType: string;
  /** Whether its name changes with its content. */
  readonly isImmutable: boolean;
  /** Content codings of its precompressed copies, each with the suffix of the copy's name. */
  readonly codings: Readonly<Record<string, string>>;
}

/** Lets the console run only its own scripts and talk only to its own origin, and lets no other page frame it. */
const pageHeaders = [
  [
    "Content-Security-Policy",
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      "connect-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  ],
  ["Referrer-Policy", "no-referrer"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
].flat();

/** Files, each with its copies, that are read at once: a process may not have as many descriptors as the console has files. */
const filesAtOnce = 8;

/** Reads the console into memory, by path. Logs if it has not been built: the API needs no web pages. */
export async function openConsole(
  isOn: boolean,
  log: Pick<Logger, "warn">,
  folder: URL = builtFolder,
): Promise<Map<string, HttpDocument>> {
  if (!isOn) return new Map();
  try {
    const listed = JSON.parse(await readFile(new URL("console.json", folder), "utf8")) as readonly ConsoleFile[];
    const documents = new Map<string, HttpDocument>();
    for (let start = 0; start < listed.length; start += filesAtOnce) {
      const some = listed.slice(start, start + filesAtOnce);
      for (const { paths, document } of await Promise.all(some.map((each) => documentOf(each, folder)))) {
        for (const path of paths) documents.set(path, document);
      }
    }
    return documents;
  } catch (error) {
    const { message } = error as Error;
    log.warn(`there are no web pages: run \`npm run console\`, or set CONSOLE=off (${message})`);
    return new Map();
  }
}

async function documentOf({ paths, file, mediaType, isImmutable, codings }: ConsoleFile, folder: URL) {
  const body = await readFile(new URL(file, folder));
  const coded = await Promise.all(
    Object.entries(codings).map(async ([coding, suffix]) => {
      return [coding, await readFile(new URL(file + suffix, folder))] as const;
    }),
  );
  const document = fixedDocument(mediaType, body, {
    headers: mediaType.startsWith("text/html") ? pageHeaders : [],
    coded: new Map(coded),
    caching: isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
  });
  return { paths, document };
}

/**
 * `npm run console`: builds the console into `clients/console/dist`, with compressed copies and `console.json`, the list of
 * files by which the service serves them.
 *
 *     --once   only if its sources have changed since; a failure is told, and leaves the service without a console
 */
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { readOperations } from "./build/operations.ts";
import { sourcesHash } from "./build/sources.ts";
import { type DocumentationFiles, writeDocumentation } from "./documentation/build.ts";
import { pages } from "./src/app/pages.ts";

const dist = join(import.meta.dirname, "dist");
/** Where it is built: a build that is killed leaves the earlier one, and two builds at once do not disturb each other. */
const unfinished = join(import.meta.dirname, `.dist-${process.pid}`);
const hashName = "sources.sha256";

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".woff2": "font/woff2",
};

if (process.argv.includes("--once")) {
  await buildOnce();
} else {
  await build(sourcesHash());
}

async function buildOnce(): Promise<void> {
  const hash = sourcesHash();
  const hashFile = join(dist, hashName);
  if (existsSync(hashFile) && readFileSync(hashFile, "utf8") === hash) return;
  try {
    await build(hash);
  } catch (error) {
    process.stderr.write(`The console could not be built, so there are no web pages: ${(error as Error).message}\n`);
  }
}

async function build(hash: string): Promise<void> {
  const startedMs = performance.now();
  process.stderr.write("Building the console, once ");
  const dots = setInterval(() => process.stderr.write("."), 300);
  try {
    const vite = await import("vite");
    await vite.build({
      configFile: join(import.meta.dirname, "vite.config.ts"),
      logLevel: "error",
      build: { outDir: unfinished },
    });
    const documentation = writeDocumentation(unfinished);
    writeFileSync(join(unfinished, "console.json"), JSON.stringify(listFiles(documentation)));
    writeFileSync(join(unfinished, hashName), hash);
    rmSync(dist, { recursive: true, force: true });
    renameSync(unfinished, dist);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    clearInterval(dots);
    process.stderr.write(` ${((performance.now() - startedMs) / 1_000).toFixed(1)} s\n`);
  }
}

/** Lists the built files as `server/app/console/documents.ts` reads them, and compresses those that get smaller. */
function listFiles(documentation: DocumentationFiles) {
  const applicationPaths = [...Object.keys(pages), ...readOperations().map(({ name }) => `/playground/${name}`)];
  return globSync("**/*.*", { cwd: unfinished }).map((file) => {
    const mediaType = mediaTypes[extname(file)];
    if (mediaType === undefined) throw new Error(`${file} has no known media type: name it in ${import.meta.filename}`);
    return {
      paths: file === "index.html" ? applicationPaths : (documentation.get(file) ?? [`/${file}`]),
      file,
      mediaType,
      isImmutable: file.startsWith("assets/"),
      codings: compress(join(unfinished, file)),
    };
  });
}

/** Writes compressed copies beside a file; returns the suffixes of their names by coding, the smallest first. */
function compress(path: string): Record<string, string> {
  const bytes = readFileSync(path);
  if (bytes.length < 1_000 || /\.(png|woff2)$/.test(path)) return {};
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, quality));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  return { br: ".br", gzip: ".gz" };
}

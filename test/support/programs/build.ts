/**
 * Bundles a program with all that it imports, and with the programs of the threads that it starts.
 *
 *     node test/support/programs/build.ts PROGRAM FOLDER
 */
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Plugin, rolldown } from "rolldown";

const [program = "", folder = ""] = process.argv.slice(2);
const root = process.cwd();

/** Packages with native code or programs of their own, and those that are loaded only when a setting asks for them. */
const separate =
  /^(@node-rs\/argon2|@opentelemetry\/.*|@simplewebauthn\/server|better-sqlite3|koffi|mysql2|nodemailer|pino|piscina|sodium-native|undici)(\/|$)/;

/** Keeps the places of the sources: files are read beside them, and programs of threads become bundles, too. */
const places: Plugin = {
  name: "places",
  transform(code, id) {
    if (id.includes("node_modules") || !code.includes("import.meta.")) return null;
    return code
      .replaceAll(/new URL\("(\.[^"]+\.ts)", import\.meta\.url\)/g, (_, path: string) => {
        const chunk = this.emitFile({ type: "chunk", id: resolve(dirname(id), path) });
        return `new URL(import.meta.ROLLUP_FILE_URL_${chunk})`;
      })
      .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
      .replaceAll("import.meta.dirname", JSON.stringify(dirname(id)));
  },
};

const bundle = await rolldown({
  cwd: root,
  platform: "node",
  input: { program: resolve(program) },
  external: separate,
  plugins: [places],
  // Problems fail the build. The warnings are of packages, and of source maps, which keep the lines, if not all columns.
  logLevel: "silent",
});
await bundle.write({ dir: folder, format: "esm", sourcemap: true, sourcemapExcludeSources: true });

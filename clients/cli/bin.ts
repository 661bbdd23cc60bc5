#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { manifest } from "./manifest.ts";

const args = process.argv.slice(2);
let isTelling = false;
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The command hears of it itself, and keeps what was not told.
  if (isTelling) return;
  // EPIPE means that the reader has read enough. Any other failed write lost output.
  if (error.code !== "EPIPE") process.stderr.write(`platonic: standard output: ${error.message}\n`);
  process.exit(1);
});
// A failed write to standard error changes no status, and does not stop payments in progress.
process.stderr.on("error", () => {});
if (args.length === 1 && /^(?:--version|-v)$/.test(args[0] as string)) {
  process.stdout.write(`platonic ${manifest().version}\n`);
} else {
  // Halves the start-up time, from the second call on.
  enableCompileCache();
  // Loaded lazily: the version, the most frequent request, must not wait for it.
  const { platonic } = await import("./platonic.ts");
  process.exitCode = await platonic(args, {
    env: process.env,
    write: (text) => process.stdout.write(text),
    tell(text) {
      isTelling = true;
      return new Promise((resolve, reject) => {
        process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
      });
    },
    complain: (text) => process.stderr.write(text),
    isTerminal: process.stderr.isTTY === true,
  });
}

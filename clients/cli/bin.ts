#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { manifest } from "./manifest.ts";

const args = process.argv.slice(2);
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that closes a pipe has read enough. Any other output that cannot be written was not told.
  if (error.code !== "EPIPE") process.stderr.write(`platonic: standard output: ${error.message}\n`);
  process.exit(1);
});
// A complaint that cannot be written changes no status, and stops no payments that go on.
process.stderr.on("error", () => {});
if (args.length === 1 && /^(?:--version|-v)$/.test(args[0] as string)) {
  process.stdout.write(`platonic ${manifest().version}\n`);
} else {
  // Halves the time until a command begins, from the second call on.
  enableCompileCache();
  // Loaded only now: the version is asked for more often than anything else, and waits for nothing.
  const { platonic } = await import("./platonic.ts");
  process.exitCode = await platonic(args, {
    env: process.env,
    write: (text) => process.stdout.write(text),
    complain: (text) => process.stderr.write(text),
    isTerminal: process.stderr.isTTY === true,
  });
}

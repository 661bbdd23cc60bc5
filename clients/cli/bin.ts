#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { manifest } from "./manifest.ts";

const args = process.argv.slice(2);
if (args.length === 1 && args[0] === "--version") {
  process.stdout.write(`platonic ${manifest().version}\n`);
} else {
  // Halves the time until a command begins, from the second call on.
  enableCompileCache();
  // Loaded only now: the version is asked for more often than anything else, and waits for nothing.
  const { platonic } = await import("./platonic.ts");
  process.exitCode = await platonic(args.length === 0 ? ["start"] : args, {
    env: process.env,
    write: (text) => process.stdout.write(text),
    complain: (text) => process.stderr.write(text),
    isTerminal: process.stderr.isTTY === true,
  });
}

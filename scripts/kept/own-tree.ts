/**
 * Setup of every test file: has it, and programs that it starts, work in the tree that it is in, which may be another one than
 * that of the run.
 */
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const started = process.cwd();
if (root !== started) {
  process.chdir(root);
  for (const [name, value] of Object.entries(process.env)) process.env[name] = value?.replaceAll(started, root);
}

/** `npm run nemesis`: every fault of a database under load, and a table of what was lost. Needs MariaDB and Galera. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tableHead } from "../support/cluster/table.ts";

const directory = mkdtempSync(join(tmpdir(), "platonic-nemesis-"));
const table = join(directory, "table.md");
writeFileSync(table, "");
const parameters = ["node_modules/vitest/vitest.mjs", "run", "--no-file-parallelism", "test/cluster"];
const { status } = spawnSync(process.execPath, [...parameters, ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { CLUSTER_TRANSFERS: "20000", ...process.env, CLUSTER_FAULTS: "all", CLUSTER_TABLE: table },
});
const lines = readFileSync(table, "utf8").split("\n").filter(Boolean);
const rows = lines.filter((line) => line.startsWith("|"));
const times = lines.filter((line) => !line.startsWith("|"));
process.stdout.write(`${[tableHead, ...rows, "", ...times].join("\n")}\n`);
rmSync(directory, { recursive: true });
process.exitCode = status ?? 1;

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { arch, cpus, platform, release, totalmem } from "node:os";
import { serviceVersion } from "../../core/service-version.ts";
import { migrations } from "../../database/migrations/index.ts";
import { appliedMigrations } from "../../database/schema-options.ts";
import type { Database } from "../../database/source.ts";
import { tableSizes } from "../../database/table-sizes.ts";
import { ledgerHead } from "../../modules/ledger/store/head.ts";
import { storedProcesses } from "../../modules/processes/store/processes.ts";
import type { Finding } from "../doctor/finding.ts";
import { isClosed, type ShownSetting } from "../shown-settings.ts";
import type { Scrubber } from "./scrub.ts";

/** Returns the versions of what runs the service, and the size of the machine. */
export function versions(): object {
  const { node, v8, openssl, uv } = process.versions;
  const machine = { platform: platform(), arch: arch(), kernel: release(), processors: cpus().length };
  return { service: serviceVersion, node, v8, openssl, uv, ...machine, memoryBytes: totalmem() };
}

/** Returns the settings; of those that may be any text only whether they are given. */
export function settingsWithoutTexts(settings: readonly ShownSetting[]): object {
  return settings.map(({ area, name, source, value }) => {
    const isTold = source === "default" || isClosed(name);
    return { area, name, source, value: isTold ? (value ?? null) : "(given)" };
  });
}

/** Returns what the database holds, by its numbers. */
export async function databaseFacts(database: Database): Promise<object> {
  const applied = await appliedMigrations(database.manager);
  return {
    dialect: database.dialect.name,
    applied,
    lacking: migrations.map(({ name }) => name).filter((name) => !applied.includes(name)),
    tables: await tableSizes(database),
  };
}

/** Returns the number and the hash of the last batch of the ledger; null if it is empty. */
export async function ledgerFacts(database: Database): Promise<object | null> {
  const head = await ledgerHead(database);
  return head === undefined ? null : { number: String(head.number), hash: Buffer.from(head.hash).toString("hex") };
}

/** Returns the processes with their readings, and a number in place of the name of each host. */
export async function processFacts(database: Database): Promise<object> {
  const processes = await storedProcesses(database).list();
  const hosts = [...new Set(processes.map(({ host }) => host))];
  return processes.map(({ host, id: _, ...rest }) => ({ ...rest, host: `host ${hosts.indexOf(host) + 1}` }));
}

/** Returns the findings of the doctor, in the words of the program. */
export function findingsWithoutTexts(findings: readonly Finding[], { text }: Scrubber): object {
  const hasNumbers = true;
  return findings.map((finding) => ({ ...finding, message: text(finding.message, { hasNumbers }) }));
}

/** Lines of the log that are of use, and bytes of its end that are read. */
const linesMax = 2_000;
const bytesMax = 4 * 1024 * 1024;

/** Returns the last lines of a log, in the words of the program. */
export function logWithoutTexts(path: string, { line }: Scrubber): string {
  const { text, isCut } = endOf(path);
  const lines = text.split("\n").filter((one) => one !== "");
  return (isCut ? lines.slice(1) : lines)
    .slice(-linesMax)
    .map((one) => `${line(one)}\n`)
    .join("");
}

/** Reads the end of a file, whose first line may be cut. */
function endOf(path: string): { readonly text: string; readonly isCut: boolean } {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, bytesMax));
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return { text: bytes.subarray(0, read).toString("utf8"), isCut: size > bytesMax };
  } finally {
    closeSync(file);
  }
}

import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { createTar } from "nanotar";
import { type Stretching, stretchingInUse } from "../../modules/vault/index.ts";
import type { CheckedSettings, Config } from "../config.ts";
import { findDatabase } from "../doctor/database.ts";
import { examine } from "../doctor/doctor.ts";
import { everySetting, shownSettings } from "../shown-settings.ts";
import {
  databaseFacts,
  findingsWithoutTexts,
  ledgerFacts,
  logWithoutTexts,
  processFacts,
  settingsWithoutTexts,
  versions,
} from "./contents.ts";
import { createScrubber } from "./scrub.ts";
import { readVocabulary } from "./vocabulary.ts";

/** A file of the bundle. */
export interface BundleFile {
  readonly name: string;
  readonly data: string;
}

export interface BundleOptions {
  /** Path of a log; undefined: there is none in the bundle. */
  readonly logFile?: string | undefined;
  /** Checks of the doctor that are left out. */
  readonly without?: readonly string[];
  /** For fast tests only. */
  readonly stretching?: Stretching;
}

/** Gathers what a maintainer would ask for. Nothing of it is secret or personal. */
export async function bundleFiles(
  checked: CheckedSettings & { readonly config: Config },
  { logFile, without = [], stretching = stretchingInUse }: BundleOptions = {},
): Promise<readonly BundleFile[]> {
  const { config } = checked;
  const scrubber = createScrubber(readVocabulary(), ownTexts(checked));
  // First, as it tells what is wrong with the database.
  const findings = await examine(config, { without, stretching });
  const { database, hasOwnSchema } = await findDatabase(config);
  const files: BundleFile[] = [
    { name: "README.txt", data: readme },
    json("versions.json", versions()),
    json("settings.json", settingsWithoutTexts(shownSettings(checked))),
    json("doctor.json", findingsWithoutTexts(findings, scrubber)),
  ];
  try {
    if (database !== undefined) files.push(json("database.json", await databaseFacts(database)));
    if (database !== undefined && hasOwnSchema) {
      files.push(json("ledger.json", await ledgerFacts(database)));
      files.push(json("processes.json", await processFacts(database)));
    }
  } finally {
    await database?.close();
  }
  if (logFile !== undefined) files.push({ name: "log.txt", data: logWithoutTexts(logFile, scrubber) });
  return files;
}

/** Packs the files as one compressed archive. */
export function packed(files: readonly BundleFile[]): Uint8Array {
  const inFolder = files.map(({ name, data }) => ({ name: `platonic-support/${name}`, data }));
  return gzipSync(createTar(inFolder, { attrs: { mode: "600", uid: 0, gid: 0 } }));
}

const readme = `What a maintainer of the service asks for: versions, settings, the size of the tables, the findings of
\`platonic doctor\` (with the readiness of the service), the head of the ledger, processes, and the end of the log.

Texts that are not the program's own are replaced by [removed]: keys, tokens, names, addresses, numbers. Of settings that
may hold any text there is only whether they are given. A word that is also a word of the program is kept. Read the files
before you send them.
`;

function json(name: string, value: unknown): BundleFile {
  const plain = (_: string, one: unknown) => (typeof one === "bigint" ? String(one) : one);
  return { name, data: `${JSON.stringify(value, plain, 2)}\n` };
}

/** Texts of this installation that are removed even if they consist of words of the program: settings and secrets in files. */
function ownTexts({ textOf, sourceOf, config }: CheckedSettings & { readonly config: Config }): string[] {
  const given = everySetting().flatMap(([, name]) => (sourceOf(name) === "default" ? [] : [textOf(name) ?? ""]));
  const { dataDirectory } = config.database;
  const files = [config.vault.passphraseFile, `${dataDirectory}/vault.passphrase`, `${dataDirectory}/operator.key`];
  const inFiles = files.flatMap((path) =>
    path !== undefined && existsSync(path) ? [readFileSync(path, "utf8").trim()] : [],
  );
  // Shorter ones, such as a port or a level, are in many words.
  return [...given, ...inFiles].filter((text) => text.length >= 8).sort((one, other) => other.length - one.length);
}

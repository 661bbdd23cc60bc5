import { existsSync } from "node:fs";
import type { Logger } from "pino";
import { VaultService } from "#contract/admin/v1/vault_pb.js";
import type { Metrics } from "../../core/metrics/metrics.ts";
import type { Database } from "../../database/source.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import { finishPassphraseChange } from "./next-passphrase-file.ts";
import { vaultOperations } from "./operations.ts";
import { developmentPassphrase, developmentPassphrasePath, readPassphrase } from "./passphrase-file.ts";
import { openPassphraseRoot, type Stretching } from "./passphrase-root.ts";
import type { VaultRecords } from "./records.ts";
import { storedVaultRecords } from "./store/vault.ts";
import { openVault, type Vault } from "./vault.ts";
import { VaultError } from "./vault-error.ts";

export interface VaultModuleDeps {
  readonly database: Database;
  /** Undefined: the development passphrase in the data directory. */
  readonly passphraseFile: string | undefined;
  readonly dataDirectory: string;
  /** For tests, which start many servers. */
  readonly stretching: Stretching | undefined;
  readonly metrics: Metrics;
  readonly log: Logger;
}

export interface VaultModule {
  readonly vault: Vault;
  readonly tables: readonly ServiceTable[];
}

const rotationCheckIntervalMs = 3_600_000;

/** Opens the vault, and rotates its keys when they are due. */
export async function openVaultModule(deps: VaultModuleDeps, resources: AsyncDisposableStack): Promise<VaultModule> {
  const { passphraseFile, dataDirectory, stretching, metrics, log } = deps;
  const now = Date.now;
  const records = storedVaultRecords(deps.database);
  const place = { passphraseFile, dataDirectory };
  if (passphraseFile === undefined) await finishPassphraseChange(dataDirectory, records, stretching);
  const root = await openPassphraseRoot(await passphraseOf(place, records), records, stretching);
  const report = (error: unknown) => log.error({ err: error }, "could not rotate the vault's keys");
  const opening = openVault({ root, records, now, report }).catch((error: unknown) => {
    throw error instanceof VaultError ? new Error(problemWith(place, error), { cause: error }) : error;
  });
  const vault = resources.adopt(await opening, (opened) => opened.close());
  metrics.gauge(
    {
      name: "platonic.vault.rewraps_left",
      help: "Data keys that are still wrapped under an earlier key of the vault",
      unit: "{key}",
    },
    async () => (await vault.status()).decryptOnly.reduce((sum, { dataKeys }) => sum + dataKeys, 0),
  );
  const rotate = () => vault.rotateIfDue().catch(report);
  void rotate();
  const rotating = setInterval(rotate, rotationCheckIntervalMs).unref();
  resources.defer(() => clearInterval(rotating));
  return { vault, tables: [{ service: VaultService, operations: vaultOperations(vault) }] };
}

type PassphrasePlace = Pick<VaultModuleDeps, "passphraseFile" | "dataDirectory">;

/**
 * Reads the passphrase. Makes a new one only for a new vault: it could not open an existing one, and would hide that
 * the right one is missing.
 */
async function passphraseOf(place: PassphrasePlace, records: VaultRecords): Promise<Uint8Array> {
  const { passphraseFile, dataDirectory } = place;
  const path = passphraseFile ?? developmentPassphrasePath(dataDirectory);
  if (passphraseFile === undefined && !existsSync(path) && (await records.root())?.check !== undefined)
    throw new Error(
      `the database has a vault, and its passphrase is missing. Set VAULT_PASSPHRASE_FILE to the file that has it, or put that file back as ${path}.`,
    );
  try {
    return passphraseFile === undefined ? await developmentPassphrase(dataDirectory) : readPassphrase(path);
  } catch (error) {
    throw error instanceof VaultError ? new Error(problemWith(place, error), { cause: error }) : error;
  }
}

function problemWith({ passphraseFile, dataDirectory }: PassphrasePlace, { message }: VaultError): string {
  const from = passphraseFile === undefined ? "without VAULT_PASSPHRASE_FILE" : "set by VAULT_PASSPHRASE_FILE";
  const path = passphraseFile ?? developmentPassphrasePath(dataDirectory);
  return `the vault cannot be opened with ${path} (${from}): ${message}`;
}

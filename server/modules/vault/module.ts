import type { Logger } from "pino";
import { VaultService } from "../../../gen/es/platonic/admin/v1/vault_pb.js";
import type { Database } from "../../database/source.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import { vaultOperations } from "./operations.ts";
import { developmentPassphrase, readPassphrase } from "./passphrase-file.ts";
import { openPassphraseRoot, type Stretching } from "./passphrase-root.ts";
import { storedVaultRecords } from "./store/vault.ts";
import { openVault, type Vault } from "./vault.ts";

export interface VaultModuleDeps {
  readonly database: Database;
  /** Undefined: the development passphrase in the data directory. */
  readonly passphraseFile: string | undefined;
  readonly dataDirectory: string;
  /** For tests, which start many servers. */
  readonly stretching: Stretching | undefined;
  readonly log: Logger;
}

export interface VaultModule {
  readonly vault: Vault;
  readonly tables: readonly ServiceTable[];
}

const rotationCheckIntervalMs = 3_600_000;

/** Opens the vault, and rotates its keys when they are due. */
export async function openVaultModule(deps: VaultModuleDeps, resources: AsyncDisposableStack): Promise<VaultModule> {
  const { passphraseFile, dataDirectory, stretching, log } = deps;
  const now = Date.now;
  const records = storedVaultRecords(deps.database);
  const passphrase =
    passphraseFile === undefined ? developmentPassphrase(dataDirectory) : readPassphrase(passphraseFile);
  const root = await openPassphraseRoot(passphrase, records, stretching);
  const report = (error: unknown) => log.error({ err: error }, "could not rotate the vault's keys");
  const vault = resources.adopt(await openVault({ root, records, now, report }), (opened) => opened.close());
  const rotate = () => vault.rotateIfDue().catch(report);
  void rotate();
  const rotating = setInterval(rotate, rotationCheckIntervalMs).unref();
  resources.defer(() => clearInterval(rotating));
  return { vault, tables: [{ service: VaultService, operations: vaultOperations(vault) }] };
}

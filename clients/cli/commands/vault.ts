import { createClient } from "@connectrpc/connect";
import { VaultService, type VaultStatus } from "#contract/admin/v1/vault_pb.js";
import { command, type Outcome } from "../command.ts";
import { runServerProgram } from "../server-program.ts";
import { labelled, moment } from "../text.ts";

export const vaultStatus = command({
  name: "vault status",
  summary: "Tells which key of the vault is in use, since when, and when the next one is due.",
  async run({ service }) {
    return outcomeOf((await createClient(VaultService, service().transport).getVaultStatus({})).status);
  },
});

export const vaultRotate = command({
  name: "vault rotate",
  summary: "Replaces the key of the vault now, such as after an exposure.",
  async run({ service }) {
    return outcomeOf((await createClient(VaultService, service().transport).rotateVault({})).status);
  },
});

/** Changes the passphrase in the database itself; the service must be stopped. */
export const vaultChangePassphrase = command({
  name: "vault change-passphrase",
  summary: "Changes the passphrase of the vault to that of a file, while the service is stopped.",
  examples: ["platonic vault change-passphrase /safe/new.passphrase"],
  operands: ["NEW_PASSPHRASE_FILE"],
  run: ({ operands, ...io }) => runServerProgram("change-passphrase", operands, io),
});

function outcomeOf(status: VaultStatus | undefined): Outcome {
  const decryptOnly = status?.decryptOnly.map(({ version, dataKeys }) => ({ version, dataKeys })) ?? [];
  const json = {
    activeVersion: status?.activeVersion,
    activeSince: moment(status?.activeSince),
    rotationDueAt: moment(status?.rotationDueAt),
    decryptOnly,
  };
  const older = decryptOnly.map(({ version, dataKeys }) => `${version} (${dataKeys} data keys)`).join(", ");
  return { json, text: labelled({ ...json, decryptOnly: older === "" ? "-" : older }, 13) };
}

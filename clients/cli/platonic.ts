#!/usr/bin/env node
import { parseArgs } from "node:util";
import { type Client, ConnectError, createClient, type Interceptor, type Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { BackupService } from "../../gen/es/admin/v1/backup_pb.js";
import { KeyService } from "../../gen/es/admin/v1/keys_pb.js";
import { LedgerService } from "../../gen/es/admin/v1/ledger_pb.js";
import { VaultService, type VaultStatus } from "../../gen/es/admin/v1/vault_pb.js";
import { FaultDetailSchema, Reason } from "../../gen/es/fault/v1/fault_pb.js";
import { backupCommandOf, restore } from "./backup.ts";
import { benchChannel } from "./bench.ts";
import { hostCommand } from "./host.ts";
import { keyCommandOf } from "./keys.ts";
import { checkLedger, exportLedger, type LedgerOutcome, verifyReceiptFile } from "./ledger.ts";
import { labelled, moment, type Outcome, printable, type Surroundings, UsageError } from "./outcome.ts";

/** Runs one command of the program and answers its exit status. */
export async function platonic(args: string[], { env, write, complain }: Surroundings): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      write(usage);
      return 0;
    }
    refuseForeign(values, positionals.slice(0, 2).join(" "));
    const [area] = positionals;
    if (area === "restore") {
      return await restore(positionals.slice(1), { env, write, complain });
    }
    const { json, text, status = 0 } = await outcomeOfCommand(positionals, values, { env, write, complain });
    write(values.json ? `${JSON.stringify(json, null, 2)}\n` : text);
    return status;
  } catch (error) {
    complain(`platonic: ${printable(explain(error))}\n`);
    if (!(error instanceof UsageError)) return 1;
    complain("Try: platonic --help\n");
    return 2;
  }
}

/** Some commands are done without the service. */
function outcomeOfCommand(positionals: string[], values: Values, { env, complain }: Surroundings): Promise<Outcome> {
  const [area, verb, ...words] = positionals;
  if (area === "host") return host(positionals.slice(1), env);
  if (area === "ledger" && verb === "verify-receipt") return verifiedReceipt(words);
  if (area === "bench") {
    if (verb !== "channel")
      throw new UsageError(verb === undefined ? "bench: channel?" : `there is no command bench ${verb}`);
    refuseMore(words);
    const { baseUrl, transport: administration } = serviceOf(env);
    return benchChannel(values, { baseUrl, administration, progress: complain });
  }
  return commandOf(positionals, values)(connect(env));
}

const usage = `Usage:
  platonic keys create --name NAME [--plan PLAN] [--permission PERMISSION]...
  platonic keys list
  platonic keys revoke ID
  platonic vault status
  platonic vault rotate
  platonic backup
  platonic backup list
  platonic backup drill
  platonic restore FILE DIRECTORY
  platonic ledger check
  platonic ledger export FILE
  platonic ledger verify-receipt RECEIPT KEYS
  platonic bench channel [--channels N] [--at-once N] [--transfers N] [--endpoint URL]
  platonic host register
  platonic host unregister
  platonic host status
  platonic host shorten < TOKEN

Options:
  --name NAME               what the key is for
  --plan PLAN               a plan of the service (developer)
  --permission PERMISSION   such as geocode:transform, geocode:* or *; may be repeated (geocode:*)
  --channels N              how many channels, each of a new identity (10)
  --at-once N               transfers under way at a time on each (16)
  --transfers N             how many in all (10000)
  --endpoint URL            where the channels are opened (that of the service)
  --json                    write JSON
  --help                    write this

Environment:
  PLATONIC_URL              the service (http://127.0.0.1:8080)
  PLATONIC_API_KEY          a key that may do what the command does
  VAULT_PASSPHRASE_FILE     for restore: the file with the passphrase that the backup was made with
  HOST_SOCKET               for host: the service's socket, as the service has it (default)
  HOST_USERDB               for host: where systemd looks for services (/run/systemd/userdb)

Exit status: 0 done, 1 the service refused or could not be reached, or the drill, check or bench found something, 2 wrong usage.
`;

const options = {
  name: { type: "string" },
  plan: { type: "string" },
  permission: { type: "string", multiple: true },
  channels: { type: "string" },
  "at-once": { type: "string" },
  transfers: { type: "string" },
  endpoint: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean" },
} as const;

interface Clients {
  readonly keys: Client<typeof KeyService>;
  readonly vault: Client<typeof VaultService>;
  readonly backup: Client<typeof BackupService>;
  readonly ledger: Client<typeof LedgerService>;
}

type Command = (clients: Clients) => Promise<Outcome>;
type Values = ReturnType<typeof parse>["values"];

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function commandOf(positionals: string[], values: Values): Command {
  const [area, verb, ...rest] = positionals;
  if (area === undefined) throw new UsageError("a command is missing");
  if (area === "vault") return vaultCommandOf(verb, rest);
  if (area === "backup") {
    refuseMore(rest);
    const command = backupCommandOf(verb);
    return ({ backup }) => command(backup);
  }
  if (area === "ledger") return ledgerCommandOf(verb, rest);
  if (area !== "keys") throw new UsageError(`there is no command ${area}`);
  const command = keyCommandOf(verb, rest, values);
  return ({ keys }) => command(keys);
}

function vaultCommandOf(verb: string | undefined, rest: string[]): Command {
  refuseMore(rest);
  if (verb === "status") return async ({ vault }) => outcomeOf((await vault.getVaultStatus({})).status);
  if (verb === "rotate") return async ({ vault }) => outcomeOf((await vault.rotateVault({})).status);
  throw new UsageError(verb === undefined ? "vault: status or rotate?" : `there is no command vault ${verb}`);
}

function ledgerCommandOf(verb: string | undefined, rest: string[]): Command {
  refuseMore(rest.slice(verb === "export" ? 1 : 0));
  if (verb === "check") return async ({ ledger }) => ledgerOutcome(await checkLedger(ledger));
  if (verb === "export") {
    const [file] = rest;
    if (file === undefined) throw new UsageError("ledger export needs a file to write");
    return async ({ ledger }) => ledgerOutcome(await exportLedger(file)(ledger));
  }
  const verbs = "check, export or verify-receipt";
  throw new UsageError(verb === undefined ? `ledger: ${verbs}?` : `there is no command ledger ${verb}`);
}

/** Done without the service. */
async function verifiedReceipt(words: string[]): Promise<Outcome> {
  refuseMore(words.slice(2));
  const [receipt, keys] = words;
  if (receipt === undefined || keys === undefined) {
    throw new UsageError("ledger verify-receipt needs the file of a receipt and that of a key set");
  }
  return ledgerOutcome(await verifyReceiptFile(receipt, keys));
}

function ledgerOutcome({ json, lines, findings }: LedgerOutcome): Outcome {
  const text = labelled(lines) + findings.map((finding) => `${printable(finding)}\n`).join("");
  return { json, text, status: findings.length === 0 ? 0 : 1 };
}

/** Done on this very host, whether or not the service runs. */
async function host(words: string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  const outcome = await hostCommand(words, env);
  if ("misuse" in outcome) throw new UsageError(outcome.misuse);
  return outcome;
}

function refuseMore(rest: readonly string[]): void {
  if (rest.length > 0) throw new UsageError(`${rest[0]} is one word too many`);
}

/** Options that only one command has. */
const owners: Readonly<Record<string, string>> = {
  name: "keys create",
  plan: "keys create",
  permission: "keys create",
  channels: "bench channel",
  "at-once": "bench channel",
  transfers: "bench channel",
  endpoint: "bench channel",
};

function refuseForeign(values: Values, command: string): void {
  for (const name of Object.keys(values)) {
    const owner = owners[name] ?? command;
    if (owner !== command) throw new UsageError(`--${name} belongs to ${owner}`);
  }
}

function outcomeOf(status: VaultStatus | undefined): Outcome {
  const decryptOnly = status?.decryptOnly.map(({ version, dataKeys }) => ({ version, dataKeys })) ?? [];
  const json = {
    activeVersion: status?.activeVersion,
    activeSince: moment(status?.activeSince),
    rotationDueAt: moment(status?.rotationDueAt),
    decryptOnly,
  };
  const older = decryptOnly.map(({ version, dataKeys }) => `${version} (${dataKeys} data keys)`).join(", ");
  const lines = Object.entries({ ...json, decryptOnly: older === "" ? "-" : older });
  return { json, text: lines.map(([label, value]) => `${label.padEnd(13)} ${value ?? "-"}\n`).join("") };
}

function serviceOf(env: NodeJS.ProcessEnv): { readonly baseUrl: string; readonly transport: Transport } {
  const { PLATONIC_URL: baseUrl = "http://127.0.0.1:8080", PLATONIC_API_KEY: apiKey = "" } = env;
  if (apiKey === "") throw new UsageError("set PLATONIC_API_KEY to a key that may do this");
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new UsageError("PLATONIC_API_KEY has characters that no key has");
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new UsageError("PLATONIC_URL is no http or https URL");
  }
  const authorize: Interceptor = (next) => (request) => {
    request.header.set("Authorization", `Bearer ${apiKey}`);
    return next(request);
  };
  const interceptors = [authorize];
  const transport = createConnectTransport({ baseUrl, httpVersion: "1.1", interceptors, defaultTimeoutMs: 30_000 });
  return { baseUrl, transport };
}

function connect(env: NodeJS.ProcessEnv): Clients {
  const { transport } = serviceOf(env);
  return {
    keys: createClient(KeyService, transport),
    vault: createClient(VaultService, transport),
    backup: createClient(BackupService, transport),
    ledger: createClient(LedgerService, transport),
  };
}

function explain(error: unknown): string {
  if (!(error instanceof ConnectError)) return error instanceof Error ? error.message : String(error);
  const [detail] = error.findDetails(FaultDetailSchema);
  return detail === undefined ? error.message : `${Reason[detail.reason]}: ${error.rawMessage}`;
}

if (import.meta.main) {
  process.exitCode = await platonic(process.argv.slice(2), {
    env: process.env,
    write: (text) => process.stdout.write(text),
    complain: (text) => process.stderr.write(text),
  });
}

#!/usr/bin/env node
import { parseArgs } from "node:util";
import { type Client, ConnectError, createClient, type Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { BackupService } from "../../gen/es/admin/v1/backup_pb.js";
import { type CreateKeyRequest, type Key, KeyService } from "../../gen/es/admin/v1/keys_pb.js";
import { LedgerService } from "../../gen/es/admin/v1/ledger_pb.js";
import { VaultService, type VaultStatus } from "../../gen/es/admin/v1/vault_pb.js";
import { FaultDetailSchema, Reason } from "../../gen/es/fault/v1/fault_pb.js";
import { backupCommandOf, restore } from "./backup.ts";
import { hostCommand } from "./host.ts";
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
    const [area] = positionals;
    if (area === "restore") {
      refuseMore([], values);
      return await restore(positionals.slice(1), { env, write, complain });
    }
    const { json, text, status = 0 } = await outcomeOfCommand(positionals, values, env);
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
function outcomeOfCommand(positionals: string[], values: Values, env: NodeJS.ProcessEnv): Promise<Outcome> {
  const [area, verb, ...words] = positionals;
  if (area === "host") return host(positionals.slice(1), values, env);
  if (area === "ledger" && verb === "verify-receipt") return verifiedReceipt(words, values);
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
  platonic host register
  platonic host unregister
  platonic host status
  platonic host shorten < TOKEN

Options:
  --name NAME               what the key is for
  --plan PLAN               a plan of the service (developer)
  --permission PERMISSION   such as geocode:transform, geocode:* or *; may be repeated (geocode:*)
  --json                    write JSON
  --help                    write this

Environment:
  PLATONIC_URL              the service (http://127.0.0.1:8080)
  PLATONIC_API_KEY          a key that may do what the command does
  VAULT_PASSPHRASE_FILE     for restore: the file with the passphrase that the backup was made with
  HOST_SOCKET               for host: the service's socket, as the service has it (default)
  HOST_USERDB               for host: where systemd looks for services (/run/systemd/userdb)

Exit status: 0 done, 1 the service refused or could not be reached, or the drill or check found something, 2 wrong usage.
`;

const options = {
  name: { type: "string" },
  plan: { type: "string" },
  permission: { type: "string", multiple: true },
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
  if (area === "vault") return vaultCommandOf(verb, rest, values);
  if (area === "backup") {
    refuseMore(rest, values);
    const command = backupCommandOf(verb);
    return ({ backup }) => command(backup);
  }
  if (area === "ledger") return ledgerCommandOf(verb, rest, values);
  if (area !== "keys") throw new UsageError(`there is no command ${area}`);
  const expected = verb === "revoke" ? 1 : 0;
  if (rest.length > expected) throw new UsageError(`${rest[expected]} is one word too many`);
  if (verb !== "create" && (values.name ?? values.plan ?? values.permission) !== undefined) {
    throw new UsageError("--name, --plan and --permission belong to keys create");
  }
  if (verb === "create") return create(values);
  if (verb === "list") return list;
  if (verb === "revoke") return revoke(rest[0]);
  throw new UsageError(verb === undefined ? "keys: create, list or revoke?" : `there is no command keys ${verb}`);
}

function vaultCommandOf(verb: string | undefined, rest: string[], values: Values): Command {
  refuseMore(rest, values);
  if (verb === "status") return async ({ vault }) => outcomeOf((await vault.getVaultStatus({})).status);
  if (verb === "rotate") return async ({ vault }) => outcomeOf((await vault.rotateVault({})).status);
  throw new UsageError(verb === undefined ? "vault: status or rotate?" : `there is no command vault ${verb}`);
}

function ledgerCommandOf(verb: string | undefined, rest: string[], values: Values): Command {
  refuseMore(rest.slice(verb === "export" ? 1 : 0), values);
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
async function verifiedReceipt(words: string[], values: Values): Promise<Outcome> {
  refuseMore(words.slice(2), values);
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
async function host(words: string[], values: Values, env: NodeJS.ProcessEnv): Promise<Outcome> {
  refuseMore([], values);
  const outcome = await hostCommand(words, env);
  if ("misuse" in outcome) throw new UsageError(outcome.misuse);
  return outcome;
}

function refuseMore(rest: readonly string[], values: Values): void {
  if (rest.length > 0) throw new UsageError(`${rest[0]} is one word too many`);
  if ((values.name ?? values.plan ?? values.permission) !== undefined) {
    throw new UsageError("--name, --plan and --permission belong to keys create");
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

function create({ name, plan, permission }: Values): Command {
  if (name === undefined) throw new UsageError("keys create needs --name");
  const request: Partial<Pick<CreateKeyRequest, "name" | "plan" | "permissions">> = { name };
  if (plan !== undefined) request.plan = plan;
  if (permission !== undefined) request.permissions = permission;
  return async ({ keys }) => {
    const { key, secret } = await keys.createKey(request);
    const notice = "Keep the secret now: it cannot be shown again.\n";
    return { json: { key: plain(key), secret }, text: `${details(key)}secret       ${printable(secret)}\n${notice}` };
  };
}

async function list(clients: Clients): Promise<Outcome> {
  const { keys } = await clients.keys.listKeys({});
  return { json: { keys: keys.map(plain) }, text: keys.map(details).join("\n") };
}

function revoke(id: string | undefined): Command {
  if (id === undefined) throw new UsageError("keys revoke needs the id of a key");
  return async ({ keys }) => {
    const { key } = await keys.revokeKey({ id });
    return { json: { key: plain(key) }, text: details(key) };
  };
}

function connect(env: NodeJS.ProcessEnv): Clients {
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
  return {
    keys: createClient(KeyService, transport),
    vault: createClient(VaultService, transport),
    backup: createClient(BackupService, transport),
    ledger: createClient(LedgerService, transport),
  };
}

function plain(key: Key | undefined) {
  return {
    id: key?.id,
    name: key?.name,
    plan: key?.plan,
    permissions: key?.permissions,
    createdAt: moment(key?.createdAt),
    lastUsedAt: moment(key?.lastUsedAt),
    revokedAt: moment(key?.revokedAt),
  };
}

function details(key: Key | undefined): string {
  return labelled({ ...plain(key), permissions: key?.permissions.join(" ") });
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

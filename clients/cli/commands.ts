import type { Command } from "./command.ts";

/**
 * Loads the commands that begin with a word, so that a command does not load the others; the order is that of the usage
 * text.
 */
const areas: Readonly<Record<string, () => Promise<readonly Command[]>>> = {
  start: async () => [(await import("./commands/start.ts")).start],
  open: async () => [(await import("./commands/open.ts")).open],
  health: async () => [(await import("./commands/health.ts")).health],
  processes: async () => [(await import("./commands/processes.ts")).processes],
  call: async () => [(await import("./commands/call.ts")).call],
  geocode: async () => (await import("./commands/geocode.ts")).geocode,
  identity: async () => (await import("./areas/identity.ts")).identity,
  wallet: async () => (await import("./areas/wallet.ts")).wallet,
  keys: async () => {
    const { keysCreate, keysList, keysMove, keysRevoke } = await import("./commands/keys.ts");
    const { keysRefusals, keysUsage } = await import("./commands/usage.ts");
    return [keysCreate, keysList, keysRevoke, keysMove, keysUsage, keysRefusals];
  },
  plans: async () => [(await import("./commands/keys.ts")).plans],
  rates: async () => {
    const { ratesList, ratesSet } = await import("./commands/rates.ts");
    return [ratesList, ratesSet];
  },
  reviews: async () => (await import("./areas/reviews.ts")).reviews,
  webhooks: async () => (await import("./areas/webhooks.ts")).webhooks,
  audit: async () => {
    const { audit, auditWatch } = await import("./commands/audit.ts");
    return [audit, auditWatch];
  },
  outbox: async () => [(await import("./commands/outbox.ts")).outbox],
  vault: async () => {
    const { vaultChangePassphrase, vaultRotate, vaultStatus } = await import("./commands/vault.ts");
    return [vaultStatus, vaultRotate, vaultChangePassphrase];
  },
  backup: async () => {
    const { backup, backupDrill, backupList } = await import("./commands/backup.ts");
    return [backup, backupList, backupDrill];
  },
  restore: async () => [(await import("./commands/restore.ts")).restore],
  config: async () => [(await import("./commands/config.ts")).configCheck],
  doctor: async () => [(await import("./commands/doctor.ts")).doctor],
  support: async () => [(await import("./commands/doctor.ts")).supportBundle],
  migrate: async () => [(await import("./commands/migrate.ts")).migrate],
  ledger: async () => (await import("./areas/ledger.ts")).ledger,
  bench: async () => [(await import("./commands/bench.ts")).benchChannel],
  host: async () => {
    const { hostRegister, hostShorten, hostStatus, hostUnregister } = await import("./commands/host.ts");
    return [hostRegister, hostUnregister, hostStatus, hostShorten];
  },
  completion: async () => [(await import("./commands/completion.ts")).completion],
};

/** Loads the commands that begin with a word; undefined if none does. */
export async function commandsFor(word = ""): Promise<readonly Command[] | undefined> {
  return Object.hasOwn(areas, word) ? areas[word]?.() : undefined;
}

/** Loads every command, in the order of the usage text. */
export async function everyCommand(): Promise<readonly Command[]> {
  return (await Promise.all(Object.values(areas).map((load) => load()))).flat();
}

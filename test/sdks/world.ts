import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { ServerProcess } from "../clients/typescript/server-process.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import { bundled } from "../support/programs/bundled.ts";
import { operatorKey } from "../support/server.ts";
import { type Collector, exportingTo, openCollector } from "../support/telemetry/trace-collector.ts";
import { deposit, rates } from "../support/wallet-holder.ts";
import { DriverPool } from "./driver-pool.ts";
import { DriverError, type DriverProcess, type Outcome } from "./driver-process.ts";
import type { Command } from "./drivers/driver.ts";
import { FaultServer } from "./fault-server/fault-server.ts";

export type Credentials = Readonly<Record<string, unknown>> & { readonly identityId: string };

/** A wallet that a driver has opened. */
export interface DrivenWallet {
  readonly driver: DriverProcess;
  readonly id: string;
  readonly credentials: Credentials;
}

export interface WalletOptions {
  readonly journal?: string;
  readonly confirmTimeoutMs?: number;
  readonly retryCount?: number;
  readonly clockOffsetMs?: number;
  readonly clientId?: string;
  /** Whether operations go over the wallet channel, whose URL and static key follow. */
  readonly useChannel?: boolean;
  readonly channelEndpoint?: string;
  readonly serverKey?: string;
}

/** Settings of the service: no limit of attempts is met, and only those calls are traced whose caller has sampled them. */
const settings = {
  ...rates,
  EXPLAIN_TOKENS: "true",
  TRANSACTIONS_PER_MINUTE: "1000000000",
  OTEL_TRACES_SAMPLER: "parentbased_always_off",
};

/** A service with a fault server in front of it, and drivers of one language. */
export class World {
  readonly service: ServerProcess;
  /** Receives the spans of the service. */
  readonly spans: Collector;
  readonly faults = new FaultServer(() => this.service.url);
  readonly #pool: DriverPool;
  readonly #drivers: DriverProcess[] = [];
  readonly #undone: (() => void)[] = [];

  private constructor(pool: DriverPool, service: ServerProcess, spans: Collector) {
    this.#pool = pool;
    this.service = service;
    this.spans = spans;
  }

  /** Starts a service, and all that is around it. */
  static async start(command: Command): Promise<World> {
    const spans = await openCollector();
    const service = new ServerProcess({ ...settings, ...exportingTo(spans.url) });
    const world = new World(new DriverPool(command), service, spans);
    await world.service.start();
    await world.faults.start();
    return world;
  }

  /** Ends the service, and what receives its spans. */
  async endService(): Promise<void> {
    await this.service.close();
    this.spans.close();
  }

  /** Plays a script with a fault server and drivers of its own, before the same service. */
  async beside<Result>(play: (world: World) => Promise<Result>): Promise<Result> {
    const world = new World(this.#pool, this.service, this.spans);
    await world.faults.start();
    try {
      return await play(world);
    } finally {
      await world.endScenario();
      await world.faults.close();
    }
  }

  /** Ends all harm, closes what the drivers have opened, and removes all journals. */
  async endScenario(): Promise<void> {
    this.faults.heal();
    await Promise.all(this.#drivers.splice(0).map((driver) => this.#pool.giveBack(driver)));
    for (const undo of this.#undone.splice(0).reverse()) undo();
  }

  /** Ends the processes of earlier scenarios, so that those that follow are new. */
  endDrivers(): Promise<void> {
    return this.#pool.close();
  }

  /** Calls a function after the scenario, before those that were given earlier. */
  afterScenario(undo: () => void): void {
    this.#undone.push(undo);
  }

  /** Makes the folder of a journal, which is removed after the scenario. */
  journal(): string {
    const folder = mkdtempSync(join(tmpdir(), "platonic-journal-"));
    this.afterScenario(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  /** The operator, who asks the service itself. */
  get operator(): ApiClient<ServerProcess> {
    return new ApiClient(this.service);
  }

  /** Returns a driver of its own, whose client has the operator's key, or another one. */
  async driver(apiKey = operatorKey): Promise<DriverProcess> {
    const driver = this.#pool.take();
    this.#drivers.push(driver);
    await driver.send("open", { endpoint: this.faults.url, apiKey });
    return driver;
  }

  /** Starts a driver with the wallet of a new identity, which has this much. */
  async wallet(standard = "100", options: WalletOptions = {}): Promise<DrivenWallet> {
    const driver = await this.driver();
    const username = `sdk-${crypto.randomUUID().slice(0, 13)}`;
    const { credentials } = await driver.send<{ credentials: Credentials }>("register", { username });
    const id = credentials.identityId;
    await this.openWallet(driver, credentials, options);
    await driver.send("create");
    if (standard !== "0") await deposit(this.operator, id, "TOKEN_STANDARD", standard);
    return { driver, id, credentials };
  }

  /** Has a driver open a wallet over HTTP. */
  openWallet(driver: DriverProcess, credentials: Credentials, options: WalletOptions = {}): Promise<unknown> {
    const terms = { confirmTimeoutMs: 30_000, useChannel: false, ...options };
    return driver.send("wallet", { endpoint: this.faults.url, credentials, ...terms });
  }

  /** Creates an identity with a wallet to pay to; returns its id. */
  async recipient(): Promise<string> {
    const { identity } = await this.operator.identity();
    await this.operator.call("POST", "/api/wallets/create", { identity_id: identity.id });
    return identity.id;
  }

  /** Returns the balance of a wallet in standard tokens, by the ledger. */
  async balanceOf(id: string): Promise<string> {
    const { body } = await this.operator.call("GET", `/api/wallets/${id}`);
    return body.result.wallet.standard.exact_amount;
  }

  /** Returns the status of an operation, by the ledger. */
  async wordOf(sender: string, transaction_id: string): Promise<string> {
    const { body } = await this.operator.call("POST", "/api/transactions/resolve", { sender, transaction_id });
    return body.result?.result.status;
  }

  /** Expects that a replay of the ledger finds nothing. */
  async expectConsistent(): Promise<void> {
    const env = { ...process.env, PLATONIC_URL: this.service.url, PLATONIC_API_KEY: operatorKey };
    const parameters = [bundled("clients/cli/bin.ts"), "ledger", "check", "--json"];
    // It fails if there are findings, and tells them.
    const { stdout } = await promisify(execFile)(process.execPath, parameters, { env });
    expect(JSON.parse(stdout).findings).toEqual([]);
  }
}

/** Terms of a payment of 10 standard tokens, with a fee of 0.01. */
export function ten(recipient: string, members: object = {}) {
  return { recipient, tokenType: "TOKEN_TYPE_STANDARD", amount: "10", ...members };
}

/** Returns the failure of a command. */
export async function failureOf(sent: Promise<unknown>): Promise<DriverError> {
  const outcome = await sent.then(
    (result) => new Error(`expected a failure, but got ${JSON.stringify(result)}`),
    (error: unknown) => error,
  );
  if (outcome instanceof DriverError) return outcome;
  throw outcome;
}

/** Expects an outcome; returns its word for the table. */
export function expectOutcome(outcome: Outcome, kind: Outcome["kind"], errorCode?: string): string {
  expect(outcome).toMatchObject({ kind, ...(errorCode && { errorCode }) });
  return errorCode === undefined ? kind : `${kind}: ${errorCode}`;
}

import { createClient, type Transport } from "@connectrpc/connect";
import { TransactionService } from "../../gen/es/wallet/v1/transaction_service_pb.js";
import { differences } from "./bench-check.ts";
import { sendTransfers } from "./bench-load.ts";
import { openWallets } from "./bench-wallets.ts";
import { labelled, type Outcome, printable, UsageError } from "./outcome.ts";

export interface BenchDeps {
  readonly baseUrl: string;
  /** Calls with the key of an administrator. */
  readonly administration: Transport;
  readonly progress: (text: string) => void;
}

/** As they were written. */
export interface BenchOptions {
  readonly endpoint?: string | undefined;
  readonly channels?: string | undefined;
  readonly "at-once"?: string | undefined;
  readonly transfers?: string | undefined;
}

/** So many differences are told one by one. */
const shownMax = 10;

/**
 * `platonic bench channel`: signed transfers over many channels of as many new identities, and whether the ledger holds
 * what was told of each.
 */
export async function benchChannel(options: BenchOptions, deps: BenchDeps): Promise<Outcome> {
  const { baseUrl, administration, progress } = deps;
  const channels = numberOf("channels", options.channels ?? "10", 2);
  const atOnce = numberOf("at-once", options["at-once"] ?? "16", 1);
  const transfers = numberOf("transfers", options.transfers ?? "10000", 1);
  const endpoint = options.endpoint ?? "";
  if (endpoint !== "" && !/^wss?:$/.test(URL.parse(endpoint)?.protocol ?? "")) {
    throw new UsageError("--endpoint is no ws or wss URL");
  }
  progress(`opening ${channels} channels\n`);
  const wallets = await openWallets({ baseUrl, endpoint, administration, count: channels });
  try {
    const { told, seconds } = await sendTransfers(wallets, { transfers, atOnce, progress });
    progress("reading the ledger\n");
    const found = await differences(told, createClient(TransactionService, administration));
    const times = Float64Array.from(told, ({ ms }) => ms).sort();
    const count = (status: string) => told.filter(({ word }) => word.status === status).length;
    const json = {
      endpoint: wallets[0]?.configuration.channelEndpoint,
      channels,
      atOnce,
      transfers,
      completed: count("completed"),
      failed: count("failed"),
      refused: count("refused"),
      unresolved: count("unresolved"),
      seconds: rounded(seconds),
      perSecond: Math.round(transfers / seconds),
      latencyMs: { p50: quantile(times, 0.5), p99: quantile(times, 0.99), max: quantile(times, 1) },
      different: found.length,
    };
    const { latencyMs, ...lines } = json;
    const latency = `p50 ${latencyMs.p50} ms, p99 ${latencyMs.p99} ms, max ${latencyMs.max} ms`;
    const shown = found.slice(0, shownMax).map((line) => `${printable(line)}\n`);
    const text = labelled({ ...lines, latency }) + shown.join("");
    return { json: { ...json, differences: found }, text, status: found.length === 0 ? 0 : 1 };
  } finally {
    for (const wallet of wallets) wallet.close();
  }
}

function numberOf(name: string, written: string, least: number): number {
  const number = Number(written);
  if (/^\d+$/.test(written) && number >= least && number <= 10_000_000) return number;
  throw new UsageError(`--${name} must be a whole number from ${least}`);
}

/** Of a list that is sorted, in milliseconds. */
function quantile(sorted: Float64Array, share: number): number {
  return rounded(sorted[Math.ceil(share * sorted.length) - 1] as number);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

import { createClient } from "@connectrpc/connect";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { differences } from "../bench/ledger-comparison.ts";
import { sendTransfers } from "../bench/load.ts";
import { openWallets } from "../bench/wallets.ts";
import { command, type Outcome } from "../command.ts";
import type { Service } from "../service.ts";
import { labelled, lines, printable } from "../text.ts";
import { UsageError } from "../usage-error.ts";
import { wholeNumberOf } from "../values.ts";

/** Sends signed transfers over many channels, each of a new identity, and compares every result with the ledger. */
export const benchChannel = command({
  name: "bench channel",
  summary: "Measures payments over many channels, and compares all results with the ledger.",
  examples: ["platonic bench channel --channels 50 --transfers 20000"],
  options: {
    channels: { value: "N", help: "number of channels, each of a new identity (10)" },
    "at-once": { value: "N", help: "concurrent transfers on each channel (16)" },
    transfers: { value: "N", help: "number of transfers in all (10000)" },
    endpoint: { value: "URL", help: "where the channels are opened (that of the service)" },
  },
  async run({ options, service, complain }) {
    const load = {
      channels: wholeNumberOf("--channels", options.channels ?? "10", 2),
      atOnce: wholeNumberOf("--at-once", options["at-once"] ?? "16", 1),
      transfers: wholeNumberOf("--transfers", options.transfers ?? "10000", 1),
      endpoint: options.endpoint ?? "",
    };
    if (load.endpoint !== "" && !/^wss?:$/.test(URL.parse(load.endpoint)?.protocol ?? "")) {
      throw new UsageError("--endpoint is not a ws or wss URL");
    }
    return measure(load, service(), complain);
  },
});

interface Load {
  readonly channels: number;
  /** Concurrent transfers on each channel. */
  readonly atOnce: number;
  readonly transfers: number;
  /** A ws or wss URL; empty: that of the service. */
  readonly endpoint: string;
}

/** Number of differences in the text; JSON contains all. */
const shownMax = 10;

async function measure(load: Load, service: Service, progress: (text: string) => void): Promise<Outcome> {
  const { channels, atOnce, transfers, endpoint } = load;
  const { baseUrl, transport: administration } = service;
  progress(`opening ${channels} channels\n`);
  const wallets = await openWallets({ baseUrl, endpoint, administration, count: channels });
  try {
    const { reports, seconds } = await sendTransfers(wallets, { transfers, atOnce, progress });
    progress("reading the ledger\n");
    const found = await differences(reports, createClient(TransactionService, administration));
    const times = Float64Array.from(reports, ({ ms }) => ms).sort();
    const count = (status: string) => reports.filter(({ result }) => result.status === status).length;
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
    const { latencyMs, ...members } = json;
    const latency = `p50 ${latencyMs.p50} ms, p99 ${latencyMs.p99} ms, max ${latencyMs.max} ms`;
    const shown = found.slice(0, shownMax).map(printable);
    const text = labelled({ ...members, latency }) + lines(shown);
    return { json: { ...json, differences: found }, text, status: found.length === 0 ? 0 : 1 };
  } finally {
    for (const wallet of wallets) wallet.close();
  }
}

/** Quantile of sorted times, in milliseconds. */
function quantile(sorted: Float64Array, share: number): number {
  return rounded(sorted[Math.ceil(share * sorted.length) - 1] as number);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { quantile } from "../harness/measure.ts";
import { apiKey, pinGenerator, programs, type ServerProcess, startServer } from "../harness/servers.ts";

const rounds = Number(process.argv[2] ?? 24);
const callsPerRound = 4_000;
const atOnce = 16;
const body = { data: [3, -1, 4, 1, -5], source_dimensions: 5, target_dimensions: 4 };
const message = { data: { values: [3, -1, 4, 1, -5] }, sourceDimensions: 5, targetDimensions: 4 } as const;

/**
 * Processor time of a call without telemetry, with metrics and one trace in a hundred, and with all traces, in turns in one
 * run. The time is that of the whole process, with what exports.
 */
async function main(): Promise<void> {
  pinGenerator();
  const collector = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200, { "Content-Type": "application/x-protobuf" }).end());
  });
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
  const on = { METRICS_PORT: "0", OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint };
  const environments: readonly Record<string, string>[] = [
    {},
    { ...on, OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.01" },
    on,
  ];
  const unlimited = {
    BACKUPS: "off",
    PLANS: JSON.stringify({ operator: { requestsPerMinute: 1e9, concurrentRequests: 1e3 } }),
  };
  const servers = await Promise.all(
    environments.map((environment) => startServer({ ...programs.ours, environment: { ...unlimited, ...environment } })),
  );
  try {
    for (const [name, call] of [
      ["REST", restCall],
      ["gRPC", grpcCall],
    ] as const) {
      report(
        name,
        await measured(
          servers,
          servers.map(({ port }) => call(port)),
        ),
      );
    }
  } finally {
    for (const server of servers) await server.stop();
    collector.closeAllConnections();
    collector.close();
  }
}

type Call = () => Promise<unknown>;

function restCall(port: number): Call {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${apiKey}` };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  return async () => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/geocode/transform`, request);
    if (response.status !== 200) throw new Error(`a call is answered with ${response.status}`);
    await response.arrayBuffer();
  };
}

function grpcCall(port: number): Call {
  const client = createClient(GeocodeService, createGrpcTransport({ baseUrl: `http://127.0.0.1:${port}` }));
  const headers = { Authorization: `Bearer ${apiKey}` };
  return () => client.transform(message as never, { headers });
}

/** Returns the microseconds of a call on each server, by round; the first two rounds warm up. */
async function measured(servers: readonly ServerProcess[], calls: readonly Call[]): Promise<number[][]> {
  const found: number[][] = [];
  for (let round = -2; round < rounds; round++) {
    const row: number[] = [];
    for (const [index, server] of servers.entries()) {
      const before = server.cpuSeconds();
      const lanes = Array.from({ length: atOnce }, async () => {
        for (let count = 0; count < callsPerRound / atOnce; count++) await (calls[index] as Call)();
      });
      await Promise.all(lanes);
      row.push(((server.cpuSeconds() - before) / callsPerRound) * 1e6);
    }
    if (round >= 0) found.push(row);
  }
  return found;
}

function report(name: string, found: readonly number[][]): void {
  const names = ["without", "1 % of the traces", "all traces"];
  for (const [index, what] of names.entries()) {
    const ratios = found.map((row) => (row[index] as number) / (row[0] as number)).sort((one, other) => one - other);
    const least = Math.min(...found.map((row) => row[index] as number));
    const [lower, median, upper] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(2));
    process.stdout.write(`${name}, ${what}: least ${least.toFixed(1)} us, ratio ${median} (${lower}..${upper})\n`);
  }
}

await main();

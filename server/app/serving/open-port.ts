import type { Logger } from "pino";
import { limits } from "../../core/limits.ts";
import type { Metrics } from "../../core/metrics/metrics.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import type { Pipeline, Refusals } from "../../rpc/pipeline.ts";
import type { Streams } from "../../rpc/streams/streams.ts";
import { bugLine } from "../../rpc/telemetry/bug-line.ts";
import type { CertificateForm } from "../../threads/serving/messages.ts";
import type { HttpDocument } from "../../transports/http/documents.ts";
import type { HttpHandlerDeps } from "../../transports/http/handler.ts";
import { NetworkCounts } from "../../transports/http/network-places.ts";
import { openPort, type Port, type Upgrades } from "../../transports/http/port.ts";
import { requestMetrics } from "../../transports/http/request-metrics.ts";
import type { Config } from "../config.ts";
import { createAttendance } from "./attendance.ts";
import { createServiceHandler, portOptionsOf, upgradesFor } from "./handler.ts";
import { summedMetrics } from "./measurements.ts";
import type { OwnCallsAttendance } from "./own-calls-attendance.ts";
import { openServingThreads, type ServingOptions, type SharedPort } from "./serving-threads.ts";
import { offered, threadSettingsOf } from "./thread-data.ts";

/** Parts of the service that its port shows. */
export interface PortDeps extends Pick<HttpHandlerDeps, "readiness"> {
  readonly pipeline: Pipeline & Refusals;
  readonly streams: Streams;
  readonly tables: readonly ServiceTable[];
  readonly documents: ReadonlyMap<string, HttpDocument>;
  readonly upgrades: Upgrades;
  readonly tls: CertificateForm | undefined;
  readonly threads: number;
  readonly ownCalls: OwnCallsAttendance | undefined;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly serving?: ServingOptions | undefined;
}

/** Opens the port in this thread. */
export function openOwnPort(config: Config, deps: PortDeps): Promise<Port> {
  const { metrics, tls, upgrades, log } = deps;
  const onBug = bugLine(log, "could not answer a request");
  offerLost(metrics, () => 0);
  return openPort(
    {
      ...portOptionsOf(config),
      tls,
      places: new NetworkCounts(config.http.connectionsPerNetwork),
      measure: requestMetrics(metrics, schemeOf(tls)),
    },
    createServiceHandler(config, { ...deps, onBug }),
    upgradesFor(config, upgrades),
  );
}

/** Opens the port in threads of its own, which ask this one. */
export async function openSharedPort(config: Config, deps: PortDeps): Promise<SharedPort> {
  const { threads, tls, tables, documents, upgrades, metrics, log, serving } = deps;
  const port = await openServingThreads({
    count: threads,
    data: {
      ...threadSettingsOf(config),
      port: config.http.port,
      tls,
      connectionsMax: Math.ceil(limits.connectionsMax / threads),
      services: offered(tables),
      ownCalls: deps.ownCalls?.data,
      documents: [...documents].map(([path, { read: _, ...told }]) => [path, told]),
    },
    attend: createAttendance({ ...deps, perNetworkMax: config.http.connectionsPerNetwork }),
    onClose: upgrades.close,
    log,
    options: serving,
  });
  offerLost(metrics, () => port.threads().lost);
  requestMetrics(summedMetrics(metrics, port.measurements), schemeOf(tls));
  return port;
}

function schemeOf(tls: unknown): "http" | "https" {
  return tls === undefined ? "http" : "https";
}

function offerLost(metrics: Metrics, lost: () => number): void {
  const help = "Threads of the port that have ended although they should not have";
  metrics.counter({ name: "platonic.threads.lost", help, unit: "{thread}" }, lost);
}

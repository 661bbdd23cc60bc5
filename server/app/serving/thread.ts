import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { limits } from "../../core/limits.ts";
import { MetricRegistry } from "../../core/metrics/registry.ts";
import { compileAccess } from "../../rpc/authorization.ts";
import { compileBodyBound } from "../../rpc/body-bound.ts";
import { streamingMethods, unaryMethods } from "../../rpc/handler.ts";
import { sendable } from "../../threads/serving/error-form.ts";
import { forwardCalls, type OfferedServices } from "../../threads/serving/forwarded-calls.ts";
import { forwardStreams } from "../../threads/serving/forwarded-streams.ts";
import { forwardUpgrades } from "../../threads/serving/forwarded-upgrades.ts";
import { Link } from "../../threads/serving/link.ts";
import { asksForChannel } from "../../transports/channel/websocket/asks-for-channel.ts";
import type { HttpDocument } from "../../transports/http/documents.ts";
import { openPort, type Port } from "../../transports/http/port.ts";
import { requestMetrics } from "../../transports/http/request-metrics.ts";
import { createServiceHandler, openToAllOf, portOptionsOf, upgradesFor } from "./handler.ts";
import { openOwnCalls, type ThreadCalls } from "./own-calls.ts";
import { serviceOf } from "./services.ts";
import type { ThreadData } from "./thread-data.ts";

/** Serves the port of the process in a thread: the protocols are here, and calls are answered by the main thread. */
async function serveInThread(data: ThreadData, link: Link): Promise<void> {
  const registry = new MetricRegistry({ readMs: limits.metricsReadMs, report: () => {} });
  link.answer("measurements", () => registry.collect());
  link.answer("ping", () => undefined);
  const { pipeline, flush } = callsOf(data, link);
  const handler = createServiceHandler(data, {
    pipeline,
    streams: forwardStreams(link, offeredStreams(data)),
    documents: new Map(data.documents.map(([path, document]) => [path, documentAt(path, document, link)])),
    readiness: () => link.ask("readiness", undefined),
    onBug: (error, request) => link.tell("bug", { error: sendable(error), request }),
  });
  const options = {
    ...portOptionsOf(data),
    port: data.port,
    isShared: true,
    connectionsMax: data.connectionsMax,
    tls: data.tls,
    places: {
      take: (network: string) => link.ask("connection.take", network),
      release: (network: string) => link.tell("connection.release", network),
    },
    measure: requestMetrics(registry, data.tls === undefined ? "http" : "https"),
  };
  try {
    const port = await openPort(
      options,
      handler,
      upgradesFor(data, { accepts: asksForChannel, ...forwardUpgrades(link) }),
    );
    obey(link, port, flush);
    link.tell("opened", port.address);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    link.tell("opened", { code, message });
  }
}

function callsOf(data: ThreadData, link: Link): ThreadCalls {
  const pipeline = forwardCalls(link, offeredServices(data));
  if (data.ownCalls === undefined) return { pipeline, flush: () => {} };
  return openOwnCalls(link, data.thread, data.ownCalls, pipeline);
}

/** Does with the port what the main thread says. */
function obey(link: Link, port: Port, flush: () => void): void {
  link.hear("port.drain", () => port.drain());
  link.hear("port.stop", () => port.stopListening());
  link.hear("port.certificate", (tls) => port.setCertificate(tls));
  link.answer("port.load", () => port.load());
  link.answer("port.close", async (graceMs) => {
    await port.close(graceMs);
    flush();
    return undefined;
  });
}

function offeredServices(data: ThreadData): OfferedServices {
  const openToAll = openToAllOf(data);
  const tables = data.services.map(({ name, publicAccess }) => ({ service: serviceOf(name), publicAccess }));
  return {
    services: tables.filter(({ publicAccess }) => publicAccess === undefined).map(({ service }) => service),
    publishedServices: tables.filter(({ publicAccess }) => publicAccess !== undefined).map(({ service }) => service),
    bodyBounds: new Map(
      tables.flatMap(({ service, publicAccess }) =>
        unaryMethods(service).map((method) => {
          return [method, compileBodyBound(method, compileAccess(method, openToAll, publicAccess))] as const;
        }),
      ),
    ),
  };
}

function offeredStreams({ services }: ThreadData) {
  return services.flatMap(({ name, streams }) =>
    streams === undefined ? [] : streamingMethods(serviceOf(name)).map((method) => ({ method, bounds: streams })),
  );
}

function documentAt(path: string, document: Omit<HttpDocument, "read">, link: Link): HttpDocument {
  return { ...document, read: () => link.ask("document", path) };
}

await serveInThread(workerData as ThreadData, new Link(parentPort as MessagePort));

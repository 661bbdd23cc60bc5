import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Logger } from "pino";
import { limits } from "../../core/limits.ts";
import { type ExpositionFormat, exposition, expositionTypes } from "../../core/metrics/exposition.ts";
import type { Metrics } from "../../core/metrics/metrics.ts";
import { shared } from "../../core/metrics/readings.ts";
import type { MetricRegistry } from "../../core/metrics/registry.ts";

export interface ScrapePortOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Time after which a port that could not be opened is tried again. */
  readonly retryMs?: number;
}

/** The port on which the metrics are scraped. */
export interface ScrapePort {
  /** Address of the metrics; undefined while the port is not open. */
  readonly url: string | undefined;
  close(): Promise<void>;
}

/**
 * Serves the metrics over HTTP/1.1, apart from the port of the service. A port that cannot be opened does not keep the
 * service from starting: it is reported once, counted, and tried again.
 */
export async function openScrapePort(
  { host, port, retryMs = limits.metricsRetryMs }: ScrapePortOptions,
  { registry, log }: { readonly registry: MetricRegistry; readonly log: Logger },
): Promise<ScrapePort> {
  const failures = countFailures(registry);
  const answer = answerTo(registry);
  let server: Server | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    const opening = serverOf(answer);
    opening.listen(port, host);
    try {
      await once(opening, "listening");
    } catch (error) {
      if (failures.add() === 1) log.error({ host, port, err: error }, unopened);
      timer = setTimeout(open, retryMs).unref();
      return;
    }
    opening.on("error", (error) => log.warn({ err: error }, "a connection to the port of the metrics failed"));
    server = opening;
    log.info({ url: urlOf(server) }, "serving metrics");
  }

  await open();
  return {
    get url() {
      return server && urlOf(server);
    },
    async close() {
      clearTimeout(timer);
      const closed = server && once(server, "close");
      server?.close();
      server?.closeAllConnections();
      await closed;
    },
  };
}

const unopened =
  "the port of the metrics (METRICS_HOST, METRICS_PORT) cannot be opened; the service runs without it, and tries again";

function countFailures(metrics: Metrics): { add(): number } {
  let count = 0;
  const help = "Attempts to open the port of the metrics that failed";
  metrics.counter({ name: "platonic.metrics.port_failures", help, unit: "{attempt}" }, () => count);
  return { add: () => ++count };
}

function serverOf(answer: (request: IncomingMessage, response: ServerResponse) => void): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytesMax,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
    },
    answer,
  );
  server.maxConnections = limits.metricsConnectionsMax;
  // A scraper that does not read its answer.
  server.timeout = limits.metricsSilenceMs;
  return server.unref();
}

/** Creates the handler. Scrapes of one moment share one reading and one text. */
function answerTo(registry: MetricRegistry) {
  const texts = { prometheus: textsOf(registry, "prometheus"), openmetrics: textsOf(registry, "openmetrics") };
  return (request: IncomingMessage, response: ServerResponse): void => {
    // Whatever it may send is not read.
    request.resume();
    const { method, url = "", headers } = request;
    if (url.split("?", 1)[0] !== "/metrics") {
      reply(response, 404, "Metrics are at /metrics.\n");
    } else if (method !== "GET" && method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      reply(response, 405, "Metrics are read with GET.\n");
    } else {
      const format = formatFor(headers.accept);
      const isCompressed = /\bgzip\b(?!;q=0(?!\.))/.test(String(headers["accept-encoding"] ?? ""));
      if (isCompressed) response.setHeader("Content-Encoding", "gzip");
      response.setHeader("Vary", "Accept, Accept-Encoding");
      texts[format][isCompressed ? "gzip" : "identity"]().then(
        (text) => reply(response, 200, text, expositionTypes[format]),
        () => {
          response.removeHeader("Content-Encoding");
          reply(response, 500, "The metrics cannot be read.\n");
        },
      );
    }
  };
}

function reply(
  response: ServerResponse,
  status: number,
  text: string | Buffer,
  type = "text/plain; charset=utf-8",
): void {
  response.writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(text) });
  response.end(text);
}

/** Returns what reads the metrics as a text, and as one that is compressed: most of it is names that repeat. */
function textsOf(registry: MetricRegistry, format: ExpositionFormat) {
  const identity = shared(async () => Buffer.from(exposition(await registry.collect(), format)));
  return { identity, gzip: shared(async () => compress(await identity())) };
}

const compress = promisify(gzip);

/** Returns the format that a scraper prefers; the older one unless it asks for the other. */
function formatFor(accept = ""): ExpositionFormat {
  return accept.includes("application/openmetrics-text") ? "openmetrics" : "prometheus";
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}/metrics`;
}

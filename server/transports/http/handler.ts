import type { OnBug } from "../../rpc/telemetry/bug-line.ts";
import { isRead, replyAllowed } from "./allowed-methods.ts";
import { type AllowedOrigins, allowOrigin } from "./cors.ts";
import { type HttpDocument, replyDocument } from "./documents.ts";
import type { Exchange } from "./exchange.ts";
import { namedRequest } from "./trace-headers.ts";

/** Answers a request, synchronously or later. */
export type ExchangeHandler = (exchange: Exchange) => void;

interface HealthCheck {
  readonly name: string;
  /** Undefined: nothing is wrong here. */
  readonly problem: string | undefined;
}

export interface HttpHandlerDeps {
  readonly allowedOrigins: AllowedOrigins;
  /** Runs the checks of readiness for calls; what they say has no names of this installation. */
  readonly readiness: () => Promise<readonly HealthCheck[]>;
  /** Public documents by path. */
  readonly documents?: ReadonlyMap<string, HttpDocument>;
  /** Page for browsers at unknown paths outside the API. */
  readonly missingPage?: HttpDocument | undefined;
  /** Answers an RPC request; returns false for any other request. */
  readonly rpc: (exchange: Exchange) => boolean;
  /** Answers every other request. */
  readonly rest: ExchangeHandler;
  /** Called with unexpected errors. */
  readonly onBug: OnBug;
}

/** Route of all documents, of which there are hundreds. */
const documentRoute = "/{document}";

/** Handles CORS, health checks and documents, and passes other requests to their transport. */
export function createHttpHandler(deps: HttpHandlerDeps): ExchangeHandler {
  return (exchange) => {
    if (allowOrigin(deps.allowedOrigins, exchange)) return;
    const { path } = exchange;
    const document = deps.documents?.get(path);
    const isHealth = path === "/healthz" || path === "/readyz";
    if (isHealth) exchange.route = path;
    else if (document !== undefined) exchange.route = documentRoute;
    if ((isHealth || document !== undefined) && !isRead(exchange)) {
      replyAllowed(exchange, ["GET"]);
    } else if (isHealth) {
      replyHealthOf(exchange, deps);
    } else if (document !== undefined) {
      show(exchange, document, 200, deps);
    } else if (!deps.rpc(exchange)) {
      const missingPage = isRead(exchange) && isOfBrowser(exchange) ? deps.missingPage : undefined;
      if (missingPage === undefined) deps.rest(exchange);
      else show(exchange, missingPage, 404, deps);
    }
  };
}

function replyHealthOf(exchange: Exchange, { readiness }: HttpHandlerDeps): void {
  if (exchange.path === "/healthz") {
    replyHealth(exchange, undefined);
    return;
  }
  const reply = new URLSearchParams(exchange.query).has("verbose") ? replyChecks : replyReadiness;
  readiness().then(
    (checks) => reply(exchange, checks),
    () => reply(exchange, [{ name: "service", problem: "the service fails" }]),
  );
}

function show(exchange: Exchange, document: HttpDocument, status: number, { onBug }: HttpHandlerDeps): void {
  replyDocument(exchange, document, status).catch((error: unknown) => {
    onBug(error, namedRequest(exchange));
    replyHealth(exchange, "the service fails");
  });
}

/** Whether a person has opened a path in a browser; paths of the API are for programs, which get its errors. */
function isOfBrowser({ path, headers }: Exchange): boolean {
  return !/^\/(v1|api)\//.test(path) && (headers.accept ?? "").includes("text/html");
}

function replyReadiness(exchange: Exchange, checks: readonly HealthCheck[]): void {
  replyHealth(exchange, checks.find(({ problem }) => problem !== undefined)?.problem);
}

/** Answers readiness with a line for each check, as the API server of Kubernetes does. */
function replyChecks(exchange: Exchange, checks: readonly HealthCheck[]): void {
  const isReady = checks.every(({ problem }) => problem === undefined);
  const lines = checks.map(({ name, problem }) => (problem === undefined ? `[+]${name} ok` : `[-]${name} ${problem}`));
  const text = [...lines, `readyz check ${isReady ? "passed" : "failed"}`, ""].join("\n");
  const headers = ["Content-Type", "text/plain; charset=utf-8", "Cache-Control", "no-store"];
  exchange.reply(isReady ? 200 : 503, headers, text);
}

/**
 * Answers liveness (the process runs) or readiness (also, its database stores changes, and it is not shutting down).
 */
function replyHealth(exchange: Exchange, problem: string | undefined): void {
  const health = problem === undefined ? { status: "ok" } : { status: "unavailable", reason: problem };
  const body = Buffer.from(JSON.stringify(health));
  exchange.reply(
    problem === undefined ? 200 : 503,
    ["Content-Type", "application/json", "Cache-Control", "no-store"],
    body,
  );
}

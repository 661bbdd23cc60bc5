import { type AllowedOrigins, allowOrigin } from "./cors.ts";
import type { Exchange } from "./exchange.ts";

/** Answers a request, at once or later. */
export type ExchangeHandler = (exchange: Exchange) => void;

export interface HttpHandlerDeps {
  readonly allowedOrigins: AllowedOrigins;
  /** Whether the server is ready for calls. */
  readonly isReady: () => Promise<boolean>;
  /** JSON that is the same for everybody, by its path. */
  readonly documents?: ReadonlyMap<string, () => Promise<string>>;
  /** Takes a request or answers false. */
  readonly rpc: (exchange: Exchange) => boolean;
  /** Takes every other request. */
  readonly rest: ExchangeHandler;
  /** Hears of what should be impossible. */
  readonly onBug: (error: unknown, requestId: string) => void;
}

/** What every request on the port goes through first: other origins, health, and the choice of its door. */
export function createHttpHandler(deps: HttpHandlerDeps): ExchangeHandler {
  return (exchange) => {
    if (allowOrigin(deps.allowedOrigins, exchange)) return;
    if (exchange.path === "/healthz") {
      replyHealth(exchange, true);
    } else if (exchange.path === "/readyz") {
      deps.isReady().then(
        (ready) => replyHealth(exchange, ready),
        () => replyHealth(exchange, false),
      );
    } else if (!deps.rpc(exchange)) {
      const document = exchange.verb === "GET" ? deps.documents?.get(exchange.path) : undefined;
      if (document === undefined) deps.rest(exchange);
      else replyDocument(exchange, document, deps.onBug);
    }
  };
}

function replyDocument(exchange: Exchange, document: () => Promise<string>, onBug: HttpHandlerDeps["onBug"]): void {
  document().then(
    (text) => exchange.reply(200, ["Content-Type", "application/json", "Cache-Control", "max-age=300"], text),
    (error: unknown) => {
      onBug(error, exchange.requestId);
      replyHealth(exchange, false);
    },
  );
}

/** Liveness: the process answers. Readiness: it also reaches its database and is not shutting down. */
function replyHealth(exchange: Exchange, healthy: boolean): void {
  const body = Buffer.from(healthy ? '{"status":"ok"}' : '{"status":"unavailable"}');
  exchange.reply(healthy ? 200 : 503, ["Content-Type", "application/json", "Cache-Control", "no-store"], body);
}

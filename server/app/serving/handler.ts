import { openMethods } from "../../rpc/authorization.ts";
import type { Pipeline, Refusals } from "../../rpc/pipeline.ts";
import type { Streams } from "../../rpc/streams/streams.ts";
import { refuseCall } from "../../transports/connect/refusal.ts";
import { createConnectTransport } from "../../transports/connect/transport.ts";
import { addresseeOf } from "../../transports/http/addressee.ts";
import { createCallerAddress, createProxyCheck } from "../../transports/http/caller-address.ts";
import type { HttpDocument } from "../../transports/http/documents.ts";
import { createHttpHandler, type ExchangeHandler, type HttpHandlerDeps } from "../../transports/http/handler.ts";
import { foreignSign, localOnly } from "../../transports/http/local-only.ts";
import type { PortOptions, Upgrades } from "../../transports/http/port.ts";
import { createRestTransport } from "../../transports/rest/transport.ts";
import type { Config } from "../config.ts";

/** Settings of the port and of who may call it. */
export interface ServingSettings {
  readonly http: Config["http"];
  readonly development: Pick<Config["development"], "isOn">;
}

export interface HandlerDeps extends Pick<HttpHandlerDeps, "readiness" | "onBug"> {
  readonly pipeline: Pipeline & Refusals;
  readonly streams: Streams;
  readonly documents: ReadonlyMap<string, HttpDocument>;
}

/** Creates the handler of all requests: documents, health, and the protocols of calls over HTTP. */
export function createServiceHandler(
  { http, development }: ServingSettings,
  { pipeline, streams, documents, readiness, onBug }: HandlerDeps,
): ExchangeHandler {
  const handler = createHttpHandler({
    allowedOrigins: allowedOriginsOf(http),
    readiness,
    // The console renders its own 404.
    missingPage: documents.get("/"),
    documents,
    rpc: createConnectTransport(pipeline, streams, onBug),
    rest: createRestTransport(pipeline, streams, onBug),
    onBug,
  });
  return development.isOn ? localOnly(handler, refuseCall) : handler;
}

export function allowedOriginsOf({ corsOrigins }: Config["http"]): "*" | ReadonlySet<string> {
  return corsOrigins.includes("*") ? "*" : new Set(corsOrigins);
}

/** Returns the options of the port that follow from settings. */
export function portOptionsOf({ http }: ServingSettings) {
  return {
    host: http.host,
    port: http.port,
    callerAddress: createCallerAddress(http.trustedProxies),
    hasProxyHeaders: http.hasProxyHeaders,
    isProxy: createProxyCheck(http.trustedProxies.networks),
    refuseCall,
  } satisfies Partial<PortOptions>;
}

/** Leaves upgrades of requests that this port must refuse to its handler, which refuses them. */
export function upgradesFor({ development }: ServingSettings, upgrades: Upgrades): Upgrades {
  if (!development.isOn) return upgrades;
  return {
    ...upgrades,
    accepts: (request) => foreignSign(addresseeOf(request)) === undefined && upgrades.accepts(request),
  };
}

/** Returns the kinds of methods that are open to callers without credentials. */
export function openToAllOf({ openRegistration }: Pick<Config["identity"], "openRegistration">) {
  return openMethods({ registration: openRegistration });
}

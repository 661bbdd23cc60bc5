import type { DescMethod } from "@bufbuild/protobuf";
import type { DestinationStream, Logger } from "pino";
import { type NamedPlace, traceMembers } from "../../core/tracing/scope.ts";
import type { Observation } from "../pipeline.ts";
import { createLogTime } from "./log-time.ts";
import { Outages } from "./outages.ts";
import { RefusalSample } from "./refusal-sample.ts";

/**
 * Creates the observer that logs one line a call: method, caller and result. Never logs payloads, credentials or free
 * text of callers. Logs the cause of a bug, which nothing else does; that of an outage once a minute, since every call
 * meets it, or not at all if another component logs it.
 *
 * Composes the lines of calls without a bug itself, equal to those of the log, at a fraction of its cost: there is one
 * for every call.
 */
export function createObserver(
  log: Logger,
  destination: DestinationStream,
  isToldElsewhere: (cause: unknown) => boolean = () => false,
): (observation: Observation) => void {
  const beginnings = new Map<DescMethod, string>();
  const principals = new Map<string, string>();
  const logTime = createLogTime();
  const outages = new Outages();
  const isNews = (reason: Observation["reason"], cause: unknown) =>
    reason !== "UNAVAILABLE" || (!isToldElsewhere(cause) && outages.isNews(cause, Date.now()));
  const sample = new RefusalSample((omitted) => log.info({ omitted }, "calls that were not logged separately"));
  return ({ call, scope, principal, durationMs, reason, cause, isUnlimited }) => {
    const duration = Math.round(durationMs * 1000) / 1000;
    if (cause !== undefined && isNews(reason, cause)) {
      const { requestId, protocol } = call;
      const line = {
        ...traceMembers(scope),
        requestId,
        protocol,
        method: nameOf(call.method),
        principal: principal?.id,
        reason,
      };
      log.error({ ...line, durationMs: duration, err: cause }, "call failed");
    } else if (log.isLevelEnabled("info") && sample.includes(reason, Date.now(), isUnlimited)) {
      const who = principal === undefined ? "" : `,"principal":${quoted(principal.id, principals)}`;
      const trace = scope === undefined ? "" : traceText(scope);
      // Ids of requests and traces, protocols and reasons need no escaping.
      destination.write(
        `{"level":30${logTime()},${trace}"requestId":"${call.requestId}","protocol":"${call.protocol}",` +
          `${methodOf(call.method, beginnings)}${who},"reason":"${reason}","durationMs":${duration},"msg":"call"}\n`,
      );
    }
  };
}

function traceText({ traceId, span }: NamedPlace): string {
  const place = span === undefined ? "" : `"span_id":"${span.context.spanId}",`;
  return `"trace_id":"${traceId}",${place}`;
}

function methodOf(method: DescMethod, known: Map<DescMethod, string>): string {
  let text = known.get(method);
  if (text === undefined) {
    text = `"method":"${nameOf(method)}"`;
    known.set(method, text);
  }
  return text;
}

/** Returns the name of a method, such as `geocode.v1.GeocodeService/Transform`. */
function nameOf(method: DescMethod): string {
  return `${method.parent.typeName}/${method.name}`;
}

/** Returns a principal's id as a JSON string. The subject of a token may hold any character. */
function quoted(principalId: string, known: Map<string, string>): string {
  let text = known.get(principalId);
  if (text === undefined) {
    if (known.size >= principalsMax) known.clear();
    text = JSON.stringify(principalId);
    known.set(principalId, text);
  }
  return text;
}

const principalsMax = 1000;

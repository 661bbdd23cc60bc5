import type { DescMethodUnary } from "@bufbuild/protobuf";
import type { Logger } from "pino";
import type { Observation } from "./pipeline.ts";

/**
 * One log line a call: what was called by whom, and what became of it. Payloads, credentials and texts that a caller
 * chose never reach the log. The cause of a bug does, and only here.
 */
export function createObserver(log: Logger): (observation: Observation) => void {
  const names = new Map<DescMethodUnary, string>();
  return ({ call, principalId, durationMs, reason, cause }) => {
    const line = {
      requestId: call.requestId,
      protocol: call.protocol,
      method: nameOf(call.method, names),
      principal: principalId,
      reason,
      durationMs: Math.round(durationMs * 1000) / 1000,
    };
    if (cause !== undefined) log.error({ ...line, err: cause }, "call failed");
    else log.info(line, "call");
  };
}

/** Such as `geocode.v1.GeocodeService/Transform`. */
function nameOf(method: DescMethodUnary, names: Map<DescMethodUnary, string>): string {
  let name = names.get(method);
  if (name === undefined) {
    name = `${method.parent.typeName}/${method.name}`;
    names.set(method, name);
  }
  return name;
}

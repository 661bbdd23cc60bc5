import { hostname } from "node:os";
import type { ActFacts, ActorKind } from "../../rpc/audit/audit-log.ts";

/** Returns the facts of an act that is no call: of the service itself, or of one of its programs. */
export function serviceAct(
  action: string,
  { result = "OK", values = {}, targets = [] }: Partial<Pick<ActFacts, "result" | "values" | "targets">> = {},
  actorKind: ActorKind = "service",
): ActFacts {
  return {
    ...{ action, result, actorKind, targets, values },
    actorId: `${hostname()} ${process.pid}`,
    ...{ protocol: "", requestId: "", address: "", userAgent: "", texts: {} },
  };
}

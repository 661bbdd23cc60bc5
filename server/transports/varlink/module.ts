import type { Logger } from "pino";
import type { Pipeline } from "../../rpc/pipeline.ts";
import type { Plan } from "../../rpc/plan.ts";
import type { ServiceInfo } from "./interfaces.ts";
import { openLibc } from "./libc.ts";
import { peerReader } from "./peer.ts";
import { type HostRule, hostPolicy } from "./policy.ts";
import type { HostSocketPlace } from "./socket.ts";
import { openVarlinkTransport } from "./transport.ts";

export interface HostSocketDeps {
  readonly pipeline: Pipeline;
  /** Undefined if there is no socket. */
  readonly place: HostSocketPlace | undefined;
  readonly rules: readonly HostRule[];
  /** Plan of root and the service's own user, and plan of all others. */
  readonly plans: { readonly trusted: Plan; readonly others: Plan };
  readonly info: ServiceInfo;
  readonly log: Logger;
}

/** Opens the host socket, if one is configured. */
export async function openHostSocket(deps: HostSocketDeps): Promise<{ close(graceMs: number): Promise<void> }> {
  const { pipeline, place, rules, plans, info, log } = deps;
  if (place === undefined) return { close: async () => {} };
  const libc = await openLibc();
  return openVarlinkTransport({
    pipeline,
    place,
    readPeer: peerReader(libc),
    lock: libc.lock,
    policy: hostPolicy({ rules, ownUid: process.geteuid?.() ?? 0, plans }),
    info,
    onBug: (error, requestId) => log.error({ requestId, err: error }, "host socket failed"),
  });
}

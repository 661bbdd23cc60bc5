import type { Plan } from "../../rpc/plan.ts";
import type { Principal } from "../../rpc/principal.ts";
import type { Peer } from "./peer.ts";

/** What users of the host may do: those with this uid, or in this group. */
export interface HostRule {
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  /** Permissions such as `kernel:verify`, `kernel:*` or `*`. */
  readonly operations: readonly string[];
}

export interface HostPolicyDeps {
  /** In addition to what holds by itself. */
  readonly rules: readonly HostRule[];
  /** The service's own, which may do everything, as root may. */
  readonly ownUid: number;
  /** Of those two, and of everybody else. */
  readonly plans: { readonly trusted: Plan; readonly others: Plan };
}

/** Whoever reaches the socket may look up users, as anybody may read `/etc/passwd`. */
const everybodys = ["users:read"];

/** On whose behalf a process of this host calls. Calls are counted by uid. */
export function hostPolicy({ rules, ownUid, plans }: HostPolicyDeps): (peer: Peer) => Principal {
  return ({ uid, gid, groups }) => {
    const id = `host:${uid}`;
    if (uid === 0 || uid === ownUid) return { id, plan: plans.trusted, permissions: ["*"] };
    const applying = rules.filter(
      (rule) => rule.uid === uid || (rule.gid !== undefined && (rule.gid === gid || groups.includes(rule.gid))),
    );
    return {
      id,
      plan: plans.others,
      permissions: [...everybodys, ...applying.flatMap(({ operations }) => operations)],
    };
  };
}

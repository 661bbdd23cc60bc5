import type { Plan } from "../../rpc/plan.ts";
import type { Principal } from "../../rpc/principal.ts";
import type { Peer } from "./peer.ts";

/** Permissions of host users with this uid or in this group. */
export interface HostRule {
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  /** Permissions such as `kernel:verify`, `kernel:*` or `*`. */
  readonly operations: readonly string[];
}

export interface HostPolicyDeps {
  /** Rules in addition to the built-in ones. */
  readonly rules: readonly HostRule[];
  /** Uid of the service itself, which like root may do everything. */
  readonly ownUid: number;
  /** Plan of root and the service's own user, and plan of all others. */
  readonly plans: { readonly trusted: Plan; readonly others: Plan };
}

/** Permissions of every user that reaches the socket: to look up users, as anyone may read `/etc/passwd`. */
const publicPermissions = ["users:read"];

/** Returns the function that maps a process of this host to a principal. Calls are counted by uid. */
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
      permissions: [...publicPermissions, ...applying.flatMap(({ operations }) => operations)],
    };
  };
}

import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { KeySchema, KeyService } from "../../../gen/es/platonic/admin/v1/keys_pb.js";
import { Fault } from "../../core/fault.ts";
import { uuidV7 } from "../../core/uuid.ts";
import { choicesOf } from "../../rpc/idempotency/choices.ts";
import type { Operations } from "../../rpc/operations.ts";
import type { Plan } from "../../rpc/plan.ts";
import { holdsPermission } from "../../rpc/principal.ts";
import type { AccessPlan } from "../domain/access-plan.ts";
import type { ApiKey, Keys } from "../domain/keys.ts";

export interface KeyOperationsDeps {
  readonly keys: Keys;
  readonly plans: ReadonlyMap<string, AccessPlan>;
  /** Makes a secret of 32 random bytes, and its digest. */
  readonly mint: (random: Uint8Array) => { readonly secret: string; readonly digest: Uint8Array };
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The operations of admin.v1.KeyService. */
export function keyOperations({ keys, plans, mint, now = Date.now }: KeyOperationsDeps): Operations<typeof KeyService> {
  return {
    async createKey({ name, plan, permissions }, context) {
      const { principal } = context;
      const chosen = plans.get(plan);
      if (chosen === undefined) throw planUnknown(plan, plans);
      const granted = permissions.length === 0 ? ["geocode:*"] : [...new Set(permissions)];
      const excess = granted.find((permission) => !holdsPermission(principal.permissions, permission));
      if (excess !== undefined) throw beyondCaller(excess);
      requirePlan(chosen, granted, principal.plan);
      const choices = choicesOf(context, now());
      const { secret, digest } = mint(choices.bytes("secret", 32));
      // An earlier execution of the same call may have created it.
      const before = context.choices && (await keys.findByDigest(digest));
      if (before !== undefined) return { key: toMessage(before), secret };
      const key: ApiKey = {
        id: uuidV7(choices.atMs, choices.bytes("key", 10)),
        name,
        plan,
        permissions: granted,
        createdAt: new Date(choices.atMs),
        lastUsedAt: undefined,
        revokedAt: undefined,
      };
      if (!(await keys.create(key, digest, activeKeysMax))) {
        throw new Fault("STATE_INVALID", `There are ${activeKeysMax} keys already; revoke those that are not used.`);
      }
      return { key: toMessage(key), secret };
    },

    async listKeys() {
      return { keys: (await keys.list()).map(toMessage) };
    },

    async revokeKey({ id }) {
      const key = await keys.revoke(id, new Date(now()));
      if (key === undefined) throw new Fault("RESOURCE_NOT_FOUND", "There is no key with this id.");
      return { key: toMessage(key) };
    },
  };
}

/** Most keys that are not revoked, so that nobody who may create keys fills the database with them. */
const activeKeysMax = 10_000;

/**
 * @throws Fault PERMISSION_DENIED for a plan with higher limits than the caller's; PARAMETER_INVALID for a permission that
 *   keys of the plan cannot have
 */
function requirePlan(plan: AccessPlan, granted: readonly string[], own: Plan): void {
  if (plan.requestsPerMinute > own.requestsPerMinute || plan.concurrentRequests > own.concurrentRequests) {
    throw new Fault(
      "PERMISSION_DENIED",
      `The plan ${plan.name} has higher limits than the caller's own, ${own.name}.`,
      {
        parameter: "plan",
        provided: plan.name,
      },
    );
  }
  const foreign = granted.find((permission) => !holdsPermission(plan.permissions, permission));
  if (foreign === undefined) return;
  throw new Fault("PARAMETER_INVALID", `Keys of the plan ${plan.name} cannot have the permission ${foreign}.`, {
    parameter: "permissions",
    provided: foreign,
  });
}

function toMessage(key: ApiKey): MessageInitShape<typeof KeySchema> {
  return {
    id: key.id,
    name: key.name,
    plan: key.plan,
    permissions: [...key.permissions],
    createdAt: timestampFromDate(key.createdAt),
    ...(key.lastUsedAt && { lastUsedAt: timestampFromDate(key.lastUsedAt) }),
    ...(key.revokedAt && { revokedAt: timestampFromDate(key.revokedAt) }),
  };
}

function planUnknown(plan: string, plans: ReadonlyMap<string, AccessPlan>): Fault {
  return new Fault("PARAMETER_INVALID", `\`plan\` must be one of ${[...plans.keys()].join(", ")}.`, {
    parameter: "plan",
    provided: plan,
  });
}

function beyondCaller(permission: string): Fault {
  return new Fault("PERMISSION_DENIED", `Only a caller with the permission ${permission} can grant it.`, {
    requiredPermission: permission,
  });
}

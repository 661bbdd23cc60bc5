import { randomUUID } from "node:crypto";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { KeySchema, KeyService } from "../../../gen/es/admin/v1/keys_pb.js";
import { Fault } from "../../core/fault.ts";
import type { Operations } from "../../rpc/operations.ts";
import type { Plan } from "../../rpc/plan.ts";
import { holdsPermission } from "../../rpc/principal.ts";
import type { ApiKey, Keys } from "../domain/keys.ts";

export interface KeyOperationsDeps {
  readonly keys: Keys;
  readonly plans: ReadonlyMap<string, Plan>;
  /** Makes a secret and its digest. */
  readonly mint: () => { readonly secret: string; readonly digest: Uint8Array };
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The operations of admin.v1.KeyService. */
export function keyOperations({ keys, plans, mint, now = Date.now }: KeyOperationsDeps): Operations<typeof KeyService> {
  return {
    async createKey({ name, plan, permissions }, { principal }) {
      if (!plans.has(plan)) throw planUnknown(plan, plans);
      const granted = permissions.length === 0 ? ["geocode:*"] : [...new Set(permissions)];
      const excess = granted.find((permission) => !holdsPermission(principal.permissions, permission));
      if (excess !== undefined) throw beyondCaller(excess);
      const { secret, digest } = mint();
      const key: ApiKey = {
        id: randomUUID(),
        name,
        plan,
        permissions: granted,
        createdAt: new Date(now()),
        lastUsedAt: undefined,
        revokedAt: undefined,
      };
      await keys.create(key, digest);
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

function planUnknown(plan: string, plans: ReadonlyMap<string, Plan>): Fault {
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

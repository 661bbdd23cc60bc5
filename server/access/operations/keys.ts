import type { MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type {
  CreateKeyRequestSchema,
  KeySchema,
  KeyService,
  ListKeysRequestSchema,
} from "#contract/admin/v1/keys_pb.js";
import { Fault } from "../../core/fault.ts";
import type { SharedLimiter } from "../../core/fixed-window/shared-limiter.ts";
import { uuidV7 } from "../../core/uuid.ts";
import { requireFreshProof } from "../../rpc/fresh-proof.ts";
import { choicesOf } from "../../rpc/idempotency/choices.ts";
import type { Context, Operations } from "../../rpc/operations.ts";
import { foreignToken } from "../../rpc/pages.ts";
import type { AccessPlan } from "../domain/access-plan.ts";
import type { ApiKey, KeyPage, Keys } from "../domain/keys.ts";
import { geometricGrant, isAdministrator, requireCarried, requireGrant, requireLimits } from "./key-grants.ts";
import { planMessage, planNamed, plansFor } from "./plans.ts";

/** Identities as owners of keys. */
export interface KeyOwners {
  readonly exists: (identityId: string) => Promise<boolean>;
  /** Limits new keys by identity. */
  readonly newKeyLimiter: SharedLimiter;
}

export interface KeyOperationsDeps {
  readonly keys: Keys;
  readonly plans: ReadonlyMap<string, AccessPlan>;
  /** Absent: there are no identities, and all keys are the operator's. */
  readonly owners?: KeyOwners;
  /** Makes a secret of 32 random bytes, and its digest. */
  readonly mint: (random: Uint8Array) => { readonly secret: string; readonly digest: Uint8Array };
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The operations of admin.v1.KeyService. */
export function keyOperations(deps: KeyOperationsDeps): Operations<typeof KeyService> {
  const { keys, plans, now = Date.now } = deps;
  return {
    createKey: (request, context) => createKey(deps, request, context),

    async listKeys(request) {
      const found = await keys.list(await pageOf(keys, request));
      const isWhole = request.pageSize === 0 || found.length <= request.pageSize;
      const listed = isWhole ? found : found.slice(0, request.pageSize);
      return { keys: listed.map(toMessage), ...(!isWhole && { nextPageToken: listed.at(-1)?.id ?? "" }) };
    },

    async revokeKey({ id, identityId }, { act }) {
      const record = await act?.prepare();
      const owner = identityId === "" ? undefined : identityId;
      const key = await keys.revoke(id, new Date(now()), owner, record?.alongside);
      if (key === undefined) throw keyUnknown();
      return { key: toMessage(key) };
    },

    async changePlan({ id, plan }, { principal, act }) {
      const chosen = planNamed(plan, plans, principal);
      requireLimits(chosen, principal.plan);
      const before = await keys.find(id);
      if (before === undefined) throw keyUnknown();
      requireCarried({ ...before, plan: chosen }, "plan");
      const record = await act?.prepare({ values: { plan_before: before.plan } });
      const key = await keys.changePlan(id, chosen.name, record?.alongside);
      if (key === undefined) throw keyUnknown();
      if (key.revokedAt !== undefined) throw new Fault("STATE_INVALID", "The key is revoked; create another one.");
      return { key: toMessage(key) };
    },

    listPlans: (_, { principal }) => ({ plans: plansFor(principal, plans).map(planMessage) }),
  };
}

async function createKey(
  { keys, plans, owners, mint, now = Date.now }: KeyOperationsDeps,
  { name, plan, permissions, identityId }: MessageShape<typeof CreateKeyRequestSchema>,
  context: Context,
): Promise<{ key: MessageInitShape<typeof KeySchema>; secret: string }> {
  const { principal } = context;
  const granted = permissions.length === 0 ? [geometricGrant] : [...new Set(permissions)];
  requireGrant(principal, { identityId, permissions: granted, plan: planNamed(plan, plans, principal) });
  // The identity of a session is known to exist.
  if (identityId !== "" && isAdministrator(principal) && !(await owners?.exists(identityId))) {
    throw new Fault("RESOURCE_NOT_FOUND", "There is no identity with this id.", { parameter: "identity_id" });
  }
  requireFreshProof(principal, now());
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
    identityId,
  };
  if (identityId !== "") await owners?.newKeyLimiter.consume(identityId);
  const activeMax = identityId === "" ? operatorKeysMax : identityKeysMax;
  const record = await context.act?.prepare({ targets: [key.id] });
  if (!(await keys.create(key, digest, activeMax, record?.alongside))) {
    throw new Fault("STATE_INVALID", `There are ${activeMax} keys already; revoke those that are not used.`);
  }
  return { key: toMessage(key), secret };
}

/** Most unrevoked keys of the operator, so that no one with permission to create keys can fill the database. */
const operatorKeysMax = 10_000;
/** Most unrevoked keys of an identity. */
const identityKeysMax = 100;

/** @throws Fault PARAMETER_INVALID for a token that is not from an earlier page of the same list */
async function pageOf(
  keys: Keys,
  { identityId, pageSize, pageToken }: MessageShape<typeof ListKeysRequestSchema>,
): Promise<KeyPage> {
  const owner = identityId === "" ? undefined : identityId;
  // Requests one more, which shows whether there is another page.
  const page = { identityId: owner, count: pageSize === 0 ? undefined : pageSize + 1 };
  if (pageToken === "") return page;
  const after = await keys.find(pageToken);
  if (after === undefined || (owner !== undefined && after.identityId !== owner)) throw foreignToken(pageToken);
  return { ...page, after };
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
    ...(key.identityId !== "" && { identityId: key.identityId }),
  };
}

function keyUnknown(): Fault {
  return new Fault("RESOURCE_NOT_FOUND", "There is no key with this id.", { parameter: "id" });
}

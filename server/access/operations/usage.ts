import type { MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  type GetUsageRequestSchema,
  type RefusalSchema,
  type UsageService,
  UsageStep,
} from "#contract/admin/v1/usage_pb.js";
import { Fault } from "../../core/fault.ts";
import { faultTable } from "../../rpc/errors/faults.ts";
import type { Operations } from "../../rpc/operations.ts";
import { pageEndId, readMoment } from "../../rpc/pages.ts";
import type { Plan } from "../../rpc/plan.ts";
import type { ApiKey, Keys } from "../domain/keys.ts";
import { hourMs, type Refusal, type UsageChoice, type UsageRecords, usageKeptMs } from "../domain/usage.ts";
import type { PlanLimiter } from "../limits/plan-limiter.ts";
import { pointsOf } from "./usage-points.ts";

export interface UsageOperationsDeps {
  readonly keys: Pick<Keys, "find">;
  readonly records: Pick<UsageRecords, "counts" | "refusals">;
  readonly limiter: Pick<PlanLimiter, "useOf">;
  readonly plans: ReadonlyMap<string, Plan>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const dayMs = 24 * hourMs;
/** Longest period that is counted in steps of an hour. */
const hoursMaxMs = 8 * dayMs;

/** The operations of admin.v1.UsageService. */
export function usageOperations(deps: UsageOperationsDeps): Operations<typeof UsageService> {
  const { records, limiter, plans, now = Date.now } = deps;
  return {
    async getUsage(request) {
      const { stepMs, fromMs, untilMs } = timeOf(request, now());
      const counts = await records.counts(await choiceOf(deps, request), fromMs, untilMs);
      return { from: timestampFromMs(fromMs), until: timestampFromMs(untilMs), points: pointsOf(counts, stepMs) };
    },

    async getRate(request) {
      const { id, planName } = await limitedBy(deps, request);
      const plan = plans.get(planName);
      if (plan === undefined) {
        throw new Fault("STATE_INVALID", `The plan ${planName} is not configured; move the key to another one.`);
      }
      const { used, endsAtMs, concurrent } = await limiter.useOf({ id, plan });
      return {
        plan: plan.name,
        limit: BigInt(plan.requestsPerMinute),
        used: BigInt(used),
        concurrentLimit: plan.concurrentRequests,
        concurrent,
        ...(endsAtMs !== undefined && { resetsAt: timestampFromMs(Math.ceil(endsAtMs)) }),
      };
    },

    async listRefusals(request) {
      const { pageSize, pageToken } = request;
      // Requests one more, which shows whether there is another page.
      const found = await records.refusals(await choiceOf(deps, request), pageEndId(pageToken), pageSize + 1);
      const listed = found.slice(0, pageSize);
      const isWhole = found.length <= pageSize;
      return { refusals: listed.map(toMessage), ...(!isWhole && { nextPageToken: listed.at(-1)?.id ?? "" }) };
    },
  };
}

interface CallerRequest {
  readonly identityId: string;
  readonly keyId: string;
}

/** @throws Fault RESOURCE_NOT_FOUND for a key that does not exist, or does not belong to the identity */
async function keyOf(
  { keys }: Pick<UsageOperationsDeps, "keys">,
  { identityId, keyId }: CallerRequest,
): Promise<ApiKey> {
  const key = await keys.find(keyId);
  if (key !== undefined && (identityId === "" || key.identityId === identityId)) return key;
  throw new Fault("RESOURCE_NOT_FOUND", "There is no key with this id.", { parameter: "key_id" });
}

async function choiceOf(deps: UsageOperationsDeps, request: CallerRequest): Promise<UsageChoice> {
  if (request.keyId !== "") {
    const { id, identityId } = await keyOf(deps, request);
    return { identityId, keyId: id };
  }
  return { identityId: request.identityId === "" ? undefined : request.identityId, keyId: undefined };
}

/** Returns the id under which the limiter counts the calls, and the name of the plan that limits them. */
async function limitedBy(deps: UsageOperationsDeps, request: CallerRequest) {
  if (request.keyId !== "") {
    const { id, plan } = await keyOf(deps, request);
    return { id: `key:${id}`, planName: plan };
  }
  if (request.identityId !== "") return { id: `identity:${request.identityId}`, planName: "identity" };
  throw new Fault("PARAMETER_REQUIRED", "Name a key in `key_id`, or an identity in `identity_id`.", {
    parameter: "key_id",
  });
}

/** @throws Fault PARAMETER_INVALID */
function timeOf({ from, until, step }: MessageShape<typeof GetUsageRequestSchema>, nowMs: number) {
  const isDaily = step === UsageStep.DAY;
  const stepMs = isDaily ? dayMs : hourMs;
  const untilMs = Math.min(readMoment(until, "until", "up") ?? nowMs, nowMs);
  const givenMs = readMoment(from, "from") ?? untilMs - (isDaily ? usageKeptMs : dayMs);
  // Nothing older is kept.
  const firstMs = Math.max(givenMs, nowMs - usageKeptMs);
  const fromMs = Math.floor(firstMs / stepMs) * stepMs;
  if (untilMs < givenMs) {
    throw new Fault("PARAMETER_INVALID", "`from` must be before `until`.", { parameter: "from", provided: from });
  }
  if (!isDaily && untilMs - fromMs > hoursMaxMs + hourMs) {
    const message = "Steps of an hour are counted for 8 days at most; take `day` for longer times.";
    throw new Fault("PARAMETER_INVALID", message, { parameter: "step", provided: "hour" });
  }
  return { stepMs, fromMs, untilMs };
}

function toMessage(refusal: Refusal): MessageInitShape<typeof RefusalSchema> {
  const { id, atMs, operation, reason, parameter, message, requestId, protocol, keyId, identityId } = refusal;
  return {
    id,
    refusedAt: timestampFromMs(atMs),
    operation,
    reason: faultTable[reason].wire,
    message,
    requestId,
    protocol,
    ...(parameter !== "" && { parameter }),
    ...(keyId !== "" && { keyId }),
    ...(identityId !== "" && { identityId }),
  };
}

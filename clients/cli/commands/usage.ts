import {
  type GetRateResponse,
  type Refusal,
  type UsagePoint,
  UsageService,
  UsageStep,
} from "#contract/admin/v1/usage_pb.js";
import { Reason } from "#contract/fault/v1/fault_pb.js";
import { Client } from "../../typescript/src/index.ts";
import { command } from "../command.ts";
import { type Owner, ownerOf, ownerOption } from "../owner.ts";
import { limitOption } from "../remote-command.ts";
import { labelled, moment, table } from "../text.ts";
import { UsageError } from "../usage-error.ts";
import { wholeNumberOf } from "../values.ts";

const keyOption = { value: "ID", help: "of this key alone" } as const;

export const keysUsage = command({
  name: "keys usage",
  summary: "Counts calls by operation and time, with their failures, and shows how much of its plan a caller uses.",
  examples: [
    "platonic keys usage --profile default",
    "platonic keys usage --key 01920000-0000-7000-8000-000000000001 --step day",
  ],
  options: {
    key: keyOption,
    step: { value: "STEP", help: "hour, for the last 24 hours (default), or day, for the last 31 days" },
    from: { value: "TIME", help: "the first time, such as 2026-11-21T00:00:00Z" },
    until: { value: "TIME", help: "the time before which calls are counted" },
    profile: ownerOption,
  },
  async run(call) {
    const owner = ownerOf(call, call.options.profile);
    const { key, step = "hour", from, until } = call.options;
    if (step !== "hour" && step !== "day") throw new UsageError("--step must be hour or day");
    const usage = new Client(owner).of(UsageService);
    const callers = callersOf(owner, key);
    const { points } = await usage.getUsage({
      ...callers,
      step: step === "day" ? UsageStep.DAY : UsageStep.HOUR,
      ...(from !== undefined && { from }),
      ...(until !== undefined && { until }),
    });
    const hasRate = key !== undefined || owner.identityId !== "";
    const rate = hasRate ? rateOf(await usage.getRate(callers)) : undefined;
    const counted = points.map(plainPoint);
    const rows = counted.map(({ start, operation, calls, abandoned, failures }) => ({
      start: start ?? "",
      operation,
      calls: String(calls),
      failed: [
        ...failures.map((one) => `${one.calls} ${one.reason}`),
        ...(abandoned > 0 ? [`${abandoned} abandoned`] : []),
      ].join(", "),
    }));
    return {
      json: { points: counted, ...(rate !== undefined && { rate }) },
      text: `${rate === undefined ? "" : `${labelled(rate, 16)}\n`}${table(rows)}`,
    };
  },
});

export const keysRefusals = command({
  name: "keys refusals",
  summary: "Lists the last refused calls with their reason, the newest first.",
  examples: [
    "platonic keys refusals --profile default",
    "platonic keys refusals --key 01920000-0000-7000-8000-000000000001",
  ],
  options: {
    key: keyOption,
    limit: limitOption,
    profile: ownerOption,
  },
  async run(call) {
    const owner = ownerOf(call, call.options.profile);
    const { key, limit = "50" } = call.options;
    const most = wholeNumberOf("--limit", limit, 1);
    const refusals = [];
    for await (const refusal of new Client(owner).items(UsageService.method.listRefusals, callersOf(owner, key))) {
      refusals.push(plainRefusal(refusal));
      if (refusals.length === most) break;
    }
    const rows = refusals.map(({ refusedAt, reason, operation, parameter, requestId, message }) => {
      return { time: refusedAt ?? "", reason, operation, parameter, request: requestId, message };
    });
    return { json: { refusals }, text: table(rows) };
  },
});

function callersOf({ identityId }: Owner, keyId: string | undefined) {
  return { ...(identityId !== "" && { identityId }), ...(keyId !== undefined && { keyId }) };
}

function rateOf({ plan, limit, used, resetsAt, concurrent, concurrentLimit }: GetRateResponse) {
  return {
    plan,
    used: Number(used),
    limit: Number(limit),
    resetsAt: moment(resetsAt),
    concurrent,
    concurrentLimit,
  };
}

function plainPoint({ start, operation, calls, failures, abandoned }: UsagePoint) {
  return {
    start: moment(start),
    operation,
    calls: Number(calls),
    failures: failures.map((failed) => ({ reason: Reason[failed.reason] as string, calls: Number(failed.calls) })),
    abandoned: Number(abandoned),
  };
}

function plainRefusal({ refusedAt, operation, reason, parameter, message, requestId, protocol, keyId }: Refusal) {
  return {
    refusedAt: moment(refusedAt),
    operation,
    reason: Reason[reason] as string,
    parameter,
    message,
    requestId,
    protocol,
    keyId,
  };
}

import type { Decision } from "../../domain/entry/decision.ts";
import type { Policy } from "../../domain/policy.ts";
import type { Request, View } from "../../domain/requests.ts";
import { decideCapture } from "./capture.ts";
import { decideExchange } from "./exchange.ts";
import { decideIssue } from "./issue.ts";
import { decideLinked } from "./linked.ts";
import { decideEnd, decideRelease } from "./release.ts";
import { decideReverse } from "./reversal.ts";
import { decideCreate, decideExecute, decideTransfer } from "./transfer.ts";
import { decideVoid } from "./void.ts";

export type { Decision, Draft } from "../../domain/entry/decision.ts";

/**
 * Decides a request. Idempotent: a request with the same id and digest gets the first decision again, whatever the
 * ledger holds by then.
 *
 * @param nowMs milliseconds since 1970; becomes the time of the entry
 */
export function decide(request: Request, view: View, policy: Policy, nowMs: number): Decision {
  switch (request.kind) {
    case "create":
      return decideCreate(request, view, policy, nowMs);
    case "transfer":
      return decideTransfer(request, view, policy, nowMs);
    case "execute":
      return decideExecute(request, view, policy, nowMs);
    case "linked":
      return decideLinked(request, view, policy, nowMs);
    case "exchange":
      return decideExchange(request, view, policy, nowMs);
    case "deposit":
    case "withdraw":
      return decideIssue(request, view, policy, nowMs);
    case "reverse":
      return decideReverse(request, view, nowMs);
    case "void":
      return decideVoid(request, view, nowMs);
    case "capture":
      return decideCapture(request, view, policy, nowMs);
    case "release":
      return decideRelease(request, view, nowMs);
    case "end":
    case "expire":
      return decideEnd(request, view, nowMs);
  }
}

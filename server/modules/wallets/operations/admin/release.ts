import type { ReleaseHoldRequest } from "#contract/admin/v1/ledger_pb.js";
import { Fault } from "../../../../core/fault.ts";
import { choicesOf } from "../../../../rpc/idempotency/choices.ts";
import type { Context } from "../../../../rpc/operations.ts";
import { requestDigest } from "../../../ledger/domain/entry/digests.ts";
import type { Hold } from "../../../ledger/domain/holds/hold.ts";
import type { Ledger } from "../../../ledger/domain/requests.ts";
import { submitted } from "../../../ledger/index.ts";
import { idTaken, requestedId } from "../../orders/request-id.ts";

/** Ends holds in favour of their senders. Returns the hold after its release. */
export function holdRelease(ledger: Ledger, now: () => number) {
  return async ({ holdId, reference, releaseId }: ReleaseHoldRequest, caller: Context): Promise<Hold> => {
    const id = requestedId(releaseId, "release_id", choicesOf(caller, now()));
    const hold = await ledger.hold(holdId);
    if (hold === undefined) throw new Fault("RESOURCE_NOT_FOUND", "There is no hold with this id.");
    const digest = requestDigest("release", [id, holdId, reference]);
    const record = (await caller.act?.prepare({ targets: [id] }))?.statements;
    const order = { id, owner: hold.recipient, holdId, reference, requestDigest: digest };
    const request = { kind: "end" as const, ...order, record };
    const outcome = await submitted(ledger, request, caller);
    if (outcome.kind === "entry") return (await ledger.hold(holdId)) ?? hold;
    if (outcome.kind === "refused") throw new Fault("STATE_INVALID", "The hold has ended already.");
    throw idTaken("release_id", id);
  };
}

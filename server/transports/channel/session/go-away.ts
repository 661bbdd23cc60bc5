import { GoAwayReason } from "../../../../gen/es/channel/v1/channel_pb.js";
import type { EnvelopeBody } from "../wire/envelope.ts";

/** So that not everybody comes back at once: from once to twice so much later. */
const retryMs = 1_000;

/** The last that is said, and when to come back where that is of use. */
export function goAway(reason: GoAwayReason): EnvelopeBody {
  const isToReturn = reason === GoAwayReason.SHUTDOWN || reason === GoAwayReason.OVERLOAD;
  const retryAfter = Math.floor(retryMs * (1 + Math.random()));
  return { case: "goAway", value: { reason, ...(isToReturn && { retryAfter }) } };
}

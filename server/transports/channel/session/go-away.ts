import { GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import type { EnvelopeBody } from "../wire/envelope.ts";

/** Shortest delay before a client reconnects. Up to twice as long, at random, so that clients do not return all at once. */
const retryMs = 1_000;

/** Returns the last message of a connection: why it ends and, where the client may return, when. */
export function goAway(reason: GoAwayReason): EnvelopeBody {
  const mayReturn = reason === GoAwayReason.SHUTDOWN || reason === GoAwayReason.OVERLOAD;
  const retryAfter = Math.floor(retryMs * (1 + Math.random()));
  return { case: "goAway", value: { reason, ...(mayReturn && { retryAfter }) } };
}

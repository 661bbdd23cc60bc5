import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";
import type { EnvelopeBody } from "../../../../server/transports/channel/wire/envelope.ts";

const text = fc.string({ unit: "grapheme" });
const bytes = fc.uint8Array();
const count = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
/** Numbers of envelopes. */
export const number = fc.oneof(
  fc.bigInt(0n, 2n ** 64n - 1n),
  // Boundaries at which the encoding gets longer.
  fc.tuple(fc.bigInt(1n, 63n), fc.bigInt(-1n, 1n)).map(([power, beside]) => 2n ** power + beside),
);
const error = fc.record({ reason: fc.nat(12), message: text, parameter: text, retryAfter: count });
const moment = fc.nat(2_000_000_000_000).map(timestampFromMs);

/** Bodies of every kind, with all their fields. */
export const bodies: fc.Arbitrary<EnvelopeBody> = fc.oneof(
  record("welcome", {
    channelId: text,
    identityId: text,
    authLevel: count,
    isResumed: fc.boolean(),
    pingInterval: count,
    timeout: count,
    credits: count,
    reauthenticateBy: moment,
    sessionToken: text,
  }),
  record("request", { opId: text, method: text, payload: bytes, timeout: count }),
  record("accepted", { opId: text }),
  record("result", { opId: text, answer: fc.oneof(record("payload", bytes), record("error", error)) }),
  record("resolve", { opId: text, seal: fc.boolean() }),
  record("outcome", { opId: text, isFinal: fc.boolean(), result: bytes }),
  record("ping", { nonce: number }),
  record("pong", { nonce: number }),
  record("reauthenticate", { challenge: text, rotatingToken: text, reauthenticateBy: moment }),
  record("goAway", { reason: fc.nat(6), retryAfter: count }),
  record("error", error),
) as never;

function record(name: string, members: object) {
  const value = members instanceof fc.Arbitrary ? members : fc.record(members as Record<string, fc.Arbitrary<unknown>>);
  return value.map((made) => ({ case: name, value: made }));
}

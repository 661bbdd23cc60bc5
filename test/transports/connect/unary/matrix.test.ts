import { beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "./answer.ts";
import { legalCall, makeCall, type Variant, variants, withHeaders } from "./client.ts";
import { connectGet, connectPost } from "./connect-protocol.ts";
import { type CodecName, type CompressionName, codecs, compress, compressions } from "./framing.ts";
import { type Outcome, outcomes } from "./outcomes.ts";
import type { CallSpec } from "./protocol.ts";
import { sharedWire } from "./shared-wire.ts";

const wire = sharedWire();

/** A protocol, HTTP version, codec and compressions of a call. */
interface CallFormat extends Variant {
  readonly codec: CodecName;
  readonly compression: CompressionName;
  readonly accepted: CompressionName;
}

const formats: CallFormat[] = variants.flatMap((variant) =>
  codecs.flatMap((codec) =>
    compressions.flatMap((compression) =>
      compressions.map((accepted) => ({ ...variant, codec, compression, accepted })),
    ),
  ),
);
const plainVariant: Variant = { name: "Connect JSON over HTTP/1.1", protocol: connectPost, version: "1.1" };
const plainFormat: CallFormat = { ...plainVariant, codec: "json", compression: "identity", accepted: "identity" };

function nameOf({ name, codec, compression, accepted }: CallFormat): string {
  return `${name} of ${codec}, sent as ${compression}, accepting ${accepted}`;
}

/** Whether the message fits: too long a message fits into a query only if it is compressed. */
function isPossible({ protocol, compression }: CallFormat, { isTooLong }: Outcome): boolean {
  return !(protocol === connectGet && compression === "identity" && isTooLong);
}

function run(format: CallFormat, outcome: Outcome): Promise<Answer> {
  const { codec, compression, accepted } = format;
  const call: CallSpec = {
    ...legalCall(codec, compression),
    method: outcome.method,
    compression: outcome.compressionName ?? compression,
    bytes: compress(compression, outcome.message[codec]),
    accepted: accepted === "identity" ? undefined : accepted,
    isLate: outcome.isLate === true,
  };
  const sent = outcome.isUnauthenticated ? { ...call, authorization: undefined } : call;
  return makeCall(wire(), format, sent, withHeaders({ "x-request-id": "matrix-1" }));
}

describe.each(outcomes)("$name", (outcome) => {
  let plain: Answer;
  beforeAll(async () => {
    plain = await run(plainFormat, outcome);
  });

  test("has the expected answer over Connect JSON", () => {
    expect(plain).toMatchObject(outcome.expected);
  });

  const rows = formats
    .filter((format) => isPossible(format, outcome))
    .map((format) => ({ name: nameOf(format), format }));
  test.each(rows)("has the same answer over $name", async ({ format }) => {
    expect(await run(format, outcome)).toEqual(plain);
  });
});

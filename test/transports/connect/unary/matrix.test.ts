import { beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "./answer.ts";
import { legalCall, makeCall, type Variant, variants } from "./client.ts";
import { connectGet, connectPost } from "./connect-protocol.ts";
import { type CodecName, type CompressionName, codecs, compress, compressions } from "./framing.ts";
import { type Outcome, outcomes } from "./outcomes.ts";
import type { CallSpec } from "./protocol.ts";
import { sharedWire } from "./shared-wire.ts";

const wire = sharedWire();

/** One way of making a call. */
interface Way extends Variant {
  readonly codec: CodecName;
  readonly compression: CompressionName;
  readonly accepted: CompressionName;
}

const ways: Way[] = variants.flatMap((variant) =>
  codecs.flatMap((codec) =>
    compressions.flatMap((compression) =>
      compressions.map((accepted) => ({ ...variant, codec, compression, accepted })),
    ),
  ),
);
const plainVariant: Variant = { name: "the plainest", protocol: connectPost, version: "1.1" };
const plainWay: Way = { ...plainVariant, codec: "json", compression: "identity", accepted: "identity" };

function nameOf({ name, codec, compression, accepted }: Way): string {
  return `${name} of ${codec}, sent as ${compression}, accepting ${accepted}`;
}

/** A query is as short as headers must be: a message that is too long only fits in when it is compressed. */
function isPossible({ protocol, compression }: Way, { isTooLong }: Outcome): boolean {
  return !(protocol === connectGet && compression === "identity" && isTooLong);
}

function run(way: Way, outcome: Outcome): Promise<Answer> {
  const { codec, compression, accepted } = way;
  const asked: CallSpec = {
    ...legalCall(codec, compression),
    method: outcome.method,
    compression: outcome.compressionName ?? compression,
    bytes: compress(compression, outcome.message[codec]),
    accepted: accepted === "identity" ? undefined : accepted,
    isLate: outcome.isLate === true,
  };
  return makeCall(wire(), way, outcome.isUnauthenticated ? { ...asked, authorization: undefined } : asked);
}

describe.each(outcomes)("$name", (outcome) => {
  let plain: Answer;
  beforeAll(async () => {
    plain = await run(plainWay, outcome);
  });

  test("is told", () => {
    expect(plain).toMatchObject(outcome.told);
  });

  const rows = ways.filter((way) => isPossible(way, outcome)).map((way) => ({ name: nameOf(way), way }));
  test.each(rows)("$name", async ({ way }) => {
    expect(await run(way, outcome)).toEqual(plain);
  });
});

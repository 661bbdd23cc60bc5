import { beforeAll, describe, expect, test } from "vitest";
import type { Asked } from "./asked.ts";
import { type Lane, lanes, legalCall, tell } from "./asker.ts";
import { connectGet, connectPost } from "./connect-protocol.ts";
import { type CodecName, type CompressionName, codecs, compress, compressions } from "./framing.ts";
import { type Outcome, outcomes } from "./outcomes.ts";
import { sharedWire } from "./shared-wire.ts";
import type { Told } from "./told.ts";

const wire = sharedWire();

/** One way of making a call. */
interface Way extends Lane {
  readonly codec: CodecName;
  readonly compression: CompressionName;
  readonly accepted: CompressionName;
}

const ways: Way[] = lanes.flatMap((lane) =>
  codecs.flatMap((codec) =>
    compressions.flatMap((compression) => compressions.map((accepted) => ({ ...lane, codec, compression, accepted }))),
  ),
);
const plainLane: Lane = { name: "the plainest", protocol: connectPost, version: "1.1" };
const plainWay: Way = { ...plainLane, codec: "json", compression: "identity", accepted: "identity" };

function nameOf({ name, codec, compression, accepted }: Way): string {
  return `${name} of ${codec}, sent as ${compression}, accepting ${accepted}`;
}

/** A query is as short as headers must be: a message that is too long only fits in when it is compressed. */
function isPossible({ protocol, compression }: Way, { isTooLong }: Outcome): boolean {
  return !(protocol === connectGet && compression === "identity" && isTooLong);
}

function call(way: Way, outcome: Outcome): Promise<Told> {
  const { codec, compression, accepted } = way;
  const asked: Asked = {
    ...legalCall(codec, compression),
    method: outcome.method,
    compression: outcome.compressionName ?? compression,
    bytes: compress(compression, outcome.message[codec]),
    accepted: accepted === "identity" ? undefined : accepted,
    isLate: outcome.isLate === true,
  };
  return tell(wire(), way, outcome.isUnauthenticated ? { ...asked, authorization: undefined } : asked);
}

describe.each(outcomes)("$name", (outcome) => {
  let plain: Told;
  beforeAll(async () => {
    plain = await call(plainWay, outcome);
  });

  test("is told", () => {
    expect(plain).toMatchObject(outcome.told);
  });

  const rows = ways.filter((way) => isPossible(way, outcome)).map((way) => ({ name: nameOf(way), way }));
  test.each(rows)("$name", async ({ way }) => {
    expect(await call(way, outcome)).toEqual(plain);
  });
});

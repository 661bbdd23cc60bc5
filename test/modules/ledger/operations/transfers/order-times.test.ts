import { randomUUID } from "node:crypto";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { TransferOrderSchema } from "../../../../../gen/es/platonic/wallet/v1/transaction_pb.js";
import { orderTimes } from "../../../../../server/modules/ledger/operations/transfers/order-times.ts";
import { law } from "../../../../support/laws/law.ts";

const time = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const usualTime = fc.bigInt({ min: 1n, max: 8_640_000_000_000_000n });
const terms = fc.record(
  {
    id: fc.uuid(),
    sender: fc.string(),
    description: fc.string(),
    tokenType: fc.nat(),
    createdAt: fc.oneof(usualTime, time),
    captureBefore: fc.oneof(usualTime, time),
  },
  { requiredKeys: [] },
);

/** Fields that this version of the contract does not have, of every wire type. */
const unknown = fc.constantFrom(
  new Uint8Array(),
  new BinaryWriter().tag(900, WireType.Varint).int64(-1n).finish(),
  new BinaryWriter().tag(13, WireType.Bit32).fixed32(8).finish(),
  new BinaryWriter().tag(13, WireType.Bit64).fixed64(8n).finish(),
  new BinaryWriter()
    .tag(900, WireType.StartGroup)
    .tag(8, WireType.Varint)
    .int64(5n)
    .tag(900, WireType.EndGroup)
    .finish(),
);

function validTime(time: bigint): number | undefined {
  return time > 0n && time <= 8_640_000_000_000_000n ? Number(time) : undefined;
}

law(
  "the times of an order are those that the library reads, whatever else is in it",
  fc.record({ terms, before: unknown, after: unknown }),
  ({ terms, before, after }) => {
    const order = Buffer.concat([before, toBinary(TransferOrderSchema, create(TransferOrderSchema, terms)), after]);
    const { createdAt, captureBefore } = fromBinary(TransferOrderSchema, order);
    expect(orderTimes(order)).toEqual({
      createdAtMs: validTime(createdAt),
      captureBeforeMs: validTime(captureBefore),
    });
  },
);

law(
  "an order that cannot be parsed has no times that it does not state, and is no error",
  fc.record({ createdAt: usualTime, cut: fc.nat(), tail: fc.uint8Array({ maxLength: 12 }) }),
  ({ createdAt, cut, tail }) => {
    const whole = toBinary(TransferOrderSchema, create(TransferOrderSchema, { createdAt, id: randomUUID() }));
    const order = Buffer.concat([whole.subarray(0, cut % whole.length), tail]);
    const { createdAtMs } = orderTimes(order);
    if (createdAtMs !== undefined) expect(createdAtMs).toBeGreaterThan(0);
  },
);

test("numbers without an end, and longer ones than 64 bits, are no order", () => {
  const createdAt = toBinary(TransferOrderSchema, create(TransferOrderSchema, { createdAt: 5n }));
  const overlong = Buffer.alloc(11, 0x80);
  for (const flaw of [[0x80], [0x08], [0x08, ...overlong, 1], [0x0a, 5, 1], [...overlong, 0]]) {
    expect(orderTimes(Buffer.concat([createdAt, Buffer.from(flaw)]))).toEqual({});
  }
});

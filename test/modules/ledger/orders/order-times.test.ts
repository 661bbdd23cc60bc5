import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import { type OrderTimes, orderTimes } from "../../../../server/modules/ledger/orders/order-times.ts";
import { law } from "../../../support/laws/law.ts";

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

/** Times that the library reads; none if it refuses the bytes. */
function parsedTimes(order: Uint8Array): OrderTimes {
  try {
    const { createdAt, captureBefore } = fromBinary(TransferOrderSchema, order);
    return { createdAtMs: validTime(createdAt), captureBeforeMs: validTime(captureBefore) };
  } catch {
    return {};
  }
}

function validTime(time: bigint): number | undefined {
  return time > 0n && time <= 8_640_000_000_000_000n ? Number(time) : undefined;
}

law(
  "the times of an order are those that the library reads, whatever else is in it",
  fc.record({ terms, before: unknown, after: unknown }),
  ({ terms, before, after }) => {
    const order = Buffer.concat([before, toBinary(TransferOrderSchema, create(TransferOrderSchema, terms)), after]);
    expect(fromBinary(TransferOrderSchema, order).createdAt).toBe(terms.createdAt ?? 0n);
    expect(orderTimes(order)).toEqual(parsedTimes(order));
  },
);

law(
  "the times of an order that is cut off are those that the library reads, or none where it refuses the rest",
  fc.record({ terms, cut: fc.nat() }),
  ({ terms, cut }) => {
    const whole = toBinary(TransferOrderSchema, create(TransferOrderSchema, terms));
    const order = whole.subarray(0, cut % (whole.length + 1));
    expect(orderTimes(order)).toEqual(parsedTimes(order));
  },
);

law("bytes that are no order are no error", fc.uint8Array({ maxLength: 64 }), (bytes) => void orderTimes(bytes));

test("numbers without an end, and longer ones than 64 bits, are no order", () => {
  const createdAt = toBinary(TransferOrderSchema, create(TransferOrderSchema, { createdAt: 5n }));
  const overlong = Buffer.alloc(11, 0x80);
  for (const flaw of [[0x80], [0x08], [0x08, ...overlong, 1], [0x0a, 5, 1], [...overlong, 0]]) {
    expect(orderTimes(Buffer.concat([createdAt, Buffer.from(flaw)]))).toEqual({});
  }
});

import { BinaryReader } from "@bufbuild/protobuf/wire";
import { Fault } from "../../../core/fault.ts";

const ordersMax = 1_000;
const orderBytesMax = 4_096;

/**
 * Splits TransferOrders into the bytes of each order, unchanged.
 *
 * @throws Fault PARAMETER_INVALID
 */
export function splitOrders(bytes: Uint8Array, [countMin, countMax] = [1, ordersMax]): Uint8Array[] {
  const orders = slices(bytes);
  const isGood = orders !== undefined && orders.length >= countMin && orders.length <= countMax;
  if (isGood && orders.every(({ length }) => length <= orderBytesMax)) return orders;
  const expected = `must be TransferOrders with ${countMin} to ${countMax} orders of at most ${orderBytesMax} bytes`;
  throw new Fault("PARAMETER_INVALID", `orders ${expected}`, { parameter: "orders" });
}

function slices(bytes: Uint8Array): Uint8Array[] | undefined {
  const reader = new BinaryReader(bytes);
  const found: Uint8Array[] = [];
  try {
    while (reader.pos < reader.len) {
      const [number, wireType] = reader.tag();
      if (number !== 1 || wireType !== lengthDelimited) return undefined;
      found.push(reader.bytes());
    }
    return found;
  } catch {
    // The bytes are truncated.
    return undefined;
  }
}

const lengthDelimited = 2;

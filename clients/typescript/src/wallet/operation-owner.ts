import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import type { Operation } from "./operation-storage.ts";

/** Field of the identity that signs, in every kind of order. */
const signerField = 2;
/** Field of the identity in the request of an exchange. */
const exchangerField = 1;

/** Field of the orders of a group. */
const firstOrderField = 1;

/** Returns the id of the identity whose operation it is; undefined if its bytes do not say. */
export function ownerOf({ kind, order }: Pick<Operation, "kind" | "order">): string | undefined {
  const signed = kind === "batch" ? bytesOf(order, firstOrderField) : order;
  const owner = signed && bytesOf(signed, kind === "exchange" ? exchangerField : signerField);
  return owner && new TextDecoder().decode(owner);
}

/** Returns the first value of a field; undefined if the message has none, or the bytes are those of something else. */
function bytesOf(message: Uint8Array, number: number): Uint8Array | undefined {
  try {
    const reader = new BinaryReader(message);
    while (reader.pos < reader.len) {
      const [field, wireType] = reader.tag();
      if (field === number && wireType === WireType.LengthDelimited) return reader.bytes();
      reader.skip(wireType, field);
    }
  } catch {
    // The bytes of something else.
  }
  return undefined;
}

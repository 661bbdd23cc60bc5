import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import type { Operation } from "./operation-storage.ts";

/** Field of the identity that signs, in every kind of order. */
const signerField = 2;
/** Field of the identity in the request of an exchange. */
const exchangerField = 1;

/** Returns the id of the identity whose operation it is; undefined if its bytes do not say. */
export function ownerOf({ kind, order }: Pick<Operation, "kind" | "order">): string | undefined {
  const owner = kind === "exchange" ? exchangerField : signerField;
  try {
    const reader = new BinaryReader(order);
    while (reader.pos < reader.len) {
      const [field, wireType] = reader.tag();
      if (field === owner && wireType === WireType.LengthDelimited) return reader.string();
      reader.skip(wireType, field);
    }
  } catch {
    // The bytes of something else.
  }
  return undefined;
}

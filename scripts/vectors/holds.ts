import { type Golden, golden } from "./golden.ts";
import { type Field, preimage, serialise } from "./orders.ts";
import { Trace, type Vector } from "./trace.ts";

const { key, holds, changes } = golden("signing");

/** Fields of a wallet.v1.CaptureOrder and of a ReleaseOrder in their order on the wire. */
const fieldsOf: Readonly<Record<string, readonly Field[]>> = {
  capture: [
    [1, "id", "text"],
    [2, "recipient", "text"],
    [3, "holdId", "text"],
    [4, "tokenType", "number"],
    [5, "currencyCode", "text"],
    [6, "amount", "text"],
    [7, "keepRest", "flag"],
    [8, "createdAt", "number"],
    [9, "expiresAt", "number"],
  ],
  release: [
    [1, "id", "text"],
    [2, "recipient", "text"],
    [3, "holdId", "text"],
    [4, "createdAt", "number"],
    [5, "expiresAt", "number"],
  ],
};

/** Returns orders that hold money, and orders of its recipient to capture and to release it. */
export function holdVectors(): Vector[] {
  return [
    ...holds.map(({ order }: Golden) => signed("hold", "transfer", order)),
    ...changes.map(({ purpose, order }: Golden) => signed(purpose, purpose, order)),
  ];
}

function signed(name: string, purpose: string, order: Golden): Vector {
  const trace = new Trace();
  serialise(trace, order, "order", fieldsOf[purpose]);
  trace.sha256("digest", "order");
  preimage(trace, purpose, "order");
  trace.sign("signature", key.seed, "signed bytes");
  return { name, purpose, input: order, steps: trace.steps };
}

import { type Golden, golden } from "./golden.ts";
import { type Given, publicKeyOf, Trace, type Vector } from "./trace.ts";

const { key, orders, trees } = golden("signing");
const { seed } = key;
const otherSeed = golden("receipts").key.seed as string;

/** A field of a message: its number, its name, and its type. A flag is written if it is true. */
export type Field = readonly [number: number, name: string, kind: "text" | "number" | "flag"];

/** Fields of a wallet.v1.TransferOrder in their order on the wire. A new field of the contract is a row here. */
const fields: readonly Field[] = [
  [1, "id", "text"],
  [2, "sender", "text"],
  [3, "recipient", "text"],
  [4, "tokenType", "number"],
  [5, "currencyCode", "text"],
  [6, "amount", "text"],
  [7, "description", "text"],
  [8, "createdAt", "number"],
  [9, "feeMax", "text"],
  [10, "expiresAt", "number"],
  [11, "captureBefore", "number"],
  [12, "reverses", "text"],
];

/** Adds the bytes of an order: protobuf, only set fields, in the order of their numbers. */
export function serialise(trace: Trace, order: Golden, name = "order", given = fields): void {
  trace.join(
    name,
    given.flatMap(([number, field, kind]): Given[] => {
      const value = order[field];
      if (value === undefined) return [];
      const tag = [`tag of ${field}`, "varint", number * 8 + (kind === "text" ? 2 : 0)] as const;
      if (kind === "flag") return [tag, [field, "varint", 1]];
      if (kind === "number") return [tag, [field, "varint", value]];
      return [tag, [`length of ${field}`, "varint", Buffer.byteLength(value)], [field, "utf8", value]];
    }),
  );
}

/** Adds the bytes that are signed for a purpose. */
export function preimage(trace: Trace, purpose: string, message: string, name = "signed bytes"): void {
  trace.join(name, [
    ["line of the purpose", "utf8", `platonic ${purpose} v1\n`],
    [message, "step", message],
  ]);
}

/** Returns orders with their own signatures, then many under one, then refused ones. */
export function orderVectors(): Vector[] {
  return [
    ...orders.map((vector: Golden, index: number) => single(vector.order, `order ${index + 1}`)),
    ...trees.map(({ count }: Golden) => batch(count)),
    ...trees.filter(({ count }: Golden) => count > 1).map(({ count }: Golden) => batch(count, "linked transfers")),
    ...refused(),
  ];
}

function single(order: Golden, name: string): Vector {
  const trace = new Trace();
  serialise(trace, order);
  trace.sha256("digest", "order");
  preimage(trace, "transfer", "order");
  trace.sign("signature", seed, "signed bytes");
  return { name, purpose: "transfer", input: order, steps: trace.steps };
}

function batch(count: number, purpose = "transfers"): Vector {
  const trace = new Trace();
  const input = orders.slice(0, count).map(({ order }: Golden) => order);
  input.forEach((order: Golden, index: number) => {
    serialise(trace, order, `order ${index}`);
  });
  const root = addTree(trace, count);
  preimage(trace, purpose, root);
  trace.sign("signature", seed, "signed bytes");
  for (let index = 0; index < count; index++) addProof(trace, count, index);
  const name = purpose === "transfers" ? `${count} orders under one signature` : `${count} linked orders`;
  return { name, purpose, input, steps: trace.steps };
}

/** Adds the Merkle tree (RFC 6962, section 2.1); returns the step of its root. Nodes are named by height and index. */
function addTree(trace: Trace, count: number): string {
  for (let index = 0; index < count; index++) {
    trace.join(`bytes of ${node(0, index)}`, [
      ["mark of a leaf", "u8", 0],
      ["order", "step", `order ${index}`],
    ]);
    trace.sha256(node(0, index), `bytes of ${node(0, index)}`);
  }
  let height = 0;
  for (let width = count; width > 1; width = Math.ceil(width / 2), height++) {
    for (let index = 0; index < width; index += 2) addNode(trace, height, index, width);
  }
  return node(height, 0);
}

/** Adds the node above two; one without a sibling is promoted unchanged. */
function addNode(trace: Trace, height: number, index: number, width: number): void {
  const above = node(height + 1, index / 2);
  if (index + 1 === width) {
    trace.join(above, [["promoted", "step", node(height, index)]]);
    return;
  }
  trace.join(`bytes of ${above}`, [
    ["mark of a node", "u8", 1],
    ["left", "step", node(height, index)],
    ["right", "step", node(height, index + 1)],
  ]);
  trace.sha256(above, `bytes of ${above}`);
}

/** Adds the signature that the ledger keeps with one of the orders. */
function addProof(trace: Trace, count: number, index: number): void {
  const siblings: (readonly [string, "step", string])[] = [];
  for (let height = 0, width = count; width > 1; width = Math.ceil(width / 2), height++) {
    const sibling = (index >> height) ^ 1;
    if (sibling < width) siblings.push([`sibling at height ${height}`, "step", node(height, sibling)]);
  }
  trace.join(`kept with order ${index}`, [
    ["signature", "step", "signature"],
    ["index", "u32", index],
    ["number of orders", "u32", count],
    ...siblings,
  ]);
}

function node(height: number, index: number): string {
  return `node ${height}.${index}`;
}

function refused(): Vector[] {
  const [{ order }, { order: other }] = orders;
  const publicKey = publicKeyOf(seed);
  const given = (name: string, add: (trace: Trace) => void): Vector => {
    const trace = new Trace();
    serialise(trace, order);
    preimage(trace, "transfer", "order");
    add(trace);
    trace.verify("the service finds", publicKey, "signed bytes", "refused signature", false);
    return { name, purpose: "transfer", input: order, steps: trace.steps, refused: "TX_ERROR_INVALID_SIGNATURE" };
  };
  return [
    given("signature for another purpose", (trace) => {
      preimage(trace, "transfers", "order", "other bytes");
      trace.sign("refused signature", seed, "other bytes");
    }),
    given("signature of a linked set for one of its orders", (trace) => {
      preimage(trace, "linked transfers", "order", "other bytes");
      trace.sign("refused signature", seed, "other bytes");
    }),
    given("signature without a purpose", (trace) => trace.sign("refused signature", seed, "order")),
    given("signature of the digest", (trace) => {
      trace.sha256("digest", "order");
      trace.sign("refused signature", seed, "digest");
    }),
    given("signature of another order", (trace) => {
      serialise(trace, other, "other order");
      preimage(trace, "transfer", "other order", "other bytes");
      trace.sign("refused signature", seed, "other bytes");
    }),
    given("signature by another key", (trace) => trace.sign("refused signature", otherSeed, "signed bytes")),
    given("signature whose S is not reduced", (trace) => {
      const signature = trace.sign("signature", seed, "signed bytes");
      trace.join("refused signature", [
        ["R", "hex", signature.subarray(0, 32).toString("hex")],
        ["S plus the order of the group", "hex", plusOrder(signature.subarray(32))],
      ]);
    }),
  ];
}

/** Adds the order of the group of Ed25519 to a scalar, both little-endian. */
function plusOrder(scalar: Uint8Array): string {
  const reversed = (hex: string) => Buffer.from(hex, "hex").reverse().toString("hex");
  const sum = BigInt(`0x${reversed(Buffer.from(scalar).toString("hex"))}`) + 2n ** 252n + groupOrderRest;
  return reversed(sum.toString(16).padStart(64, "0"));
}

const groupOrderRest = 27742317777372353535851937790883648493n;

import { fromBinary } from "@bufbuild/protobuf";
import { TransferOrdersSchema } from "#contract/wallet/v1/transaction_service_pb.js";
import { PlatonicError } from "../platonic-error.ts";
import type { Operation } from "./operation-storage.ts";
import type { PaymentOrder } from "./order-terms.ts";
import { type OrderSigner, orderBytes, signedBytes } from "./sign-order.ts";
import { isTransactionId, timeOfId } from "./transaction-id.ts";

/** Most orders under one signature, and most bytes of them: below the 1 MiB of the service. */
const ordersMax = 1_000;
const bytesMax = 900_000;

/** Orders of a sequence under one signature. */
export interface OrderGroup {
  /** Index of its first order in the sequence. */
  readonly first: number;
  /** Ids of its orders. */
  readonly ids: readonly string[];
  /** Operation in the journal, under the id of its first order. */
  readonly operation: Operation;
}

/**
 * Splits orders into groups, and signs each. The same orders become the same groups of the same bytes, whenever they are split.
 *
 * @throws PlatonicError PARAMETER_REQUIRED for an order without an id, or without a time of creation if its id has none;
 * PARAMETER_INVALID for an id that is not a UUID in lower case
 */
export async function* orderGroups(
  orders: Iterable<PaymentOrder> | AsyncIterable<PaymentOrder>,
  identityId: string,
  signer: OrderSigner,
): AsyncGenerator<OrderGroup, void> {
  let [first, ids, group, length] = [0, [] as string[], [] as Uint8Array[], 0];
  const take = async (): Promise<OrderGroup> => {
    const { orders: order, ...signature } = await signedBytes(group, signer);
    const signed: OrderGroup = { first, ids, operation: { id: ids[0] as string, kind: "batch", order, ...signature } };
    [first, ids, group, length] = [first + ids.length, [], [], 0];
    return signed;
  };
  for await (const order of orders) {
    const whole = datedOrder(order, first + ids.length);
    const bytes = orderBytes({ ...whole, sender: identityId });
    if (ids.length > 0 && length + bytes.length > bytesMax) yield await take();
    ids.push(whole.id);
    group.push(bytes);
    // A tag and a length precede each order.
    length += bytes.length + 4;
    // A group that is whole does not wait for the next order.
    if (ids.length === ordersMax) yield await take();
  }
  if (ids.length > 0) yield await take();
}

/** Gives an order the time of creation that its id has, unless it has one. */
function datedOrder(order: PaymentOrder, index: number) {
  const { id, createdAt } = order;
  if (!id) throw required(index, "id", "with it, orders that are sent again are not paid again");
  if (!isTransactionId(id)) {
    const text = `orders[${index}].id must be a UUID in lower case, not ${id}`;
    throw new PlatonicError("PARAMETER_INVALID", text, { parameter: `orders[${index}].id`, wasNotSent: true });
  }
  const dated = createdAt || timeOfId(id);
  if (!dated) throw required(index, "createdAt", "only ids of UUID version 7 have a time themselves");
  return { ...order, id, createdAt: dated };
}

function required(index: number, name: string, why: string): PlatonicError {
  const parameter = `orders[${index}].${name}`;
  return new PlatonicError("PARAMETER_REQUIRED", `${parameter} is missing: ${why}`, { parameter, wasNotSent: true });
}

/**
 * Reads the ids of the orders that an earlier process has kept.
 *
 * @throws PlatonicError STATE_INVALID if its bytes are no orders, or others than those of its id
 */
export function idsOf({ id, order }: Operation): string[] {
  const [ids, cause] = read(order);
  if (ids[0] === id) return ids;
  const text = `the group of orders ${id} of the journal is damaged; look at it before you remove it`;
  throw new PlatonicError("STATE_INVALID", text, {}, { cause });
}

function read(orders: Uint8Array): [ids: string[], cause?: unknown] {
  try {
    return [fromBinary(TransferOrdersSchema, orders).orders.map(({ id }) => id)];
  } catch (cause) {
    return [[], cause];
  }
}

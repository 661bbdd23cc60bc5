import type { PaymentOutcome } from "../../../../clients/typescript/src/wallet/payment-group.ts";
import type { Payments } from "../../../../clients/typescript/src/wallet/payments.ts";
import { orderBytes, signOrder, signOrders } from "../../../../clients/typescript/src/wallet/sign-order.ts";
import { TokenType } from "../../../../gen/es/wallet/v1/money_pb.js";
import { signerOf } from "./keys.ts";

/** What somebody means to pay. */
export interface PaymentPlan {
  readonly id: string;
  readonly sender: string;
  readonly recipient: string;
  /** Minor units, so few that the fee is one. */
  readonly units: number;
}

/** What one sender pays at once. */
export interface Bill {
  readonly plans: readonly PaymentPlan[];
  send(payments: Payments): Promise<PaymentOutcome[]>;
}

/** Signed before it is needed, because nobody knows how long that takes. */
export async function signedBill(sender: string, plans: readonly PaymentPlan[]): Promise<Bill> {
  const signer = signerOf(sender);
  const orders = plans.map(orderOf);
  const [first] = orders;
  if (first !== undefined && orders.length === 1) {
    const operation = { ...(await signOrder(first, signer)), id: first.id };
    return { plans, send: async (payments) => [await payments.send(operation)] };
  }
  const signed = await signOrders(orders, signer);
  const { keyId, signature } = signed;
  const operations = orders.map((order) => ({ id: order.id, order: orderBytes(order), keyId, signature }));
  return { plans, send: (payments) => payments.sendMany(operations, signed) };
}

function orderOf({ units, ...plan }: PaymentPlan) {
  return { ...plan, amount: `0.${String(units).padStart(8, "0")}`, tokenType: TokenType.STANDARD, createdAt: 1n };
}

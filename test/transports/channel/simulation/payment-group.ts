import { TokenType } from "#contract/wallet/v1/money_pb.js";
import type { PaymentOutcome } from "../../../../clients/typescript/src/wallet/payment-group.ts";
import type { Payments } from "../../../../clients/typescript/src/wallet/payments.ts";
import { orderBytes, signOrder, signOrders } from "../../../../clients/typescript/src/wallet/sign-order.ts";
import { signerOf } from "./keys.ts";

/** A payment that a user intends. */
export interface PaymentPlan {
  readonly id: string;
  readonly sender: string;
  readonly recipient: string;
  /** Amount in minor units, so small that the fee is one unit. */
  readonly units: number;
}

/** Payments that a sender makes at once. */
export interface PaymentGroup {
  readonly plans: readonly PaymentPlan[];
  send(payments: Payments): Promise<PaymentOutcome[]>;
}

/** Signs payments. Done ahead of the simulation, because the duration of signing is not deterministic. */
export async function signedGroup(sender: string, plans: readonly PaymentPlan[]): Promise<PaymentGroup> {
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

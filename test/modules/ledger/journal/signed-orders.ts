import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { create, toBinary } from "@bufbuild/protobuf";
import { TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import { bytesToSign } from "../../../../server/core/signing/purposes.ts";
import { orderTree } from "../../../../server/modules/ledger/domain/entry/order-tree.ts";
import type { Order } from "../../../../server/modules/ledger/domain/requests.ts";
import { readOrder } from "../../../../server/modules/ledger/orders/transfer-orders.ts";
import { policy, someDayMs } from "../../../support/ledger/constants.ts";

/** A signer of orders of one sender, and its keys as an identity store tells them. */
export function signer(sender: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const bytes = Buffer.from(publicKey.export({ format: "jwk" }).x as string, "base64url");
  const state = { isRevoked: false };
  return {
    state,
    publicKey: async (identity: string, keyId: string) =>
      identity === sender && keyId === "key" && !state.isRevoked ? bytes : undefined,
    /** Signs orders again as a linked set. */
    linked(orders: readonly Order[]): Order[] {
      const tree = orderTree(orders.map(({ order }) => order));
      const signatures = tree.signatures(sign(null, bytesToSign("linked transfers", tree.root), privateKey));
      return orders.map((order, index) => ({ ...order, signature: signatures[index] as Uint8Array }));
    },
    /** Returns a signed order of an amount in whole tokens. */
    order(recipient: string, amount: string, expiresAt = 0n): Order {
      const terms = {
        id: randomUUID(),
        sender,
        recipient,
        tokenType: 1,
        amount,
        createdAt: BigInt(someDayMs),
        expiresAt,
      };
      const order = toBinary(TransferOrderSchema, create(TransferOrderSchema, terms));
      const signature = sign(null, bytesToSign("transfer", order), privateKey);
      return readOrder({ order, keyId: "key", signature }, sender, policy) as Order;
    },
  };
}

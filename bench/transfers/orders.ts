import { randomBytes, sign } from "node:crypto";
import { create, type DescMethodUnary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { bytesToSign } from "../../server/core/signing/purposes.ts";
import { uuidV7 } from "../../server/core/uuid.ts";
import { orderTree } from "../../server/modules/ledger/domain/entry/order-tree.ts";
import { enveloped, grpcRequest, type WireRequest } from "../requests/wire.ts";
import type { Sender } from "./fixture.ts";

/** Transfers to send, signed in advance. */
export interface SignedBody {
  readonly ids: readonly string[];
  readonly sender: Sender;
  /** Bytes of each order. */
  readonly orders: readonly Uint8Array[];
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
  /** Body of a gRPC request. */
  readonly body: Buffer;
}

const { transfer, transferBatch } = TransactionService.method;
export const transferRequest = requestOf(transfer);
export const batchRequest = requestOf(transferBatch);

/** Transfers with one order each, by different senders. */
export function signedTransfers(senders: readonly Sender[], count: number): SignedBody[] {
  return Array.from({ length: count }, (_, index) => {
    const sender = senders[index % senders.length] as Sender;
    const id = newId();
    const order = orderOf(id, sender, senders);
    const signed = bytesToSign("transfer", order);
    const signature = sign(null, signed, sender.privateKey);
    const message = { sender: sender.id, signedOrder: { order, keyId: sender.keyId, signature } };
    return { ids: [id], sender, orders: [order], signed, signature, body: bodyOf(transfer, message) };
  });
}

/** Batches of this many orders, by different senders. */
export function signedBatches(senders: readonly Sender[], count: number, size: number): SignedBody[] {
  return Array.from({ length: count }, (_, index) => {
    const sender = senders[index % senders.length] as Sender;
    const ids = Array.from({ length: size }, newId);
    const orders = ids.map((id) => orderOf(id, sender, senders));
    const signed = bytesToSign("transfers", orderTree(orders).root);
    const signature = sign(null, signed, sender.privateKey);
    const message = { sender: sender.id, orders: joined(orders), keyId: sender.keyId, signature };
    return { ids, sender, orders, signed, signature, body: bodyOf(transferBatch, message) };
  });
}

/** An order to a random other sender. */
function orderOf(id: string, sender: Sender, senders: readonly Sender[]): Uint8Array {
  const others = senders.filter((other) => other !== sender);
  const order = create(TransferOrderSchema, {
    id,
    sender: sender.id,
    recipient: (others[Math.floor(Math.random() * others.length)] as Sender).id,
    tokenType: 1,
    amount: "0.00001",
    description: "for the benchmark",
    createdAt: BigInt(Date.now()),
  });
  return toBinary(TransferOrderSchema, order);
}

/** Encodes TransferOrders from orders that are already encoded. */
function joined(orders: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    orders.flatMap((order) => {
      const { length } = order;
      return [Buffer.of(0x0a, ...(length < 128 ? [length] : [(length & 127) | 128, length >>> 7])), order];
    }),
  );
}

function bodyOf<Method extends DescMethodUnary>({ input }: Method, init: MessageInitShape<Method["input"]>): Buffer {
  return enveloped(toBinary(input, create(input, init)));
}

function requestOf(method: DescMethodUnary): WireRequest {
  return grpcRequest(`/${method.parent.typeName}/${method.name}`, Buffer.alloc(0));
}

function newId(): string {
  return uuidV7(Date.now(), randomBytes(10));
}

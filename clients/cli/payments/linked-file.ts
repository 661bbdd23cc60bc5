import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { create, fromBinary } from "@bufbuild/protobuf";
import type { TransferOrder } from "#contract/wallet/v1/transaction_pb.js";
import {
  type LinkedSignature,
  LinkedSignatureSchema,
  TransferOrdersSchema,
} from "#contract/wallet/v1/transaction_service_pb.js";
import { base64url, fromBase64url, isEqual } from "../../typescript/src/bytes.ts";
import { type LinkedSet, linkedSet } from "../../typescript/src/index.ts";
import { UsageError } from "../usage-error.ts";

/** A linked set in a file that is passed from one sender to the next. It contains no secret. */
export interface LinkedFile {
  readonly set: LinkedSet;
  /** Decoded orders of the bytes that the senders sign. */
  readonly orders: readonly TransferOrder[];
  readonly signatures: readonly LinkedSignature[];
}

/** Writes a linked set atomically; a new one replaces no file. */
export function writeLinked(path: string, { set, signatures }: Omit<LinkedFile, "orders">, isNew = false): void {
  const written = signatures.map(({ sender, keyId, signature }) => ({
    sender,
    keyId,
    signature: base64url(signature),
  }));
  const text = `${JSON.stringify({ orders: base64url(set.orders), signatures: written }, null, 2)}\n`;
  if (isNew) {
    writeFileSync(path, text, { flag: "wx" });
    return;
  }
  writeFileSync(`${path}.new`, text, { flush: true });
  renameSync(`${path}.new`, path);
}

/**
 * Reads a linked set, of payments alone: whoever has made the file may have written a hold or a refund in place of what was agreed,
 * which would look like a payment.
 *
 * @throws UsageError for a file not written by `writeLinked`, one that contradicts its bytes, or one with other than payments
 */
export async function readLinked(path: string): Promise<LinkedFile> {
  try {
    const { orders: bytes, signatures } = JSON.parse(readFileSync(path, "utf8"));
    const given = fromBase64url(bytes);
    const { orders } = fromBinary(TransferOrdersSchema, given);
    const set = await linkedSet(orders);
    // Otherwise the signed bytes would differ from the sent ones.
    if (!isEqual(set.orders, given)) throw new Error("its orders differ from the bytes that were signed");
    for (const order of orders) requirePayment(order);
    const read = signatures.map(({ sender, keyId, signature }: Record<string, string>) =>
      create(LinkedSignatureSchema, {
        sender: sender as string,
        keyId: keyId as string,
        signature: fromBase64url(signature as string),
      }),
    );
    return { set, orders, signatures: read };
  } catch (error) {
    throw new UsageError(`${path} was not written by platonic wallet prepare-linked: ${(error as Error).message}`);
  }
}

/** @throws Error for an order that says more than a payment of `wallet prepare-linked` */
function requirePayment({ id, captureBefore, reverses, feeMax }: TransferOrder): void {
  if (captureBefore !== 0n) {
    const until = new Date(Number(captureBefore)).toISOString();
    throw new Error(`the order ${id} pays nothing, but holds money until ${until}: do not sign it`);
  }
  if (reverses !== "") throw new Error(`the order ${id} gives back the transaction ${reverses}: do not sign it`);
  if (feeMax !== "") throw new Error(`the order ${id} fails if its fee is above ${feeMax}`);
}

import { sign } from "node:crypto";
import { fromBinary } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { ReceiptSchema } from "#contract/wallet/v1/transaction_pb.js";
import { verifyReceipt } from "../../clients/typescript/src/wallet/receipt.ts";
import { bytesToSign } from "../../server/core/signing/purposes.ts";
import { confirmationCode, entryDigest } from "../../server/modules/ledger/domain/entry/chain.ts";
import { asBatchHash } from "../../server/modules/ledger/domain/entry/digests.ts";
import { receiptStatement } from "../../server/modules/ledger/domain/entry/receipt.ts";
import { privateKeyOf } from "./private-key.ts";
import { goldenVectors, hex } from "./vectors.ts";

interface ReceiptVectors {
  readonly key: { readonly id: string; readonly seed: Uint8Array; readonly publicKey: Uint8Array };
  readonly receipts: readonly {
    readonly statement: string;
    readonly signed: Uint8Array;
    readonly signature: Uint8Array;
    readonly message: Uint8Array;
  }[];
}

const { key, receipts } = goldenVectors<ReceiptVectors>("receipts", [
  "seed",
  "publicKey",
  "signed",
  "signature",
  "message",
]);
const privateKey = privateKeyOf(key.seed);
const x = Buffer.from(key.publicKey).toString("base64url");
const keySet = { keys: [{ kty: "OKP", crv: "Ed25519", kid: key.id, x }] };

test.each(receipts)("the server states and signs receipt %#", ({ statement, signed, signature, message }) => {
  const { transactionId, sequence, entry, batchNumber, batchHash, ...receipt } = fromBinary(ReceiptSchema, message);
  const digest = entryDigest(entry);
  const facts = {
    transactionId,
    sequence: Number(sequence),
    entryDigest: digest,
    batchNumber: Number(batchNumber),
    batchHash: asBatchHash(batchHash),
  };
  expect(Buffer.from(receiptStatement(facts)).toString("ascii")).toBe(statement);
  expect(hex(bytesToSign("receipt", receiptStatement(facts)))).toBe(hex(signed));
  expect(hex(sign(null, signed, privateKey))).toBe(hex(signature));
  expect(receipt.confirmationCode).toBe(confirmationCode(digest));
});

test.each(receipts)("the client verifies receipt %#", async ({ message }) => {
  const receipt = fromBinary(ReceiptSchema, message);
  const { transactionId, confirmationCode, sequence, batchNumber } = receipt;
  const proven = { transactionId, confirmationCode, sequence, batchNumber };
  expect(await verifyReceipt(receipt, keySet)).toEqual(proven);
});

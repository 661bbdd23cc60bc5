import { readFileSync } from "node:fs";
import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import { type Receipt, ReceiptSchema } from "#contract/wallet/v1/transaction_pb.js";
import { verifyReceipt as proof } from "../../typescript/src/wallet/receipt.ts";
import { command } from "../command.ts";
import { labelled } from "../text.ts";

/** Verifies a receipt by the key set published at `/.well-known/jwks.json`; needs no running service. */
export const verifyReceipt = command({
  name: "ledger verify-receipt",
  summary: "Verifies a receipt by the keys of the service, without the service.",
  operands: ["RECEIPT", "KEYS"],
  async run({ operands: [receiptPath, keySetPath] }) {
    const receipt = receiptIn(readJson(receiptPath), receiptPath);
    const { order, ...place } = await proof(receipt, readJson(keySetPath));
    const json = {
      ...place,
      sequence: String(place.sequence),
      batchNumber: String(place.batchNumber),
      ...(order && { order: { ...order, publicKey: Buffer.from(order.publicKey).toString("base64url") } }),
    };
    const { order: terms = { order: unproven }, ...others } = json;
    return { json, text: labelled({ ...others, ...terms }) };
  },
});

const unproven = "not proven by this receipt of an earlier version; request it again";

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`${path} cannot be read as JSON`, { cause: error });
  }
}

/** Accepts a receipt, or the response that contains it. */
function receiptIn(json: unknown, path: string): Receipt {
  const response = json as { readonly result?: { readonly receipt?: unknown }; readonly receipt?: unknown } | null;
  const receipt = response?.result?.receipt ?? response?.receipt ?? json;
  try {
    return fromJson(ReceiptSchema, receipt as JsonValue);
  } catch (error) {
    throw new Error(`${path} contains no receipt`, { cause: error });
  }
}

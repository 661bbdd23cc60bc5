import { readFileSync } from "node:fs";
import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import { type Receipt, ReceiptSchema } from "#contract/wallet/v1/transaction_pb.js";

export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`${path} cannot be read as JSON`, { cause: error });
  }
}

/** Reads a receipt, or the response that contains it; undefined if there is none. */
export function receiptIn(json: unknown): Receipt | undefined {
  const response = json as { readonly result?: { readonly receipt?: unknown }; readonly receipt?: unknown } | null;
  const receipt = response?.result?.receipt ?? response?.receipt ?? json;
  try {
    return fromJson(ReceiptSchema, receipt as JsonValue);
  } catch {
    return undefined;
  }
}

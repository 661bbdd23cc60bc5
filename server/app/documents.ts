import { readFile } from "node:fs/promises";
import { changingDocument, fixedDocument, type HttpDocument } from "../transports/http/documents.ts";

/** The contract with its imports and comments, as `npm run generate` writes it. */
const contractFile = new URL("../../gen/descriptors/platonic.binpb", import.meta.url);

/** Opens what the port answers to anybody by path: the contract, and JSON that modules keep up to date. */
export async function openDocuments(
  json: Iterable<readonly [path: string, read: () => Promise<string>]>,
): Promise<Map<string, HttpDocument>> {
  const documents = new Map<string, HttpDocument>();
  for (const [path, read] of json) documents.set(path, changingDocument("application/json", read));
  // A google.protobuf.FileDescriptorSet.
  return documents.set("/contract.binpb", fixedDocument("application/protobuf", await readFile(contractFile)));
}

import { readFile } from "node:fs/promises";
import { changingDocument, fixedDocument, type HttpDocument } from "../transports/http/documents.ts";

/** The contract with its imports and comments, written by `npm run generate`. */
const contractFile = new URL("../../gen/descriptors/platonic.binpb", import.meta.url);
/** The OpenAPI document of the REST interface, written by `npm run generate`. */
const openApiFile = new URL("../../gen/openapi/openapi.json", import.meta.url);

/** The AsyncAPI document of the wallet channel, written by `npm run generate`. */
const asyncApiFile = new URL("../../gen/asyncapi/asyncapi.json", import.meta.url);

/** Opens the public documents by path: the contract in its forms, and JSON that modules keep up to date. */
export async function openDocuments(
  json: Iterable<readonly [path: string, read: () => Promise<string>]>,
  publicUrl: string | undefined,
): Promise<Map<string, HttpDocument>> {
  const documents = new Map<string, HttpDocument>();
  for (const [path, read] of json) documents.set(path, changingDocument("application/json", read));
  // A google.protobuf.FileDescriptorSet.
  documents.set("/contract.binpb", fixedDocument("application/protobuf", await readFile(contractFile)));
  documents.set("/asyncapi.json", fixedDocument("application/json", await readFile(asyncApiFile)));
  return documents.set("/openapi.json", fixedDocument("application/json", await openApi(publicUrl)));
}

/** Returns the OpenAPI document. Its server is the public origin, or else the origin that serves the document. */
async function openApi(publicUrl: string | undefined): Promise<string | Uint8Array> {
  const written = await readFile(openApiFile);
  if (publicUrl === undefined) return written;
  return JSON.stringify({ ...JSON.parse(written.toString("utf8")), servers: [{ url: publicUrl }] });
}

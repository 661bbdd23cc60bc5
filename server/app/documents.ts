import { readFile } from "node:fs/promises";
import { changingDocument, fixedDocument, type HttpDocument } from "../transports/http/documents.ts";

/** The contract with its imports and comments, as `npm run generate` writes it. */
const contractFile = new URL("../../gen/descriptors/platonic.binpb", import.meta.url);
/** The REST interface, written likewise. */
const openApiFile = new URL("../../gen/openapi/openapi.json", import.meta.url);

/** The messages of the wallet channel, written likewise. */
const asyncApiFile = new URL("../../gen/asyncapi/asyncapi.json", import.meta.url);
/** The reference page of the REST interface, written likewise. */
const pageFolder = new URL("../../gen/reference-page/", import.meta.url);
const pageFiles = [
  { path: "/docs/api", file: "api.html", mediaType: "text/html; charset=utf-8" },
  { path: "/docs/api.css", file: "api.css", mediaType: "text/css; charset=utf-8" },
  { path: "/docs/api.js", file: "api.js", mediaType: "text/javascript; charset=utf-8" },
  { path: "/docs/api.svg", file: "api.svg", mediaType: "image/svg+xml" },
];
/** The page loads its own style, script and icon, and nothing else from anywhere. No other page may frame it. */
const pageHeaders = [
  [
    "Content-Security-Policy",
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  ],
  ["Referrer-Policy", "no-referrer"],
].flat();

/** Opens what the port answers to anybody by path: the contract in its forms, and JSON that modules keep up to date. */
export async function openDocuments(
  json: Iterable<readonly [path: string, read: () => Promise<string>]>,
  publicUrl: string | undefined,
): Promise<Map<string, HttpDocument>> {
  const documents = new Map<string, HttpDocument>();
  for (const [path, read] of json) documents.set(path, changingDocument("application/json", read));
  // A google.protobuf.FileDescriptorSet.
  documents.set("/contract.binpb", fixedDocument("application/protobuf", await readFile(contractFile)));
  documents.set("/asyncapi.json", fixedDocument("application/json", await readFile(asyncApiFile)));
  for (const [path, document] of await referencePage()) documents.set(path, document);
  return documents.set("/openapi.json", fixedDocument("application/json", await openApi(publicUrl)));
}

/** Returns the OpenAPI document. Its server is the public origin, or else the one that the document comes from. */
async function openApi(publicUrl: string | undefined): Promise<string | Uint8Array> {
  const written = await readFile(openApiFile);
  if (publicUrl === undefined) return written;
  return JSON.stringify({ ...JSON.parse(written.toString("utf8")), servers: [{ url: publicUrl }] });
}

async function referencePage(): Promise<[path: string, document: HttpDocument][]> {
  return Promise.all(
    pageFiles.map(async ({ path, file, mediaType }) => {
      const body = await readFile(new URL(file, pageFolder));
      return [path, fixedDocument(mediaType, body, { headers: pageHeaders })] satisfies [string, HttpDocument];
    }),
  );
}

import type { FileRegistry } from "@bufbuild/protobuf";
import manifest from "../../package.json" with { type: "json" };
import { commentOf, servicesOf } from "../contract-registry.ts";
import { errorResponses, errorSchemas } from "./errors.ts";
import { headers, parameters } from "./headers.ts";
import { defined, type JsonObject } from "./json.ts";
import { operationsOf } from "./operations.ts";
import { Schemas } from "./schemas.ts";
import { securitySchemes } from "./security.ts";

const description = `A protocol-first service for geometric encoding and for wallets and identities.

Null counts as absent in a request, and members with a default may be left out. Members that the service does not know are
refused. Clients must ignore members of an answer that they do not know, because new ones are added.

Texts that people see have no control characters, no signs that turn the direction of writing, and no invisible or unassigned
ones (FreeformClass of RFC 8264); others are refused.

Every failure has the same body; its codes are the same on every protocol.`;

/** Writes the OpenAPI document of the contract. Throws for what OpenAPI cannot express. */
export function openApiDocument(registry: FileRegistry): JsonObject {
  const services = servicesOf(registry);
  const methods = services.flatMap((service) => service.methods);
  const schemas = new Schemas();
  const paths: { [path: string]: JsonObject } = {};
  for (const { path, verb, operation } of methods.flatMap((one) => operationsOf(one, schemas))) {
    paths[path] = { ...paths[path], [verb]: operation };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Platonic",
      version: manifest.version,
      description,
      license: { name: "Apache License 2.0", identifier: manifest.license },
    },
    servers: [{ url: "/" }],
    tags: services.map((service) => defined({ name: service.name, description: commentOf(service) })),
    paths,
    components: {
      schemas: { ...errorSchemas, ...schemas.named() },
      responses: errorResponses(),
      parameters,
      headers,
      securitySchemes,
    },
  };
}

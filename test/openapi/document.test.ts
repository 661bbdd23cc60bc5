import { readFileSync } from "node:fs";
import { hasOption } from "@bufbuild/protobuf";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { http } from "#contract/google/api/annotations_pb.js";
import manifest from "../../package.json" with { type: "json" };
import { faultTable } from "../../server/rpc/errors/faults.ts";
import { routesOf } from "../../server/transports/rest/route.ts";
import { contractServices } from "../support/contract-services.ts";
import type { Json } from "../support/geocode-operations.ts";
import { pointerOf, publishedDocument } from "../support/openapi/document.ts";

const document = publishedDocument();
const { paths, components } = document.json;
const operations = Object.entries<Json>(paths).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([verb, operation]) => ({ path, verb, operation })),
);

test("is valid by the schema of OpenAPI 3.1", async () => {
  const validator = new Validator();
  const result = await validator.validate(readFileSync("gen/openapi/openapi.json", "utf8"));
  expect(result).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  expect(document.json.info.version).toBe(manifest.version);
});

test("a document that breaks the schema is noticed", async () => {
  const broken = structuredClone(document.json);
  broken.paths["/v1/geocode/transform"].post.responses = {};
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test("every reference leads somewhere, and nothing that has a name is unused", () => {
  const text = JSON.stringify(document.json);
  const refs = new Set([...text.matchAll(/"\$ref":"#([^"]+)"/g)].map(([, ref]) => ref));
  for (const ref of refs) expect(document.resolve({ $ref: `#${ref}` }, "").value, ref).toBeDefined();
  for (const kind of ["schemas", "responses", "headers", "parameters"]) {
    for (const name of Object.keys(components[kind])) expect(refs).toContain(`/components/${kind}/${name}`);
  }
});

test("has every route of the contract and no other", async () => {
  const methods = (await contractServices()).flatMap((service) => service.methods);
  const routes = methods
    .filter((method) => hasOption(method, http))
    .flatMap((method) => routesOf(method).map(({ title }) => title.slice(title.indexOf(", ") + 2)));
  expect(routes.length).toBeGreaterThan(70);
  expect(operations.map(({ path, verb }) => `${verb.toUpperCase()} ${path}`).sort()).toEqual(routes.sort());
});

test("operations have ids of their own, a tag that is explained, and a summary", () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const tags = document.json.tags.map(({ name }: Json) => name);
  for (const { operation } of operations) {
    expect(operation.operationId).toMatch(/^[A-Z]\w+_[A-Z]\w+$/);
    expect(tags).toContain(operation.tags[0]);
    expect(operation.summary).toMatch(/^[A-Z]/);
  }
});

test("geometric operations fail with the statuses of their interface, 413, 503 and 504: they keep nothing to be in conflict with", () => {
  const geometric = operations.filter(({ path }) => path.startsWith("/v1/geocode/"));
  expect(geometric).toHaveLength(6);
  for (const { operation } of geometric) {
    const statuses = [200, 400, 401, 403, 404, 413, 429, 500, 503, 504];
    expect(Object.keys(operation.responses).map(Number)).toEqual(statuses);
  }
});

test("declares every variable of a path, and no other", () => {
  for (const { path, operation } of operations) {
    const declared = operation.parameters.filter((one: Json) => one.in === "path").map((one: Json) => one.name);
    expect(declared, path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  }
});

describe("schemas", () => {
  test.each(Object.keys(components.schemas))("%s can be compiled", (name) => {
    expect(document.flawOf(pointerOf("components", "schemas", name), undefined)).toBeDefined();
  });

  test("allow their own defaults", () => {
    let count = 0;
    const visit = (schema: Json, pointer: string) => {
      if (typeof schema !== "object" || schema === null) return;
      if ("default" in schema && pointer.includes("/properties/")) {
        count += 1;
        expect(document.flawOf(pointer, schema.default), pointer).toBeUndefined();
      }
      for (const [name, member] of Object.entries(schema)) visit(member, pointer + pointerOf(name));
    };
    visit(components.schemas, "/components/schemas");
    expect(count).toBeGreaterThan(15);
  });
});

describe("errors", () => {
  const responses: Json[] = Object.values(components.responses);
  const examples = responses.flatMap((response) => Object.entries(response.content["application/json"].examples));

  test("have an example for each reason of the table", () => {
    const ofOperations = Object.keys(faultTable).filter((reason) => reason !== "METHOD_NOT_ALLOWED");
    expect(examples.map(([reason]) => reason).sort()).toEqual(ofOperations.sort());
  });

  test("have examples that their schemas allow", () => {
    for (const [name, response] of Object.entries<Json>(components.responses)) {
      for (const { value } of Object.values<Json>(response.content["application/json"].examples)) {
        const pointer = pointerOf("components", "responses", name, "content", "application/json", "schema");
        expect(document.flawOf(pointer, value)).toBeUndefined();
      }
    }
  });
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { sharedServer } from "../support/shared-server.ts";

const server = sharedServer();

interface Operation {
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly example?: object } } };
}
const { paths } = JSON.parse(readFileSync("gen/openapi/openapi.json", "utf8")) as {
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
};
const examples = Object.entries(paths).flatMap(([path, { post }]) => {
  const example = post?.requestBody?.content["application/json"].example;
  return example === undefined ? [] : [[path, example] as const];
});

test("every geometric operation has an example", () => {
  const geometric = examples.filter(([path]) => path.startsWith("/v1/geocode/"));
  expect(geometric).toHaveLength(GeocodeService.methods.length);
});

test.each(examples)("the service accepts the example of %s", async (path, example) => {
  expect(await server().post(path, example)).toMatchObject({ status: 200 });
});

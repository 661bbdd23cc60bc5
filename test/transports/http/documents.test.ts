import { readFileSync } from "node:fs";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { afterAll, describe, expect, test } from "vitest";
import { contractServices } from "../../support/contract-services.ts";
import { startServer } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { exchange, openSession } from "./http2-client.ts";

const server = sharedServer();
const paths = [
  "/contract.binpb",
  "/openapi.json",
  "/asyncapi.json",
  "/.well-known/jwks.json",
  "/.well-known/channel.json",
];

describe("the contract", () => {
  test("is answered to anybody, with every service, its imports and the comments", async () => {
    const response = await fetch(`${server().url}/contract.binpb`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/protobuf");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.equals(readFileSync("gen/descriptors/platonic.binpb"))).toBe(true);
    const set = fromBinary(FileDescriptorSetSchema, bytes);
    // Would throw if an import were missing.
    const registry = createFileRegistry(set);
    for (const { typeName } of await contractServices()) expect(registry.getService(typeName)?.typeName).toBe(typeName);
    const commented = set.file.filter(({ sourceCodeInfo }) => sourceCodeInfo !== undefined);
    expect(commented.map(({ name }) => name)).toEqual(
      set.file.map(({ name }) => name).filter((name) => name.startsWith("platonic/")),
    );
  });

  test("is answered as often as it is asked for", async () => {
    const sizes = new Set<number>();
    for (let i = 0; i < 3; i++) {
      sizes.add((await (await fetch(`${server().url}/contract.binpb`)).arrayBuffer()).byteLength);
    }
    expect([...sizes]).toEqual([readFileSync("gen/descriptors/platonic.binpb").length]);
  });
});

describe.each(paths)("%s", (path) => {
  test("may be cached, and is not sent again to those who have it", async () => {
    const first = await fetch(server().url + path);
    const entityTag = first.headers.get("etag") as string;
    expect([first.status, entityTag]).toEqual([200, expect.stringMatching(/^"[\w-]{43}"$/)]);
    expect(first.headers.get("cache-control")).toBe("max-age=300");
    for (const named of [entityTag, `W/${entityTag}`, `"other", ${entityTag}`, "*"]) {
      const again = await fetch(server().url + path, { headers: { "If-None-Match": named } });
      expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, entityTag, ""]);
      expect(again.headers.has("content-length")).toBe(false);
    }
    const changed = await fetch(server().url + path, { headers: { "If-None-Match": '"other"' } });
    expect(changed.status).toBe(200);
  });

  test("answers HEAD without a body over both versions", async () => {
    const whole = await (await fetch(server().url + path)).arrayBuffer();
    const first = await fetch(server().url + path, { method: "HEAD" });
    expect([first.status, await first.text()]).toEqual([200, ""]);
    expect(first.headers.get("content-length")).toBe(String(whole.byteLength));
    const session = await openSession(server().url);
    const second = await exchange(session, { ":method": "HEAD", ":path": path });
    session.close();
    expect([second.status, second.body, second.resetCode]).toEqual([200, "", 0]);
  });

  test.each(["POST", "PUT", "DELETE"])("is not served to %s", async (method) => {
    const answer = await fetch(server().url + path, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});

describe("the server of the OpenAPI document", () => {
  let stop: () => Promise<void> = async () => {};
  afterAll(() => stop());

  test("is where it comes from", async () => {
    expect(await (await fetch(`${server().url}/openapi.json`)).json()).toMatchObject({ servers: [{ url: "/" }] });
  });

  test("is PUBLIC_URL if there is one", async () => {
    const named = await startServer({ PUBLIC_URL: "https://platonic.example" });
    stop = () => named.close();
    const document = await (await fetch(`${named.url}/openapi.json`)).json();
    expect(document).toMatchObject({ openapi: "3.1.0", servers: [{ url: "https://platonic.example" }] });
  });
});

import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchVectors, publishedFiles } from "../../scripts/vectors.ts";

const published = JSON.stringify({
  vectors: ["Noise_XX_25519_AESGCM_SHA256", "Noise_NN_25519_AESGCM_SHA256"].map((protocol_name) => ({ protocol_name })),
});
const sha256 = createHash("sha256").update(published).digest("hex");

let server: Server;
let url: string;
let folder: string;
beforeAll(async () => {
  server = createServer(({ url }, response) => {
    response.writeHead(url === "/vectors" ? 200 : 404).end(published);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/vectors`;
  folder = mkdtempSync(join(tmpdir(), "platonic-vectors-"));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const written = (path: string) => readFileSync(join(folder, path), "utf8");

test("a file with the pinned checksum is written as it is published", async () => {
  await fetchVectors([{ path: "deep/all.json", url, sha256 }], folder);
  expect(written("deep/all.json")).toBe(published);
});

test("of the handshakes, those that tests know are written", async () => {
  const { select } = publishedFiles.find(({ path }) => path.startsWith("noise")) as (typeof publishedFiles)[number];
  await fetchVectors([{ path: "noise.json", url, sha256, ...(select && { select }) }], folder);
  expect(JSON.parse(written("noise.json")).vectors).toEqual([{ protocol_name: "Noise_XX_25519_AESGCM_SHA256" }]);
});

test("a file with another checksum is refused, and neither it nor what follows is written", async () => {
  const wrong = sha256.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
  const files = [
    { path: "wrong.json", url, sha256: wrong },
    { path: "next.json", url, sha256 },
  ];
  await expect(fetchVectors(files, folder)).rejects.toThrow(
    `is not the pinned file: it has the SHA-256 ${sha256}, not ${wrong}`,
  );
  expect(["wrong.json", "next.json"].filter((path) => existsSync(join(folder, path)))).toEqual([]);
});

test("a file that is not there is an error, whatever came in its place", async () => {
  const missing = { path: "missing.json", url: `${url}-gone`, sha256 };
  await expect(fetchVectors([missing], folder)).rejects.toThrow("answers 404");
  expect(existsSync(join(folder, "missing.json"))).toBe(false);
});

test("every file is pinned to a commit and a checksum", () => {
  for (const { url, sha256 } of publishedFiles) {
    expect(url).toMatch(/^https:\/\/[^/]+\/[^/]+\/[^/]+\/[0-9a-f]{40}\//);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  }
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startNameServer } from "../support/name-server.ts";
import { startServer } from "../support/server.ts";

test("a rate feed and an issuer are reached though another issuer has a name without an answer", async () => {
  const known = new Set(["rates.example", "keys.example"]);
  const names = await startNameServer(({ name, type }) => {
    if (!known.has(name)) return undefined;
    return type === "A" ? ["127.0.0.1"] : [];
  });
  const hosts: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    hosts.push(request.headers.host);
    response.end(request.url === "/keys" ? '{"keys":[]}' : '{"rates":[]}');
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const issuers = ["silent", "keys"].map((name) => ({
    issuer: `https://${name}.example`,
    audience: "platonic",
    jwks: `http://${name}.example:${port}/keys`,
    defaultPlan: "developer",
  }));
  const server = await startServer(
    { RATE_FEED_URL: `http://rates.example:${port}/`, JWT_ISSUERS: JSON.stringify(issuers) },
    { nameServers: [names.address] },
  );
  onTestFinished(() => server.close());
  await expect.poll(() => hosts).toContain(`rates.example:${port}`);
  const part = (members: object) => Buffer.from(JSON.stringify(members)).toString("base64url");
  const ask = (issuer: string) => {
    const token = [part({ alg: "EdDSA", kid: "1" }), part({ iss: issuer, aud: "platonic", exp: 4e9 }), "AA"].join(".");
    return fetch(`${server.url}/v1/admin/keys`, { headers: { Authorization: `Bearer ${token}` } });
  };
  const waiting = Array.from({ length: 8 }, () => ask("https://silent.example"));
  void Promise.allSettled(waiting);
  await expect.poll(() => names.questions.map(({ name }) => name)).toContain("silent.example");
  expect((await ask("https://keys.example")).status).toBe(401);
  expect(hosts).toContain(`keys.example:${port}`);
});

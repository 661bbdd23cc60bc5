import fc from "fast-check";
import { expect, test } from "vitest";
import { createCallerAddress, isNetwork } from "../../../server/transports/http/caller-address.ts";
import { law } from "../../support/laws/law.ts";
import { operatorKey, startServer } from "../../support/server.ts";
import { legal, path } from "./requests.ts";

const behindNginx = createCallerAddress({
  networks: ["127.0.0.1", "10.0.0.0/8", "fd00::/8"],
  header: "x-forwarded-for",
});
const behindOther = createCallerAddress({ networks: ["10.0.0.0/8"], header: "forwarded" });

test.each([
  ["198.51.100.7", "127.0.0.1", "198.51.100.7"],
  ["198.51.100.7, 10.1.2.3", "127.0.0.1", "198.51.100.7"],
  ["203.0.113.1, 198.51.100.7, 10.1.2.3", "127.0.0.1", "198.51.100.7"],
  ["198.51.100.7:4711", "::ffff:127.0.0.1", "198.51.100.7"],
  ["2001:db8::7", "fd00::1", "2001:db8::7"],
  ["[2001:db8::7]:443", "fd00::1", "2001:db8::7"],
  ["10.9.9.9", "127.0.0.1", "10.9.9.9"],
  ["unknown", "127.0.0.1", "127.0.0.1"],
  ["203.0.113.1, unknown, 10.1.2.3", "127.0.0.1", "10.1.2.3"],
  ["", "127.0.0.1", "127.0.0.1"],
])("X-Forwarded-For: %s from %s names %s", (header, peer, caller) => {
  expect(behindNginx(peer, { "x-forwarded-for": header })).toBe(caller);
});

test.each([
  ["for=198.51.100.7", "198.51.100.7"],
  ['for="[2001:db8::7]:4711";proto=https', "2001:db8::7"],
  ["for=203.0.113.1, by=10.0.0.1;For=198.51.100.7", "198.51.100.7"],
  ["for=_hidden", "10.0.0.1"],
  ["proto=https", "10.0.0.1"],
])("Forwarded: %s names %s", (header, caller) => {
  expect(behindOther("10.0.0.1", { forwarded: header })).toBe(caller);
});

test("only the configured header is read", () => {
  expect(behindOther("10.0.0.1", { "x-forwarded-for": "198.51.100.7" })).toBe("10.0.0.1");
  expect(behindNginx("10.0.0.1", { forwarded: "for=198.51.100.7" })).toBe("10.0.0.1");
});

law(
  "a peer that is no trusted proxy is the caller, whatever it writes",
  fc.tuple(fc.ipV4(), fc.string()),
  ([peer, text]) => {
    fc.pre(!/^(127\.0\.0\.1$|10\.)/.test(peer));
    expect(behindNginx(peer, { "x-forwarded-for": text })).toBe(peer);
  },
);

law("the entries of a caller do not change the address that its proxy appends", fc.string(), (text) => {
  expect(behindNginx("127.0.0.1", { "x-forwarded-for": `${text}, 198.51.100.7` })).toBe("198.51.100.7");
});

test.each(["10.0.0.0/8", "::1", "fd00::/8", "192.0.2.1"])("%s is a network", (text) =>
  expect(isNetwork(text)).toBe(true),
);
test.each(["", "10.0.0.0/33", "fd00::/129", "example.org", "10.0.0.0/8/8", "10.0.0/8", "10.0.0.0/"])(
  "%j is no network",
  (text) => expect(isNetwork(text)).toBe(false),
);

test("callers behind a trusted proxy have limits of their own", async () => {
  const anonymous = { requestsPerMinute: 2, concurrentRequests: 2 };
  const server = await startServer({ TRUSTED_PROXIES: "127.0.0.0/8", PLANS: JSON.stringify({ anonymous }) });
  const challenge = async (forwarded: string) => {
    const headers = { "Content-Type": "application/json", "X-Forwarded-For": forwarded };
    const body = JSON.stringify({ client_id: "app" });
    return (await fetch(`${server.url}/api/authentication/challenge`, { method: "POST", headers, body })).status;
  };
  for (const caller of ["198.51.100.7", "198.51.100.8"]) {
    expect([await challenge(caller), await challenge(caller), await challenge(caller)]).toEqual([200, 200, 429]);
  }
  const spoofed = ["1.2.3.4, 198.51.100.7", "5.6.7.8, 198.51.100.7"];
  expect([await challenge(spoofed[0] as string), await challenge(spoofed[1] as string)]).toEqual([429, 429]);
  expect((await server.post(path, legal, { Authorization: `Bearer ${operatorKey}` })).status).toBe(200);
});

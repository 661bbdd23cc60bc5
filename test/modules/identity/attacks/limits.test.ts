import { request } from "node:http";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { newClient } from "../../../support/identity/client.ts";

/** Headers by which a caller may try to be counted as another caller. */
const spoofedHeaders: Record<string, string>[] = [
  {},
  { "X-Forwarded-For": "203.0.113.1" },
  { "X-Forwarded-For": "2001:db8::1, 203.0.113.2" },
  { Forwarded: "for=203.0.113.3;proto=https" },
  { "X-Real-IP": "203.0.113.4" },
  { "X-Client-IP": "203.0.113.5", "CF-Connecting-IP": "203.0.113.5", "True-Client-IP": "203.0.113.5" },
  { "X-Request-Id": "another", "User-Agent": "another", Origin: "https://another.example" },
];

onEveryServer("ten failures for one identity", ({ server }) => {
  /** Authenticates as an anonymous caller whose connection comes from the local address. */
  async function attempt(token: string, localAddress = "127.0.0.1", headers: Record<string, string> = {}) {
    const sent = request(`${server().url}/api/authentication/authenticate`, {
      method: "POST",
      localAddress,
      headers: { ...headers, "Content-Type": "application/json" },
    });
    return new Promise<[number, unknown]>((resolve, reject) => {
      sent.once("error", reject);
      sent.once("response", async (response) => {
        const body = (await json(response)) as { result?: { error_code?: string; success: boolean } };
        resolve([response.statusCode as number, body.result?.error_code ?? body.result?.success]);
      });
      sent.end(JSON.stringify({ token }));
    });
  }

  test("are counted per network whatever the headers, and lock out no other network or identity", async () => {
    const [victim, other] = [await newClient(new ApiClient(server())), await newClient(new ApiClient(server()))];
    const forged = await victim.mint({}, { sign: () => new Uint8Array(64) });
    for (let failure = 0; failure < 10; failure += 1) {
      const headers = spoofedHeaders[failure % spoofedHeaders.length] as Record<string, string>;
      expect(await attempt(forged, "127.0.0.1", headers)).toEqual([200, "AUTH_ERROR_SIGNATURE_INVALID"]);
    }
    for (const headers of spoofedHeaders) expect(await attempt(forged, "127.0.0.1", headers)).toEqual([429, undefined]);
    // Refused before verification, so that a valid token gets the same answer.
    expect(await attempt(await victim.mint())).toEqual([429, undefined]);
    expect(await attempt(await other.mint())).toEqual([200, true]);
    expect(await attempt(await victim.mint(), "127.0.0.2")).toEqual([200, true]);
  });
});

onEveryServer(
  "calls of an anonymous caller",
  ({ server }) => {
    test("are counted together whatever the headers", async () => {
      const statuses: number[] = [];
      for (const headers of spoofedHeaders) {
        const body = { client_id: "app" };
        statuses.push(
          (await new ApiClient(server()).call("POST", "/api/authentication/challenge", body, "", headers)).status,
        );
      }
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429]);
    });
  },
  () => ({ PLANS: JSON.stringify({ anonymous: { requestsPerMinute: 4, concurrentRequests: 4 } }) }),
);

onEveryServer("codes for one address", ({ server }) => {
  test("are at most ten in an hour, for all identities and all spellings of the address", async () => {
    const statuses: number[] = [];
    for (let identity = 0; identity < 12; identity += 1) {
      const email = identity % 2 === 0 ? "victim@example.org" : "Victim@Example.org";
      const api = new ApiClient(server());
      const { identity: made } = await api.identity({ email });
      const request = { identity_id: made.id, method: "METHOD_EMAIL" };
      statuses.push((await api.call("POST", "/api/verification/challenge", request)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  });
});

import { describe, expect, test } from "vitest";
import { ApiClient } from "../../support/identity/api-client.ts";
import { newClient, refused } from "../../support/identity/client.ts";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer({ EXPLAIN_TOKENS: "true" });
const silentServer = sharedServer();

/** Returns the rule that an answer names. */
async function explained(token: string, code: string): Promise<string> {
  const api = new ApiClient(server());
  const { explanation, server_time, ...answer } = await api.authenticate(token);
  expect(answer).toEqual(refused(code));
  expect(Math.abs(Date.now() - Date.parse(server_time))).toBeLessThan(60_000);
  return explanation;
}

/** Writes the payload of a token with white space. */
function withSpaces(token: string): string {
  const [header, payload, signature] = token.split(".") as [string, string, string];
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  return [header, Buffer.from(JSON.stringify(claims, undefined, 1)).toString("base64url"), signature].join(".");
}

describe("with EXPLAIN_TOKENS, the answer to a rejected token names the rule that it breaks, and the server's time:", () => {
  test("its format", async () => {
    const { mint } = await newClient(new ApiClient(server()));
    expect(await explained("x", "INVALID_TOKEN")).toContain("three segments");
    expect(await explained(withSpaces(await mint()), "INVALID_TOKEN")).toContain("without white space");
    expect(await explained(await mint({ audience: "elsewhere" }), "INVALID_TOKEN")).toContain("`aud` must be platonic");
    expect(await explained(await mint({ lifetimeSeconds: 301 }), "INVALID_TOKEN")).toContain("at most 300 s");
  });

  test("its rotation and its time", async () => {
    const { mint } = await newClient(new ApiClient(server()));
    const secret = new Uint8Array(32);
    const wrongCode = await mint({}, { rotationKey: { version: 1, secret } });
    expect(await explained(wrongCode, "ROTATION_INVALID")).toContain("`rot.code` is wrong");
    const early = await mint({ nowMs: Date.now() + 60_000 });
    expect(await explained(early, "ROTATION_INVALID")).toContain("30 s ahead of the server's clock");
    const late = await mint({ nowMs: Date.now() - 340_000 });
    expect(await explained(late, "TOKEN_EXPIRED")).toContain("`exp` is past");
    expect(await new ApiClient(server()).authenticate(await mint({ counter: 5 }))).toMatchObject({ success: true });
    const used = await mint({ counter: 5 });
    expect(await explained(used, "ROTATION_INVALID")).toContain("above that of the client's last token, 5");
  });

  test("its challenge", async () => {
    const { mint } = await newClient(new ApiClient(server()));
    const { body } = await server().post("/api/authentication/challenge", { client_id: "another" });
    const token = await mint({ challenge: body.result.challenge });
    expect(await explained(token, "INVALID_TOKEN")).toContain("`client_id` must be that for which its challenge");
  });

  test("but not whether its identity or its key exists", async () => {
    const { mint, credentials } = await newClient(new ApiClient(server()));
    const other = await newClient(new ApiClient(server()));
    const tokens = [
      await mint({}, { identityId: "nobody" }),
      await mint({}, { keyId: "nothing" }),
      await mint({}, { sign: other.credentials.sign, identityId: credentials.identityId }),
    ];
    const explanations = await Promise.all(tokens.map((token) => explained(token, "SIGNATURE_INVALID")));
    expect(new Set(explanations).size).toBe(1);
  });
});

test("without EXPLAIN_TOKENS, the answer to a rejected token has its code alone", async () => {
  const api = new ApiClient(silentServer());
  const { mint } = await newClient(api);
  expect(await api.authenticate(await mint({ audience: "elsewhere" }))).toEqual(refused("INVALID_TOKEN"));
});

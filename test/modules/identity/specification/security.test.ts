import { beforeEach, describe, expect, test, vi } from "vitest";
import { loadConfig } from "../../../../server/app/config.ts";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { newClient, refused } from "../../../support/identity/client.ts";

/** Ciphers of the current test, and all key derivations. */
const used = vi.hoisted(() => ({ ciphers: [] as string[], derivations: [] as string[] }));

vi.mock("node:crypto", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:crypto")>();
  return {
    ...real,
    createCipheriv(...given: Parameters<typeof real.createCipheriv>) {
      used.ciphers.push(given[0]);
      return real.createCipheriv(...given);
    },
    pbkdf2(...given: Parameters<typeof real.pbkdf2>) {
      const [, salt, , length, digest] = given;
      used.derivations.push(`${digest}, salt of ${(salt as Uint8Array).length}, ${length} bytes`);
      real.pbkdf2(...given);
    },
  };
});

onEveryServer("the specification of security", ({ server }) => {
  const api = () => new ApiClient(server());

  beforeEach(() => {
    used.ciphers.length = 0;
  });

  describe("Security rules:", () => {
    test("private keys never leave secure storage: no answer has a field for one", async () => {
      const { identity, signing_key } = await api().identity();
      const { body } = await api().call("POST", `/api/identities/${identity.id}/keys`, {});
      const listed = await api().call("GET", `/api/identities/${identity.id}/keys`);
      for (const key of [signing_key, body.result.key, ...listed.body.result.keys]) {
        expect(Object.keys(key)).toEqual(["id", "public_key", "custody", "created_at"]);
        expect(key.custody).toBe("CUSTODY_SERVICE");
      }
    });

    test("tokens are rotated: each is accepted once, and no two are equal", async () => {
      const { identity } = await api().identity();
      const tokens = [await api().token(identity.id), await api().token(identity.id)];
      expect(new Set(tokens).size).toBe(2);
      for (const token of tokens) {
        expect(await api().authenticate(token)).toMatchObject({ success: true });
        expect(await api().authenticate(token)).toEqual(refused("ROTATION_INVALID"));
      }
    });

    test("authentication attempts are limited: after ten failures the answer is 429 with Retry-After", async () => {
      const { mint } = await newClient(api());
      const { secret } = await server().createKey("developer", ["authentication:authenticate"]);
      const token = await mint({}, { sign: () => new Uint8Array(64) });
      const statuses: number[] = [];
      let wait = "";
      for (let attempt = 0; attempt < 11; attempt += 1) {
        const answer = await api().call("POST", "/api/authentication/authenticate", { token }, secret);
        statuses.push(answer.status);
        wait = answer.headers.get("Retry-After") ?? "";
      }
      expect(statuses).toEqual([...Array(10).fill(200), 429]);
      expect(wait).toMatch(/^[1-9]\d?$/);
    });

    test("secure storage uses AES-256-GCM, and nothing else", async () => {
      await api().identity({ email: "ada@example.org" });
      expect(used.ciphers.length).toBeGreaterThan(2);
      expect(new Set(used.ciphers)).toEqual(new Set(["aes-256-gcm"]));
    });

    test("automatic backup is on unless it is switched off", () => {
      expect(loadConfig({}).backup.areAutomatic).toBe(true);
    });

    test("secure storage's keys are derived by PBKDF2", () => {
      expect(new Set(used.derivations)).toEqual(new Set(["sha256, salt of 32, 32 bytes"]));
    });
  });

  test("Limits, key rotation interval: 30 days, 2592000 seconds", async () => {
    const { body } = await api().call("GET", "/v1/admin/vault");
    const { active_since, rotation_due_at } = body.result.status;
    expect((Date.parse(rotation_due_at) - Date.parse(active_since)) / 1000).toBe(2_592_000);
  });
});

import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { movedClock } from "../../../support/identity/moved-clock.ts";
import { enrolTotp, freshAddress, newOwner, ownerOf, password } from "../../../support/identity/owner.ts";
import { operatorKey } from "../../../support/server.ts";

const clock = movedClock();

const fiveMinutesMs = 5 * 60_000;

onEveryServer("a stolen session leaves nothing behind that outlives it:", ({ server }) => {
  const api = () => new ApiClient(server());

  type Call = [method: string, path: string, body?: object];
  type Identity = Awaited<ReturnType<typeof identity>>;

  /** Creates an identity of LEVEL_BASIC with a wallet, an endpoint and two signing keys. */
  async function identity() {
    const ada = await newOwner(api());
    const wallet = `/api/wallets/${ada.id}`;
    await ada.proveEmail();
    await api().call("POST", "/api/wallets/create", { identity_id: ada.id });
    const made = await api().call("POST", `${wallet}/webhooks`, { url: "https://hooks.example.org/before" });
    const added = await api().call("POST", `/api/identities/${ada.id}/keys`, {});
    const path = `/api/identities/${ada.id}`;
    return { id: ada.id, path, wallet, webhook: made.body.result.webhook.id, keyId: added.body.result.key.id };
  }

  const changes: readonly [string, (of: Identity) => Call][] = [
    ["it revokes no signing key", ({ path, keyId }) => ["DELETE", `${path}/keys/${keyId}`]],
    ["it makes no API key", ({ path }) => ["POST", `${path}/api-keys`, { name: "thief" }]],
    ["it makes no webhook", ({ wallet }) => ["POST", `${wallet}/webhooks`, { url: "https://hooks.example.org/thief" }]],
    [
      "it sends the events of a webhook nowhere else",
      ({ wallet, webhook }) => ["PUT", `${wallet}/webhooks/${webhook}`, { url: "https://hooks.example.org/thief" }],
    ],
    ["it learns no secret of a webhook", ({ wallet, webhook }) => ["POST", `${wallet}/webhooks/${webhook}/secret`, {}]],
    ["it makes no user of the host", ({ path }) => ["PUT", path, { metadata: { "host.login": "true" } }]],
    [
      "it sends the clients of a wallet to no other address",
      ({ wallet }) => ["PUT", `${wallet}/configuration`, { configuration: { http_endpoint: "https://thief.example" } }],
    ],
    ["it lowers no level", ({ id }) => ["PUT", `/api/verification/level/${id}`, { level: "LEVEL_BASIC" }]],
  ];

  describe.each(changes)("%s", (name, change) => {
    test("later than five minutes after a proof, in a session that it opens, or by a JWT, but its owner may", async () => {
      const ada = await identity();
      if (name === "it lowers no level") await raise(ada);
      const session = await api().session(ada.id);
      const attempt = async (credentials: string) => {
        const { status, body } = await api().call(...args(change(ada)), credentials);
        return [status, body?.error?.message ?? ""];
      };
      const refused = [403, expect.stringContaining("proof of the identity")];
      const request = { identity_id: ada.id, client_id: "thief" };
      const { token } = (await api().call("POST", "/api/authentication/token", request, session)).body.result;
      const opened = await api().call("POST", "/api/authentication/authenticate", { token }, session);
      expect(await attempt(opened.body.result.session_token)).toEqual(refused);
      const { jwt } = (await api().call("POST", "/api/authentication/jwt", {}, session)).body.result;
      expect((await attempt(jwt))[0]).toBe(403);
      clock.aheadMs = fiveMinutesMs + 2_000;
      expect(await attempt(session)).toEqual(refused);
      expect(await attempt(await api().session(ada.id))).toEqual([200, ""]);
    });
  });

  const args = ([method, path, body]: Call) => [method, path, body] as const;

  /** Raises an identity to LEVEL_STANDARD by a password and an authenticator app. */
  async function raise({ id }: Identity): Promise<void> {
    const owner = ownerOf(api(), id);
    await owner.prove("METHOD_PASSWORD", password);
    await enrolTotp(owner);
  }

  test("what changes nothing of this needs no proof", async () => {
    const ada = await identity();
    const session = await api().session(ada.id);
    clock.aheadMs = fiveMinutesMs + 2_000;
    const harmless: Call[] = [
      ["PUT", ada.path, { display_name: "Ada", metadata: { theme: "dark" } }],
      ["PUT", `${ada.wallet}/webhooks/${ada.webhook}`, { is_paused: true }],
      ["PUT", `${ada.wallet}/configuration`, { configuration: { retry_count: 5 } }],
      ["PUT", `/api/verification/level/${ada.id}`, { level: "LEVEL_BASIC" }],
      ["DELETE", `${ada.wallet}/webhooks/${ada.webhook}`],
    ];
    for (const call of harmless) expect((await api().call(...args(call), session)).status).toBe(200);
  });
});

onEveryServer("a signing key that is added", ({ server }) => {
  const api = () => new ApiClient(server());

  test("is told to the address of its identity, once for all repetitions of the call", async () => {
    const email = freshAddress();
    const { identity } = await api().identity({ email });
    const repeated = { "Idempotency-Key": randomUUID() };
    for (let time = 1; time <= 2; time += 1) {
      await api().call("POST", `/api/identities/${identity.id}/keys`, {}, operatorKey, repeated);
    }
    const told = async () => {
      const { messages } = (await api().call("GET", "/v1/admin/outbox")).body.result;
      return messages.filter(({ to }: { to: string }) => to === email);
    };
    await vi.waitFor(async () => expect(await told()).toHaveLength(1), 5_000);
    expect((await told())[0].text).toContain(`a signing key was added to the account ${identity.username}`);
  });
});

onEveryServer("the last signing key of an identity", ({ server }) => {
  const api = () => new ApiClient(server());

  test("is revoked by none of its sessions, also when two revoke one each at once", async () => {
    const { identity, signing_key } = await api().identity();
    const keys = `/api/identities/${identity.id}/keys`;
    const added = await api().call("POST", keys, {});
    const ids = [signing_key.id, added.body.result.key.id];
    const session = await api().session(identity.id, { client_id: "a" });
    const revoke = async (id: string, by?: string) =>
      (await api().call("DELETE", `${keys}/${id}`, undefined, by)).status;
    const statuses = await Promise.all(ids.map((id) => revoke(id, session)));
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    const { keys: left } = (await api().call("GET", keys)).body.result;
    const valid = left.filter((key: { revoked_at?: string }) => key.revoked_at === undefined);
    expect(valid.length).toBeGreaterThanOrEqual(1);
    const [{ id }] = valid;
    const again = await api().session(identity.id, { client_id: "b" });
    for (const other of valid.slice(1)) await revoke(other.id, again);
    expect(await revoke(id, await api().session(identity.id, { client_id: "c" }))).toBe(409);
    expect(await revoke(id)).toBe(200);
  });
});

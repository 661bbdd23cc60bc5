import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { newOwner } from "../../../support/identity/owner.ts";

onEveryServer(
  "a session opened by a token that another session requested",
  ({ server }) => {
    const api = () => new ApiClient(server());

    /** Requests a token under a session. */
    const request = (identity_id: string, session: string, members = {}) =>
      api().call("POST", "/api/authentication/token", { identity_id, client_id: "app", ...members }, session);

    /** Opens a session by a token that another session requests. */
    async function derive(identityId: string, session: string, members = {}): Promise<string> {
      const { body } = await request(identityId, session, members);
      return (await api().authenticate(body.result.token)).session_token;
    }

    const use = async (id: string, session: string) =>
      (await api().call("GET", `/api/identities/${id}`, undefined, session)).status;

    const sessionsOf = async (id: string) =>
      (await api().call("GET", `/api/identities/${id}/sessions`)).body.result.sessions;

    async function family() {
      const { identity } = await api().identity();
      const parent = await api().session(identity.id);
      const child = await derive(identity.id, parent);
      const grandchild = await derive(identity.id, child);
      const other = await api().session(identity.id);
      return { id: identity.id as string, parent, child, grandchild, other };
    }

    describe("ends with that session:", () => {
      test("after a logout", async () => {
        const { id, parent, child, grandchild, other } = await family();
        expect([await use(id, child), await use(id, grandchild)]).toEqual([200, 200]);
        expect((await api().call("POST", "/api/authentication/logout", {}, parent)).status).toBe(200);
        expect([await use(id, child), await use(id, grandchild), await use(id, other)]).toEqual([401, 401, 200]);
      });

      test("after a revocation", async () => {
        const { id, parent, child, grandchild, other } = await family();
        const [, , , first] = await sessionsOf(id);
        expect((await api().call("DELETE", `/api/identities/${id}/sessions/${first.id}`)).status).toBe(200);
        const statuses = [parent, child, grandchild, other].map((session) => use(id, session));
        expect(await Promise.all(statuses)).toEqual([401, 401, 401, 200]);
      });

      test("before it is opened", async () => {
        const { id, parent } = await family();
        const { token } = (await request(id, parent)).body.result;
        await api().call("POST", "/api/authentication/logout", {}, parent);
        expect(await api().authenticate(token)).toMatchObject({ success: false });
      });
    });

    test("ends no later than that session", async () => {
      const { id } = await family();
      const ends = (await sessionsOf(id)).map(({ expires_at }: { expires_at: string }) => expires_at);
      const [, grandchild, child, parent] = ends;
      expect([grandchild, child]).toEqual([parent, parent]);
    });

    test("has no higher level than that session", async () => {
      const ada = await newOwner(api());
      await ada.proveEmail();
      const low = await api().session(ada.id, { auth_scope: "level:none" });
      await derive(ada.id, low);
      const levels = (await sessionsOf(ada.id)).map(({ auth_level }: { auth_level: string }) => auth_level);
      expect(levels).toEqual(["AUTH_NONE", "AUTH_NONE"]);
    });

    test("has no more rights than that session", async () => {
      const { identity } = await api().identity();
      const narrow = await api().session(identity.id, { auth_scope: "authentication:token geocode:encode" });
      const transform = { data: [1, 2, 3], source_dimensions: 3, target_dimensions: 4 };
      for (const auth_scope of ["", "identities:read", "identities:*", "*"]) {
        const session = await derive(identity.id, narrow, { auth_scope });
        expect([auth_scope, await use(identity.id, session)]).toEqual([auth_scope, 403]);
        const geocode = await api().call("POST", "/v1/geocode/transform", transform, session);
        expect([auth_scope, geocode.status]).toEqual([auth_scope, 403]);
      }
    });

    test("cannot be opened for another identity", async () => {
      const [ada, eve] = [await family(), await family()];
      expect((await request(ada.id, eve.parent)).status).toBe(403);
    });

    test("cannot be requested with a JWT, whose session may have ended", async () => {
      const { identity } = await api().identity();
      const session = await api().session(identity.id, { auth_scope: "authentication:token" });
      const { jwt } = (await api().call("POST", "/api/authentication/jwt", {}, session)).body.result;
      expect((await request(identity.id, jwt)).status).toBe(403);
    });

    test("ends with all sessions of the identity, or all but the one that makes the call", async () => {
      const { id, parent, child, grandchild, other } = await family();
      const path = `/api/identities/${id}/sessions`;
      const kept = await api().call("DELETE", `${path}?keep_current=true`, undefined, other);
      expect(kept.body.result).toEqual({ revoked: 3 });
      const statuses = () => Promise.all([parent, child, grandchild, other].map((session) => use(id, session)));
      expect(await statuses()).toEqual([401, 401, 401, 200]);
      expect((await api().call("DELETE", path, undefined, other)).body.result).toEqual({ revoked: 1 });
      expect(await statuses()).toEqual([401, 401, 401, 401]);
      const stranger = await api().session((await api().identity()).identity.id);
      expect((await api().call("DELETE", path, undefined, stranger)).status).toBe(403);
    });
  },
  () => ({ SESSION_GRANTS: "geocode:* authentication:token" }),
);

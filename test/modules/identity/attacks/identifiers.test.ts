import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { newClient } from "../../../support/identity/client.ts";

const hostile = [
  "' OR '1'='1",
  '" OR 1=1 -- ',
  "1; DROP TABLE identities",
  "x' UNION SELECT digest FROM sessions --",
  "../../v1/admin/keys",
  "..\\..\\etc\\passwd",
  "%00",
  "\u0000",
  "%",
  "_",
  "ı",
  "\u202e",
  "__proto__",
  "constructor",
  "{id}",
];

onEveryServer("ids", ({ server }) => {
  const api = () => new ApiClient(server());

  describe("with SQL, paths or control characters are not found:", () => {
    const paths: [string, (id: string) => string, object?][] = [
      ["GET", (id) => `/api/identities/${id}`],
      ["PUT", (id) => `/api/identities/${id}`, { display_name: "Eve" }],
      ["GET", (id) => `/api/identities/${id}/keys`],
      ["POST", (id) => `/api/identities/${id}/rotation-key`, {}],
      ["GET", (id) => `/api/identities/${id}/verification`],
      ["GET", (id) => `/api/verification/status/${id}`],
      ["PUT", (id) => `/api/verification/level/${id}`, { level: "LEVEL_ENTERPRISE" }],
      ["GET", (id) => `/api/verification/documents/${id}`],
    ];
    test.each(paths.map(([verb, path, body]) => [`${verb} ${path(":id")}`, verb, path, body] as const))(
      "%s",
      async (_, verb, path, body) => {
        const { identity } = await api().identity();
        for (const id of hostile) {
          const answer = await api().call(verb, path(encodeURIComponent(id)), body);
          expect([id, answer.status, answer.body.error.code]).toEqual([id, 404, "RESOURCE_NOT_FOUND"]);
        }
        expect((await api().call("GET", `/api/identities/${identity.id}`)).body.result.identity).toEqual(identity);
      },
    );

    test("as the owner of a list give an empty list, and as a page token a refusal", async () => {
      for (const id of hostile.map(encodeURIComponent)) {
        const sessions = await api().call("GET", `/api/identities/${id}/sessions`);
        expect(sessions.body.result.sessions).toEqual([]);
        const path = `/api/identities/${id}/authentication-events`;
        expect((await api().call("GET", path)).body.result.events).toEqual([]);
        const refused = await api().call("GET", `${path}?page_token=${id}`);
        expect([refused.status, refused.body.error.details.parameter]).toEqual([400, "page_token"]);
        const cases = await api().call("GET", `/api/verification/cases?identity_id=${id}`);
        expect(cases.body.result.cases).toEqual([]);
      }
    });
  });

  test("with a space at the end are different ids on every database, and in another case the same", async () => {
    const { id, mint } = await newClient(api());
    const upper = await newClient(api());
    for (const variant of [`${id} `, ` ${id}`, `${id}\u0000`]) {
      expect((await api().call("GET", `/api/identities/${encodeURIComponent(variant)}`)).status).toBe(404);
    }
    expect((await api().call("GET", `/api/identities/${id.toUpperCase()}`)).status).toBe(200);
    const spelled = await upper.mint({}, { identityId: upper.id.toUpperCase() });
    expect(await api().authenticate(spelled)).toMatchObject({ success: true });
    const session = (await api().authenticate(await mint())).session_token as string;
    const swapped = `pls_${[...session.slice(4)].map(otherCase).join("")}`;
    expect((await api().call("GET", `/api/identities/${id}`, undefined, swapped)).status).toBe(401);
  });

  describe("of two identities in one request:", () => {
    async function twoIdentities() {
      const [mine, other] = [(await api().identity()).identity, (await api().identity()).identity];
      const session = await api().session(mine.id);
      const name = async (id: string) =>
        (await api().call("GET", `/api/identities/${id}`)).body.result.identity.display_name;
      return { mine: mine.id as string, other: other.id as string, session, name };
    }

    test("the id in the path counts, not one in body or query", async () => {
      const { mine, other, session, name } = await twoIdentities();
      const own = await api().call("PUT", `/api/identities/${mine}`, { id: other, display_name: "Mine" }, session);
      expect([own.status, own.body.result.identity.id]).toEqual([200, mine]);
      const request = { id: mine, identity_id: mine, display_name: "Stolen" };
      expect((await api().call("PUT", `/api/identities/${other}`, request, session)).status).toBe(403);
      expect([await name(mine), await name(other)]).toEqual(["Mine", undefined]);
      for (const path of [
        `/api/identities/${other}?id=${mine}`,
        `/api/identities/${other}/sessions?identity_id=${mine}`,
        `/api/verification/status/${other}?id=${mine}`,
        `/api/identities/${mine}%2F..%2F${other}`,
        `/api/identities/${mine}/../${other}`,
      ]) {
        expect((await api().call("GET", path, undefined, session)).status, path).toBe(403);
      }
    });

    test("the id in the body counts, not one in the query, where the path has none", async () => {
      const { mine, other, session } = await twoIdentities();
      for (const query of [`?identity_id=${mine}`, `?identityId=${mine}`]) {
        const request = { identity_id: other, method: "METHOD_PASSWORD" };
        expect((await api().call("POST", `/api/verification/challenge${query}`, request, session)).status).toBe(403);
      }
    });

    test.each([
      ["REST", "/api/verification/challenge", '"identity_id":"mine","identity_id":"other"'],
      ["REST, escaped", "/api/verification/challenge", '"identity_id":"mine","\\u0069dentity_id":"other"'],
      ["Connect", "/identity.v1.VerificationService/RequestChallenge", '"identityId":"mine","identityId":"other"'],
      [
        "Connect, both",
        "/identity.v1.VerificationService/RequestChallenge",
        '"identityId":"mine","identity_id":"other"',
      ],
    ])("a body that contains both over %s is refused", async (_, path, members) => {
      const { mine, other, session } = await twoIdentities();
      for (const [first, second] of [
        [mine, other],
        [other, mine],
      ]) {
        const named = members.replace('"mine"', `"${first}"`).replace('"other"', `"${second}"`);
        const answer = await server().post(path, `{${named},"method":1}`, { Authorization: `Bearer ${session}` });
        expect(answer.status).toBe(400);
      }
    });

    test("a key or a session of the other identity cannot be deleted", async () => {
      const { mine, other, session } = await twoIdentities();
      await api().session(other);
      const keys = (await api().call("GET", `/api/identities/${other}/keys`)).body.result.keys;
      const sessions = (await api().call("GET", `/api/identities/${other}/sessions`)).body.result.sessions;
      for (const path of [`keys/${keys[0].id}`, `sessions/${sessions[0].id}`]) {
        expect((await api().call("DELETE", `/api/identities/${mine}/${path}`, undefined, session)).status).toBe(404);
        expect((await api().call("DELETE", `/api/identities/${other}/${path}`, undefined, session)).status).toBe(403);
      }
      expect((await api().call("GET", `/api/identities/${other}/sessions`)).body.result.sessions).toEqual(sessions);
    });
  });
});

function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

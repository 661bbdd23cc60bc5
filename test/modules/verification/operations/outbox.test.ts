import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { platonic } from "../../../../clients/cli/platonic.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { freshAddress, newOwner } from "../../../support/identity/owner.ts";
import { operatorKey, startServer, type TestServer } from "../../../support/server.ts";

describe("without a mail server, the outbox", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());
  const api = () => new ApiClient(server);

  it("shows an administrator the code that verifies an identity", async () => {
    const email = freshAddress();
    const ada = await newOwner(api(), { email });
    const { id } = (await ada.begin("METHOD_EMAIL")).result.challenge;
    const { messages } = (await api().call("GET", "/v1/admin/outbox")).body.result;
    expect(messages[0]).toEqual({ id, to: email, text: server.outbox()[0], expires_at: expect.stringMatching(/Z$/) });
    const [code] = /\d{4} \d{4}/.exec(messages[0].text) as RegExpExecArray;
    expect((await ada.answer(id, { code })).result.challenge.state).toBe("CHALLENGE_PASSED");
  });

  it("is shown to nobody else", async () => {
    const { id } = await newOwner(api());
    const application = (await server.createKey("enterprise", ["verification:*", "identities:*"])).secret;
    const statuses = [application, await api().session(id), ""].map(
      async (credentials) => (await api().call("GET", "/v1/admin/outbox", undefined, credentials)).status,
    );
    expect(await Promise.all(statuses)).toEqual([403, 403, 401]);
  });

  it("is printed by platonic outbox", async () => {
    const email = freshAddress();
    await newOwner(api(), { email, start_verification: true });
    const out: string[] = [];
    const write = (text: string) => out.push(text);
    const env = { PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey };
    const status = await platonic(["outbox"], { env, write, complain: write });
    expect([status, out.join("")]).toEqual([0, expect.stringContaining(email)]);
  });
});

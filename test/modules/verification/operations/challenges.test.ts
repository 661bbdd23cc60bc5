import { expect, onTestFinished, test } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { freshAddress, lastCode, newOwner } from "../../../support/identity/owner.ts";
import { startServer } from "../../../support/server.ts";

onEveryServer("challenges", ({ server, environment }) => {
  const api = () => new ApiClient(server());
  const pending = async (id: string, credentials?: string) =>
    (await api().call("GET", `/api/identities/${id}/challenges`, undefined, credentials)).body.result.challenges;

  test("that start_verification starts are in the answer, and verify the identity", async () => {
    const answer = (await api().identity({ email: freshAddress(), start_verification: true })) as Created;
    const { id, identity_id, state } = answer.challenge;
    expect(state).toBe("CHALLENGE_PENDING");
    const response = { identity_id, challenge_id: id, code: lastCode(api()) };
    const { body } = await api().call("POST", "/api/verification/response", response);
    expect(body.result.verification.level).toBe("LEVEL_BASIC");
    expect(await api().identity({ email: freshAddress() })).not.toHaveProperty("challenge");
  });

  test("are listed to their owner while they are pending, without their parameters", async () => {
    const ada = await newOwner(api(), { start_verification: true });
    const { challenge } = (await ada.begin("METHOD_TOTP")).result;
    const session = await api().session(ada.id);
    const listed = await pending(ada.id, session);
    expect(listed.map(({ method }: { method: string }) => method)).toEqual(["METHOD_EMAIL", "METHOD_TOTP"]);
    const { parameters, ...rest } = challenge;
    expect(parameters).toHaveProperty("provisioning_uri");
    expect(listed[1]).toEqual(rest);
    await ada.proveEmail();
    expect(await pending(ada.id, session)).toHaveLength(1);
    const path = `/api/identities/${(await newOwner(api())).id}/challenges`;
    expect((await api().call("GET", path, undefined, session)).status).toBe(403);
  });

  test("say so when their code could not be sent, at creation too", async () => {
    const MAIL_URL = "smtp://127.0.0.1:1";
    const unreachable = await startServer({ ...environment(), MAIL_URL, MAIL_FROM: "service@example.org" });
    onTestFinished(() => unreachable.close());
    const client = new ApiClient(unreachable);
    const created = (await client.identity({ email: freshAddress(), start_verification: true })) as Created;
    expect(created.challenge).toMatchObject({ state: "CHALLENGE_PENDING", delivery_failed: true });
    const ada = await newOwner(client);
    expect((await ada.begin("METHOD_EMAIL")).result.challenge).toMatchObject({
      delivery_failed: true,
      delivery_problem: expect.stringMatching(/^the mail could not be delivered.*\.$/),
    });
    expect((await ada.begin("METHOD_TOTP")).result.challenge).not.toHaveProperty("delivery_failed");
    expect(unreachable.log.join("")).toContain("could not send the code");
  });
});

type Created = Awaited<ReturnType<ApiClient["identity"]>> & {
  readonly challenge: { readonly id: string; readonly identity_id: string; readonly state: string };
};

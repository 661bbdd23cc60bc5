import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient, freshName } from "../../../support/identity/api-client.ts";
import { enrolTotp, newOwner } from "../../../support/identity/owner.ts";
import { operatorKey } from "../../../support/server.ts";
import { until } from "../../../support/until.ts";

onEveryServer("recovery codes", ({ server }) => {
  const api = () => new ApiClient(server());
  const renew = (identity_id: string, by?: string, headers: Record<string, string> = {}) =>
    api().call("POST", "/api/verification/recovery-codes", { identity_id }, by ?? operatorKey, headers);

  test("are counted in the status, and renewed: those before end at once, and a notice is sent", async () => {
    const username = freshName();
    const ada = await newOwner(api(), { username });
    expect(await ada.status()).not.toHaveProperty("recovery_codes_left");
    const { answer } = await enrolTotp(ada);
    const old = answer.result.recovery_codes as string[];
    expect((await ada.status()).recovery_codes_left).toBe(10);
    await ada.prove("METHOD_RECOVERY_CODE", old[0] as string);
    expect((await ada.status()).recovery_codes_left).toBe(9);
    await enrolTotp(ada);
    const { status, body } = await renew(ada.id);
    expect(status).toBe(200);
    expect(body.result.verification.recovery_codes_left).toBe(10);
    const renewed = body.result.recovery_codes as string[];
    expect(new Set([...old, ...renewed]).size).toBe(20);
    const told = `new recovery codes were issued to the account ${username}`;
    await until(() =>
      server()
        .outbox()
        .some((text) => text.includes(told)),
    );
    expect(JSON.stringify(server().outbox())).not.toContain(renewed[0]);
    expect((await ada.prove("METHOD_RECOVERY_CODE", old[1] as string)).result.challenge.state).toBe(
      "CHALLENGE_PENDING",
    );
    expect((await ada.prove("METHOD_RECOVERY_CODE", renewed[9] as string)).result.challenge.state).toBe(
      "CHALLENGE_PASSED",
    );
  });

  test("are renewed by a session with a fresh proof alone, of the identity alone", async () => {
    const [ada, eve] = [await newOwner(api()), await newOwner(api())];
    await enrolTotp(ada);
    const fresh = await api().session(ada.id);
    expect((await renew(ada.id, await api().session(eve.id))).status).toBe(403);
    expect((await renew(ada.id, fresh)).status).toBe(200);
    const derived = await api().call(
      "POST",
      "/api/authentication/token",
      { identity_id: ada.id, client_id: "derived" },
      fresh,
    );
    const unproven = (await api().authenticate(derived.body.result.token)).session_token as string;
    const { status, body } = await renew(ada.id, unproven);
    expect([status, body.error.message]).toEqual([403, expect.stringContaining("needs a proof")]);
  });

  test("come with a new authenticator app once all are used, and not before", async () => {
    const ada = await newOwner(api());
    const codes = (await enrolTotp(ada)).answer.result.recovery_codes as string[];
    const [last, ...others] = codes as [string, ...string[]];
    for (const code of others) {
      expect((await ada.prove("METHOD_RECOVERY_CODE", code)).result.challenge.state).toBe("CHALLENGE_PASSED");
    }
    expect((await enrolTotp(ada)).answer.result.recovery_codes ?? []).toEqual([]);
    expect((await ada.status()).recovery_codes_left).toBe(1);
    expect((await ada.prove("METHOD_RECOVERY_CODE", last)).result.challenge.state).toBe("CHALLENGE_PASSED");
    expect((await enrolTotp(ada)).answer.result.recovery_codes).toHaveLength(10);
    expect((await ada.status()).recovery_codes_left).toBe(10);
  });

  test("are not for an identity without a second factor", async () => {
    const { status, body } = await renew((await newOwner(api())).id);
    expect([status, body.error.code]).toEqual([409, "STATE_INVALID"]);
  });

  test("that were renewed by a keyed call are answered again, and renewed once", async () => {
    const ada = await newOwner(api());
    await enrolTotp(ada);
    const headers = { "Idempotency-Key": randomUUID() };
    const first = await renew(ada.id, undefined, headers);
    expect(await renew(ada.id, undefined, headers)).toMatchObject({ status: 200, body: first.body });
    const [code] = first.body.result.recovery_codes;
    expect((await ada.prove("METHOD_RECOVERY_CODE", code)).result.challenge.state).toBe("CHALLENGE_PASSED");
  });

  test("of ten renewals at once are one set of ten", async () => {
    const ada = await newOwner(api());
    await enrolTotp(ada);
    const answers = await Promise.all(Array.from({ length: 10 }, () => renew(ada.id)));
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.code);
    expect(new Set([...refused, "STATE_INVALID"])).toEqual(new Set(["STATE_INVALID"]));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await ada.status()).recovery_codes_left).toBe(10);
  });
});

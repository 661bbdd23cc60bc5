import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { enrolTotp, lastCode, newOwner } from "../../../support/identity/owner.ts";
import { operatorKey, startServer } from "../../../support/server.ts";

onEveryServer("a challenge", ({ server, environment }) => {
  const api = () => new ApiClient(server());
  const respond = (id: string, challenge_id: string, more: object, client: ApiClient<{ url: string }> = api()) =>
    client.call("POST", "/api/verification/response", { identity_id: id, challenge_id, ...more });
  const begun = async (ada: Awaited<ReturnType<typeof newOwner>>, method: string, more = {}) =>
    (await ada.begin(method, more)).result.challenge;

  test("that was passed passes nothing again: not a wrong response, none, or the right one", async () => {
    const ada = await newOwner(api());
    const { id } = await begun(ada, "METHOD_EMAIL");
    const code = lastCode(api());
    expect((await respond(ada.id, id, { code })).status).toBe(200);
    for (const more of [{ code: "00000000" }, {}, { code }, { answers: { pet: "x" } }, { credential: {} }]) {
      const { status, body } = await respond(ada.id, id, more);
      expect([status, body.error?.code], JSON.stringify(more)).toEqual([409, "STATE_INVALID"]);
      expect(body.error.message).toContain("passed by an earlier response");
    }
  });

  test("that failed, or that a later one replaced, refuses the right response", async () => {
    const ada = await newOwner(api());
    const { id } = await begun(ada, "METHOD_EMAIL");
    const code = lastCode(api());
    const states: unknown[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      states.push((await respond(ada.id, id, { code: "00000000" })).body.result.challenge.state);
    }
    expect(states).toEqual([...Array(4).fill("CHALLENGE_PENDING"), "CHALLENGE_FAILED"]);
    const failed = await respond(ada.id, id, { code });
    expect([failed.status, failed.body.error?.code]).toEqual([409, "STATE_INVALID"]);
    expect(failed.body.error.message).toContain("no attempts left");
    const first = await begun(ada, "METHOD_EMAIL");
    const firstCode = lastCode(api());
    await begun(ada, "METHOD_EMAIL");
    const replaced = await respond(ada.id, first.id, { code: firstCode });
    expect([replaced.status, replaced.body.error?.code]).toEqual([409, "STATE_INVALID"]);
    expect(replaced.body.error.message).toContain("a later one took its place");
  });

  test("that was passed by a keyed call answers that call again, and no other", async () => {
    const ada = await newOwner(api());
    const { id } = await begun(ada, "METHOD_EMAIL");
    const response = { identity_id: ada.id, challenge_id: id, code: lastCode(api()) };
    const key = { "Idempotency-Key": randomUUID() };
    const call = (headers: Record<string, string>) =>
      api().call("POST", "/api/verification/response", response, operatorKey, headers);
    const first = await call(key);
    expect(first.body.result.challenge.state).toBe("CHALLENGE_PASSED");
    expect(await call(key)).toMatchObject({ status: 200, body: first.body });
    expect((await call({ "Idempotency-Key": randomUUID() })).status).toBe(409);
  });

  type Answers = Awaited<ReturnType<typeof respond>>[];

  /** Number of those that passed; more than fifteen answers of a method under way are refused before they are looked at. */
  function passedOf(answers: Answers): number {
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.code);
    expect(refused).toContain("STATE_INVALID");
    expect(refused.filter((code) => code !== "STATE_INVALID" && code !== "RATE_LIMIT_EXCEEDED")).toEqual([]);
    return answers.filter(({ body }) => body.result?.challenge.state === "CHALLENGE_PASSED").length;
  }

  test("is passed by one of twenty right responses at once, on two servers", async () => {
    const other = await startServer(environment());
    onTestFinished(() => other.close());
    const clients = [api(), new ApiClient(other)] as const;
    const ada = await newOwner(api());
    const twenty = (id: string, codeOf: (n: number) => string) =>
      Promise.all(
        Array.from({ length: 20 }, (_, n) => respond(ada.id, id, { code: codeOf(n) }, clients[(n % 2) as 0 | 1])),
      );
    const mail = await begun(ada, "METHOD_EMAIL");
    const code = lastCode(api());
    expect(passedOf(await twenty(mail.id, () => code))).toBe(1);
    const chosen = await begun(ada, "METHOD_PIN");
    const pinOf = (n: number) => String(735_160 + n * 7);
    const answers = await twenty(chosen.id, pinOf);
    expect(passedOf(answers)).toBe(1);
    const stored = answers.findIndex(({ status }) => status === 200);
    expect((await ada.prove("METHOD_PIN", pinOf(stored))).result.challenge.state).toBe("CHALLENGE_PASSED");
  });

  test("of any method is passed by one of ten right responses at once", async () => {
    const ada = await newOwner(api());
    const ten = (id: string, more: (n: number) => object) =>
      Promise.all(Array.from({ length: 10 }, (_, n) => respond(ada.id, id, more(n))));
    const { app, answer } = await enrolTotp(ada);
    const totp = await begun(ada, "METHOD_TOTP");
    expect(passedOf(await ten(totp.id, () => ({ code: app.code(1) })))).toBe(1);
    const [recovery] = answer.result.recovery_codes;
    const lost = await begun(ada, "METHOD_RECOVERY_CODE");
    expect(passedOf(await ten(lost.id, () => ({ code: recovery })))).toBe(1);
    const questions = await begun(ada, "METHOD_SECURITY_QUESTIONS");
    const words = { pet: "a quiet tortoise", street: "Linden Avenue", teacher: "Miss Honey" };
    expect(passedOf(await ten(questions.id, () => ({ answers: words })))).toBe(1);
    const replaced = await begun(ada, "METHOD_PIN", { replace: true });
    expect(passedOf(await ten(replaced.id, (n) => ({ code: String(735_160 + n * 7) })))).toBe(1);
  });

  test("of which another response was first leaves the row of failures as it was", async () => {
    const ada = await newOwner(api());
    await ada.prove("METHOD_PIN", "730516");
    for (let round = 0; round < 4; round += 1) {
      const { id } = await begun(ada, "METHOD_PIN");
      const answers = await Promise.all(Array.from({ length: 10 }, () => respond(ada.id, id, { code: "730516" })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      // Fifteen wrong ones an hour would be refused with RATE_LIMIT_EXCEEDED.
      expect(answers.map(({ body }) => body.error?.code)).not.toContain("RATE_LIMIT_EXCEEDED");
    }
  });
});

import { SMTPServer } from "smtp-server";
import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { enrolTotp, freshAddress, lastCode, newOwner, password } from "../../support/identity/owner.ts";
import { startServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";

onEveryServer("verification", ({ server }) => {
  const api = () => new ApiClient(server());
  const owner = (members: Record<string, unknown> = {}, client = api()) => newOwner(client, members);

  describe("LEVEL_BASIC", () => {
    test("is earned by a code that is sent to the e-mail address", async () => {
      const ada = await owner();
      expect(await ada.status()).toEqual({
        identity_id: ada.id,
        factors: [],
        next_level: "LEVEL_BASIC",
        missing: ["ADDRESS"],
      });
      const { result } = await ada.begin("METHOD_EMAIL");
      expect(result.challenge).toEqual({
        id: expect.any(String),
        identity_id: ada.id,
        method: "METHOD_EMAIL",
        state: "CHALLENGE_PENDING",
        attempts_left: 5,
        expires_at: expect.stringMatching(/Z$/),
        parameters: {},
      });
      const { result: passed } = await ada.answer(result.challenge.id, { code: lastCode(api()) });
      expect(passed.challenge.state).toBe("CHALLENGE_PASSED");
      expect(passed.verification).toMatchObject({ level: "LEVEL_BASIC", next_level: "LEVEL_STANDARD" });
    });

    test("is earned by a code that is sent to a phone", async () => {
      const ada = await owner();
      const { result } = await ada.begin("METHOD_PHONE", { address: "+4930123456" });
      const { result: passed } = await ada.answer(result.challenge.id, { code: lastCode(api()) });
      expect(passed.verification.level).toBe("LEVEL_BASIC");
    });

    test("has its code sent at creation when start_verification is set", async () => {
      const before = server().outbox().length;
      await owner({ start_verification: true });
      expect(server().outbox().length).toBe(before + 1);
    });

    test("is lost when the address that proved it changes, and sessions end", async () => {
      const ada = await owner();
      await ada.proveEmail();
      const session = await api().session(ada.id);
      const { body } = await api().call("PUT", `/api/identities/${ada.id}`, { email: "new@example.org" });
      expect(body.result.identity).not.toHaveProperty("verification_level");
      expect((await ada.status()).factors).toEqual([]);
      expect((await api().call("GET", `/api/identities/${ada.id}`, undefined, session)).status).toBe(401);
    });

    test("is kept when the same address is spelt otherwise, and nobody is told", async () => {
      const local = freshAddress().split("@")[0] as string;
      const ada = await owner({ email: `${local}@bücher.example` });
      await ada.proveEmail();
      const session = await api().session(ada.id);
      const email = `${local.toUpperCase()}@xn--BCHER-kva.example`;
      const { body } = await api().call("PUT", `/api/identities/${ada.id}`, { email });
      expect(body.result.identity).toMatchObject({ email, verification_level: "LEVEL_BASIC" });
      expect((await ada.status()).factors).toHaveLength(1);
      expect((await api().call("GET", `/api/identities/${ada.id}`, undefined, session)).status).toBe(200);
      await api().call("PUT", `/api/identities/${ada.id}`, { email: freshAddress() });
      const told = () =>
        server()
          .outbox()
          .filter((text) => text.includes(body.result.identity.username));
      await until(() => told().length > 0);
      expect(told()).toHaveLength(1);
    });

    test("is told to the address before when another one, or none, takes its place", async () => {
      const [first, second] = [freshAddress(), freshAddress()];
      const { identity } = await api().identity({ email: first });
      const path = `/api/identities/${identity.id}`;
      const newest = async (event: string) => {
        await until(() => server().outbox()[0]?.includes(event) === true);
        return (await api().call("GET", "/v1/admin/outbox")).body.result.messages[0];
      };
      await api().call("PUT", path, { email: second });
      const told = await newest(`${identity.username} was changed`);
      expect(told).toEqual({
        id: expect.any(String),
        to: first,
        text: expect.stringContaining("changed to another one"),
      });
      expect(told.text).toContain(identity.username);
      expect(told.text).not.toContain(second);
      await api().call("PUT", path, { email: "" });
      expect(await newest(`${identity.username} was removed`)).toMatchObject({ to: second });
    });

    test("is not earned by the code for a previous address", async () => {
      const ada = await owner();
      const { result } = await ada.begin("METHOD_EMAIL");
      const code = lastCode(api());
      await api().call("PUT", `/api/identities/${ada.id}`, { email: "new@example.org" });
      const { error } = await ada.answer(result.challenge.id, { code });
      expect(error).toMatchObject({ code: "STATE_INVALID" });
      expect((await ada.status()).factors).toEqual([]);
    });
  });

  describe("LEVEL_STANDARD", () => {
    test("is earned by a password and a TOTP app after LEVEL_BASIC, with recovery codes shown once", async () => {
      const ada = await owner();
      await ada.proveEmail();
      const chosen = await ada.prove("METHOD_PASSWORD", password);
      expect(chosen.result.verification).toMatchObject({ level: "LEVEL_BASIC", missing: ["POSSESSION_FACTOR"] });
      const { app, answer } = await enrolTotp(ada);
      expect(answer.result.verification.level).toBe("LEVEL_STANDARD");
      expect(answer.result.recovery_codes).toHaveLength(10);
      const again = await ada.prove("METHOD_TOTP", app.code(1));
      expect([again.result.challenge.state, again.result.recovery_codes]).toEqual(["CHALLENGE_PASSED", []]);
      const { body } = await api().call("GET", `/api/identities/${ada.id}/verification`);
      expect(body.result.verification.factors.map(({ method }: { method: string }) => method)).toEqual([
        "METHOD_EMAIL",
        "METHOD_PASSWORD",
        "METHOD_TOTP",
        "METHOD_RECOVERY_CODE",
      ]);
      expect((await api().call("GET", `/api/identities/${ada.id}`)).body.result.identity.verification_level).toBe(
        "LEVEL_STANDARD",
      );
      const token = await api().token(ada.id);
      expect((await api().authenticate(token)).auth_level).toBe("AUTH_STANDARD");
      const lower = await api().token(ada.id, { auth_scope: "level:basic" });
      expect((await api().authenticate(lower)).auth_level).toBe("AUTH_BASIC");
    });

    test("is not reached before LEVEL_BASIC: without an address, two factors earn no level", async () => {
      const ada = await owner();
      await ada.prove("METHOD_PASSWORD", password);
      const { answer } = await enrolTotp(ada);
      expect(answer.result.verification).not.toHaveProperty("level");
      const refused = await api().call("PUT", `/api/verification/level/${ada.id}`, { level: "LEVEL_STANDARD" });
      expect([refused.status, refused.body.error.code]).toEqual([409, "STATE_INVALID"]);
      await ada.proveEmail();
      expect((await ada.status()).level).toBe("LEVEL_BASIC");
      const { body } = await api().call("PUT", `/api/verification/level/${ada.id}`, { level: "LEVEL_STANDARD" });
      expect(body.result.verification.level).toBe("LEVEL_STANDARD");
    });

    test("can be given up, which ends the sessions", async () => {
      const ada = await owner();
      await ada.proveEmail();
      await ada.prove("METHOD_PIN", "730516");
      await enrolTotp(ada);
      const session = await api().session(ada.id);
      const path = `/api/verification/level/${ada.id}`;
      const { body } = await api().call("PUT", path, { level: "LEVEL_BASIC" }, session);
      expect(body.result.verification.level).toBe("LEVEL_BASIC");
      expect((await api().call("GET", `/api/identities/${ada.id}`, undefined, session)).status).toBe(401);
    });

    test("that an identity has may be requested again: nothing changes, and no session ends", async () => {
      const ada = await owner();
      await ada.proveEmail();
      const session = await api().session(ada.id);
      const path = `/api/verification/level/${ada.id}`;
      for (let repetition = 0; repetition < 2; repetition++) {
        const { status, body } = await api().call("PUT", path, { level: "LEVEL_BASIC" }, session);
        expect([status, body.result?.verification.level]).toEqual([200, "LEVEL_BASIC"]);
      }
      expect((await api().call("GET", `/api/identities/${ada.id}`, undefined, session)).status).toBe(200);
    });

    test("is refused with the missing requirements when it is requested too early", async () => {
      const ada = await owner();
      await ada.proveEmail();
      const { body } = await api().call("PUT", `/api/verification/level/${ada.id}`, { level: "LEVEL_STANDARD" });
      expect(body.error.message).toContain("KNOWLEDGE_FACTOR, POSSESSION_FACTOR");
      const skipped = await api().call("PUT", `/api/verification/level/${ada.id}`, { level: "LEVEL_BUSINESS" });
      expect(skipped.status).toBe(409);
    });

    test("is not earned by security questions", async () => {
      const ada = await owner();
      await ada.proveEmail();
      const { result } = await ada.begin("METHOD_SECURITY_QUESTIONS");
      const answers = { pet: "a quiet tortoise", street: "Linden Avenue", teacher: "Miss Honey" };
      expect((await ada.answer(result.challenge.id, { answers })).result.challenge.state).toBe("CHALLENGE_PASSED");
      const { answer } = await enrolTotp(ada);
      expect(answer.result.verification.level).toBe("LEVEL_BASIC");
    });
  });

  test("a method that cannot be begun is repeated as it was sent", async () => {
    const { error } = await (await owner()).begin("METHOD_PERSONAL_DOCUMENTS");
    expect(error).toMatchObject({ details: { parameter: "method", provided: "METHOD_PERSONAL_DOCUMENTS" } });
  });

  test("a password that is refused is not repeated", async () => {
    const ada = await owner();
    const { result } = await ada.begin("METHOD_PASSWORD");
    const { error } = await ada.answer(result.challenge.id, { code: "password" });
    expect(error.details).toEqual({ parameter: "code", provided: null });
  });

  describe("answers", () => {
    test("that are wrong use up attempts, and after five the challenge has failed for ever", async () => {
      const ada = await owner();
      const { result } = await ada.begin("METHOD_EMAIL");
      const code = lastCode(api());
      const left: unknown[] = [];
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const { challenge } = (await ada.answer(result.challenge.id, { code: "00000000" })).result;
        left.push([challenge.attempts_left, challenge.state]);
      }
      expect(left.at(0)).toEqual([4, "CHALLENGE_PENDING"]);
      expect(left.at(-1)).toEqual([0, "CHALLENGE_FAILED"]);
      expect((await ada.answer(result.challenge.id, { code })).error.code).toBe("STATE_INVALID");
      expect(await ada.status()).not.toHaveProperty("level");
    });

    test("at the same time each count: five of fifty guesses are checked", async () => {
      const ada = await owner();
      const { result } = await ada.begin("METHOD_EMAIL");
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) => ada.answer(result.challenge.id, { code: String(n).padStart(8, "0") })),
      );
      const judged = answers.filter(({ result: answered }) => answered?.challenge.state === "CHALLENGE_PENDING");
      expect(judged).toHaveLength(4);
    });

    test("with a used TOTP code are refused", async () => {
      const ada = await owner();
      await ada.prove("METHOD_PASSWORD", password);
      const { app } = await enrolTotp(ada);
      expect((await ada.prove("METHOD_TOTP", app.code())).result.challenge.state).toBe("CHALLENGE_PENDING");
    });

    test("that guess over many challenges are rate limited", async () => {
      const ada = await owner();
      await ada.prove("METHOD_PIN", "730516");
      const statuses: unknown[] = [];
      for (let challenge = 0; challenge < 4; challenge += 1) {
        const { result } = await ada.begin("METHOD_PIN");
        for (let attempt = 0; attempt < 5; attempt += 1) {
          const { result: answered, error } = await ada.answer(result.challenge.id, { code: "111222" });
          statuses.push(error?.code ?? answered.challenge.state);
        }
      }
      expect(statuses.slice(0, 15)).not.toContain("RATE_LIMIT_EXCEEDED");
      expect(new Set(statuses.slice(15))).toEqual(new Set(["RATE_LIMIT_EXCEEDED"]));
    });

    test("to the challenge of another identity are RESOURCE_NOT_FOUND", async () => {
      const [ada, eve] = [await owner(), await owner()];
      const { result } = await ada.begin("METHOD_EMAIL");
      expect((await eve.answer(result.challenge.id, { code: lastCode(api()) })).error.code).toBe("RESOURCE_NOT_FOUND");
    });

    test("with an unacceptable password are refused with a reason, and use up no attempt", async () => {
      const ada = await owner({ email: "ada@example.org" });
      const { result } = await ada.begin("METHOD_PASSWORD");
      for (const code of ["short", "passwordpassword", "ada@example.org"]) {
        const { error } = await ada.answer(result.challenge.id, { code });
        expect(error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter: "code" } });
        expect(JSON.stringify(error)).not.toContain(code);
      }
      expect((await ada.answer(result.challenge.id, { code: password })).result.challenge.state).toBe(
        "CHALLENGE_PASSED",
      );
    });
  });

  test("a recovery code is accepted once, and lowers the level until an authenticator app is enrolled", async () => {
    const ada = await owner();
    await ada.proveEmail();
    await ada.prove("METHOD_PASSWORD", password);
    const { answer } = await enrolTotp(ada);
    const [code] = answer.result.recovery_codes;
    const recovered = await ada.prove("METHOD_RECOVERY_CODE", code);
    expect(recovered.result.verification.level).toBe("LEVEL_BASIC");
    expect((await ada.prove("METHOD_RECOVERY_CODE", code)).result.challenge.state).toBe("CHALLENGE_PENDING");
    expect((await enrolTotp(ada)).answer.result.verification.level).toBe("LEVEL_STANDARD");
  });

  test("a code is delivered by a real mail server", async () => {
    const mails: string[] = [];
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData(stream, _, done) {
        let text = "";
        stream.on("data", (chunk: Buffer) => {
          text += chunk.toString();
        });
        stream.on("end", () => {
          mails.push(text);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
    const { port } = smtp.server.address() as { port: number };
    const mailing = await startServer({ MAIL_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "service@example.org" });
    try {
      const client = new ApiClient(mailing);
      const ada = await owner({ email: "ada@example.org" }, client);
      const { result } = await ada.begin("METHOD_EMAIL");
      const [mail = ""] = mails;
      expect(mail).toMatch(/^To: ada@example\.org/m);
      const code = (/\d{4} \d{4}/.exec(mail) as RegExpExecArray)[0];
      expect((await ada.answer(result.challenge.id, { code })).result.verification.level).toBe("LEVEL_BASIC");
      expect(mailing.outbox()).toEqual([]);
    } finally {
      await mailing.close();
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    }
  });
});

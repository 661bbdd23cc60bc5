import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient, freshName, identityClients } from "../../support/identity/api-client.ts";
import { operatorKey, startServer } from "../../support/server.ts";

onEveryServer(
  "an idempotency key",
  ({ server, environment }) => {
    const api = () => new ApiClient(server());
    const keyed = (key: string) => ({ "Idempotency-Key": key });
    const create = (body: object, key: string, credentials = operatorKey, client = api()) =>
      client.call("POST", "/api/identities/create", body, credentials, keyed(key));

    test("gives the same answer again, secrets that are shown once included", async () => {
      const [key, body] = [randomUUID(), { username: freshName() }];
      const first = await create(body, key);
      expect(first.status).toBe(200);
      const again = await create(body, key);
      expect([again.status, again.body]).toEqual([200, first.body]);
      // A structured string, as the draft of the header spells it.
      expect((await create(body, `"${key}"`)).body).toEqual(first.body);
      const { identity, signing_key, rotation_key } = again.body.result;
      expect(rotation_key.secret).toMatch(/^[\w-]{43}$/);
      const { body: listed } = await api().call("GET", `/api/identities/${identity.id}/keys`);
      expect(listed.result.keys.map(({ id }: { id: string }) => id)).toEqual([signing_key.id]);
    });

    test("gives the same answer over every protocol", async () => {
      const [key, username] = [randomUUID(), freshName()];
      const { body } = await create({ username }, key);
      for (const protocol of ["grpc", "connect"] as const) {
        const { identities } = identityClients(server(), protocol);
        const answer = await identities.createIdentity({ username }, { headers: keyed(key) });
        expect(answer.identity?.id).toBe(body.result.identity.id);
        expect(answer.rotationKey?.secret).toBe(body.result.rotation_key.secret);
      }
    });

    test("gives the same answer after a restart, and on another process of the database", async () => {
      const [key, body] = [randomUUID(), { username: freshName() }];
      const first = await create(body, key);
      const other = await startServer(environment());
      const again = await create(body, key, operatorKey, new ApiClient(other));
      await other.close();
      expect(again.body).toEqual(first.body);
    });

    test("makes one of ten concurrent calls, on two processes, and all get its answer", async () => {
      const [key, body] = [randomUUID(), { name: "once", plan: "developer" }];
      const other = await startServer(environment());
      const post = (n: number) =>
        new ApiClient(n % 2 === 0 ? server() : other).call("POST", "/v1/admin/keys", body, operatorKey, keyed(key));
      const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => post(n)));
      await other.close();
      expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
      const { body: listed } = await api().call("GET", "/v1/admin/keys");
      expect(listed.result.keys.filter(({ name }: { name: string }) => name === "once")).toHaveLength(1);
    });

    test("is refused with another request", async () => {
      const key = randomUUID();
      expect((await create({ username: freshName() }, key)).status).toBe(200);
      const { status, body } = await create({ username: freshName() }, key);
      expect([status, body.error.code, body.error.details.parameter]).toEqual([
        409,
        "RESOURCE_CONFLICT",
        "Idempotency-Key",
      ]);
    });

    test("is the caller's own, and the method's", async () => {
      const [key, username] = [randomUUID(), freshName()];
      await create({ username }, key);
      const { secret } = await server().createKey("operator", ["*"]);
      const others = await create({ username }, key, secret);
      expect([others.status, others.body.error.details.parameter]).toEqual([409, "username"]);
      const { status } = await api().call("POST", "/v1/admin/keys", { name: "k" }, operatorKey, keyed(key));
      expect(status).toBe(200);
    });

    test("of an anonymous caller is good at another address, if it cannot be guessed", async () => {
      const [key, body] = [randomUUID(), { username: freshName() }];
      const from = (address: string) => ({ ...keyed(key), "X-Forwarded-For": address });
      const call = (address: string) => api().call("POST", "/api/identities/create", body, "", from(address));
      const first = await call("192.0.2.1");
      expect((await call("198.51.100.7")).body).toEqual(first.body);
      for (const weak of ["1", "a".repeat(21), "words that are long enough", "a".repeat(129)]) {
        const refused = await api().call("POST", "/api/identities/create", body, "", keyed(weak));
        expect([refused.status, refused.body.error.details.parameter], weak).toEqual([400, "Idempotency-Key"]);
      }
    });

    test("is free again after a refusal", async () => {
      const [key, taken] = [randomUUID(), freshName()];
      await api().identity({ username: taken });
      expect((await create({ username: taken }, key)).status).toBe(409);
      expect((await create({ username: freshName() }, key)).status).toBe(200);
    });

    test("gives no secret to a session that is less well proven than the first", async () => {
      const { identity } = await api().identity();
      const proven = await api().session(identity.id);
      const asked = { identity_id: identity.id, client_id: "another" };
      const key = randomUUID();
      const rotate = (token: string) =>
        api().call("POST", `/api/identities/${identity.id}/rotation-key`, {}, token, keyed(key));
      const first = await rotate(proven);
      expect(first.status).toBe(200);
      expect((await rotate(proven)).body).toEqual(first.body);
      const { body } = await api().call("POST", "/api/authentication/token", asked, proven);
      const { session_token: derived } = await api().authenticate(body.result.token);
      expect((await rotate(derived)).status).toBe(403);
      // The identity itself has come back.
      const later = await api().session(identity.id, { client_id: "third" });
      expect((await rotate(later)).body).toEqual(first.body);
    });

    test("makes a call that moves money without an id safe to repeat", async () => {
      const { identity } = await api().identity();
      await api().call("POST", "/api/wallets/create", { identity_id: identity.id });
      const deposit = (key: string) =>
        api().call(
          "POST",
          "/v1/admin/ledger/deposits",
          { identity_id: identity.id, token_type: "TOKEN_STANDARD", amount: "5" },
          operatorKey,
          keyed(key),
        );
      const key = randomUUID();
      const first = await deposit(key);
      expect(first.status).toBe(200);
      expect((await deposit(key)).body).toEqual(first.body);
      const { body } = await api().call("GET", `/api/wallets/${identity.id}/entries`);
      expect(body.result.entries).toHaveLength(1);
    });
  },
  () => ({ OPEN_REGISTRATION: "true", TRUSTED_PROXIES: "127.0.0.1" }),
);

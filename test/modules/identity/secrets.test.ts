import type { Secret } from "otpauth";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type DatabaseFiles, mariadbFiles, sqliteFiles } from "../../support/database/database-files.ts";
import { onMariadb } from "../../support/database/databases.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { enrolTotp, lastCode, newOwner, password } from "../../support/identity/owner.ts";
import { type JsonAnswer, operatorKey, startServer } from "../../support/server.ts";
import { containsSecret } from "../../support/vault/secret-encodings.ts";

/** Every key that was made, drawn or opened since the test began. */
const seen = vi.hoisted(() => ({ keys: [] as Buffer[], salts: [] as Buffer[] }));

vi.mock("node:crypto", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:crypto")>();
  return {
    ...real,
    randomBytes(size: number) {
      const bytes = real.randomBytes(size);
      if (size === 32) seen.keys.push(Buffer.from(bytes));
      return bytes;
    },
    pbkdf2(...given: Parameters<typeof real.pbkdf2>) {
      seen.salts.push(Buffer.from(given[1] as Uint8Array));
      real.pbkdf2(...given);
    },
    createSecretKey(bytes: Buffer) {
      seen.keys.push(Buffer.from(bytes));
      return real.createSecretKey(bytes);
    },
    createPrivateKey(input: { key: Buffer }) {
      seen.keys.push(Buffer.from(input.key).subarray(-32));
      return real.createPrivateKey(input as Parameters<typeof real.createPrivateKey>[0]);
    },
  };
});

beforeEach(() => {
  seen.keys.length = 0;
  seen.salts.length = 0;
});

/** An API client that keeps the responses. */
class RecordingClient extends ApiClient {
  readonly answers: { readonly path: string; readonly text: string }[] = [];

  override async call(
    method: string,
    path: string,
    body?: unknown,
    credentials: string = operatorKey,
    headers = {},
  ): Promise<JsonAnswer> {
    const answer = await super.call(method, path, body, credentials, headers);
    this.answers.push({ path, text: JSON.stringify([answer.body, [...answer.headers]]) });
    return answer;
  }
}

interface Planted {
  readonly name: string;
  readonly bytes: Buffer;
  /** Paths whose answers return it to its owner; no other answer may contain it. */
  readonly returnedBy?: RegExp;
}

const email = "somebody.in.particular@example.org";
const pin = "730516284915";
const answers = { pet: "a quiet tortoise named Ossian", street: "Linden Avenue West", teacher: "Miss Honeychurch" };

/** Calls every operation that handles secrets, and returns the secrets. */
async function useAll(api: RecordingClient): Promise<Planted[]> {
  const text = (name: string, secret: string, returnedBy?: RegExp): Planted => ({
    name,
    bytes: Buffer.from(secret),
    ...(returnedBy && { returnedBy }),
  });
  const ada = await newOwner(api, { email, start_verification: true });
  const planted = [text("code", lastCode(api).replace(" ", "")), text("code as sent", lastCode(api))];
  await ada.proveEmail();
  planted.push(text("code", lastCode(api).replace(" ", "")));
  await ada.prove("METHOD_PASSWORD", password);
  await ada.prove("METHOD_PASSWORD", password);
  await ada.prove("METHOD_PASSWORD", `${password} not`);
  await ada.prove("METHOD_PIN", pin);
  await ada.answer((await ada.begin("METHOD_SECURITY_QUESTIONS")).result.challenge.id, { answers });
  planted.push(
    text("password", password),
    text("PIN", pin),
    ...Object.values(answers).map((value) => text("answer", value)),
  );
  const { app, answer } = await enrolTotp(ada);
  const secret = app.totp.secret as Secret;
  const base32 = text("TOTP secret", secret.base32, /challenge$/);
  planted.push(base32, { name: "TOTP secret", bytes: Buffer.from(secret.bytes) });
  for (const code of answer.result.recovery_codes) planted.push(text("recovery code", code, /response$/));

  const made = await api.call("POST", `/api/identities/${ada.id}/rotation-key`, {});
  const rotation = made.body.result.rotation_key.secret as string;
  planted.push({ name: "rotation key", bytes: Buffer.from(rotation, "base64url"), returnedBy: /rotation-key$/ });
  const token = await api.token(ada.id);
  planted.push(text("token", token.split(".")[2] as string, /token$/));
  const { session_token } = await api.authenticate(token);
  // The first 16 bytes are the session's id, which is not secret.
  const session = Buffer.from(session_token.slice(4), "base64url").subarray(16);
  planted.push({ name: "session token", bytes: session, returnedBy: /authenticate$/ });
  await api.authenticate(token);
  const { body } = await api.call("POST", "/api/authentication/jwt", {}, session_token);
  planted.push(text("JWT", body.result.jwt.split(".")[2], /jwt$/));
  for (const path of ["", "/keys", "/verification", "/sessions", "/authentication-events"]) {
    await api.call("GET", `/api/identities/${ada.id}${path}`, undefined, session_token);
  }
  await api.call("POST", `/api/identities/${ada.id}/keys`, {}, session_token);
  const key = await api.call("POST", "/v1/admin/keys", { name: "k", plan: "developer", permissions: ["geocode:*"] });
  planted.push(text("API key", key.body.result.secret, /admin\/keys$/));
  await api.call("POST", "/v1/admin/vault/rotate", {});
  await api.call("PUT", `/api/identities/${ada.id}`, { email: `x${email}` });
  // Private data, which answers return with the identity.
  planted.push(
    text("e-mail address", email, /identities\/(create|[0-9a-f-]{36})$/),
    text("operator's key", operatorKey),
  );
  return planted;
}

function secrecyTest(open: () => Promise<DatabaseFiles>): void {
  test("secrets are in no file of the database, no log line, and no answer but the one that returns them", async () => {
    const files = await open();
    onTestFinished(() => files.remove());
    const server = await startServer({ ...files.environment, LOG_LEVEL: "trace" });
    const api = new RecordingClient(server);
    const planted = await useAll(api);
    const { identity, signing_key } = await api.identity();
    await server.close();
    const written = await files.read();
    const logged = Buffer.from(server.log.join(""));
    for (const { name, bytes, returnedBy } of planted) {
      expect([name, containsSecret(written, bytes), containsSecret(logged, bytes)]).toEqual([name, false, false]);
      const paths = api.answers.filter(({ text }) => containsSecret(Buffer.from(text), bytes)).map(({ path }) => path);
      expect([name, paths.filter((path) => !returnedBy?.test(path))]).toEqual([name, []]);
      if (returnedBy !== undefined) expect([name, paths.length]).not.toEqual([name, 0]);
    }

    const isReturned = (key: Buffer) =>
      planted.some(({ bytes, returnedBy }) => returnedBy !== undefined && bytes.equals(key)) ||
      api.answers.some(({ path, text }) => /create$/.test(path) && containsSecret(Buffer.from(text), key));
    const keys = seen.keys.filter((key) => !seen.salts.some((salt) => salt.equals(key)));
    const answered = Buffer.from(api.answers.map(({ text }) => text).join("\n"));
    expect(keys.length).toBeGreaterThan(20);
    for (const key of keys) {
      expect([containsSecret(written, key), containsSecret(logged, key)]).toEqual([false, false]);
      if (!isReturned(key)) expect(containsSecret(answered, key)).toBe(false);
    }

    // Control: values that are stored or logged are found.
    expect(containsSecret(written, Buffer.from(signing_key.public_key, "base64url"))).toBe(true);
    expect(containsSecret(written, Buffer.from(identity.username))).toBe(true);
    expect(containsSecret(logged, Buffer.from("identity.v1.IdentityService/CreateIdentity"))).toBe(true);
  });
}

describe("on SQLite", () => secrecyTest(sqliteFiles));
onMariadb("on all files of the server", () => secrecyTest(mariadbFiles));

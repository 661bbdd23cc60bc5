import type { Secret } from "otpauth";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type DatabaseFiles, mariadbFiles, sqliteFiles } from "../../support/database/database-files.ts";
import { onMariadb } from "../../support/database/databases.ts";
import { enrolTotp, lastCode, newOwner, password } from "../../support/identity/owner.ts";
import { World } from "../../support/identity/world.ts";
import { type JsonAnswer, operatorKey, startServer } from "../../support/server.ts";
import { isIn } from "../../support/vault/spellings.ts";

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

/** A world that keeps what it was answered. */
class Listening extends World {
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
  /** The paths whose answers tell it, to whom it belongs; no other does. */
  readonly told?: RegExp;
}

const email = "somebody.in.particular@example.org";
const pin = "730516284915";
const answers = { pet: "a quiet tortoise named Ossian", street: "Linden Avenue West", teacher: "Miss Honeychurch" };

/** Uses everything that has secrets in it. */
async function useAll(world: Listening): Promise<Planted[]> {
  const text = (name: string, secret: string, told?: RegExp): Planted => ({
    name,
    bytes: Buffer.from(secret),
    ...(told && { told }),
  });
  const ada = await newOwner(world, { email, start_verification: true });
  const planted = [text("code", lastCode(world).replace(" ", "")), text("code as sent", lastCode(world))];
  await ada.proveEmail();
  planted.push(text("code", lastCode(world).replace(" ", "")));
  await ada.prove("METHOD_PASSWORD", password);
  await ada.prove("METHOD_PASSWORD", password);
  await ada.prove("METHOD_PASSWORD", `${password} not`);
  await ada.prove("METHOD_PIN", pin);
  await ada.answer((await ada.begin("METHOD_SECURITY_QUESTIONS")).result.challenge.id, { answers });
  planted.push(
    text("password", password),
    text("PIN", pin),
    ...Object.values(answers).map((one) => text("answer", one)),
  );
  const { app, answer } = await enrolTotp(ada);
  const secret = app.totp.secret as Secret;
  const base32 = text("TOTP secret", secret.base32, /challenge$/);
  planted.push(base32, { name: "TOTP secret", bytes: Buffer.from(secret.bytes) });
  for (const code of answer.result.recovery_codes) planted.push(text("recovery code", code, /response$/));

  const made = await world.call("POST", `/api/identities/${ada.id}/rotation-key`, {});
  const rotation = made.body.result.rotation_key.secret as string;
  planted.push({ name: "rotation key", bytes: Buffer.from(rotation, "base64url"), told: /rotation-key$/ });
  const token = await world.token(ada.id);
  planted.push(text("token", token.split(".")[2] as string, /token$/));
  const { session_token } = await world.authenticate(token);
  // Before the secret is the session's id, which is none.
  const session = Buffer.from(session_token.slice(4), "base64url").subarray(16);
  planted.push({ name: "session token", bytes: session, told: /authenticate$/ });
  await world.authenticate(token);
  const { body } = await world.call("POST", "/api/authentication/jwt", {}, session_token);
  planted.push(text("JWT", body.result.jwt.split(".")[2], /jwt$/));
  for (const path of ["", "/keys", "/verification", "/sessions", "/authentication-events"]) {
    await world.call("GET", `/api/identities/${ada.id}${path}`, undefined, session_token);
  }
  await world.call("POST", `/api/identities/${ada.id}/keys`, {}, session_token);
  const key = await world.call("POST", "/v1/admin/keys", { name: "k", plan: "developer", permissions: ["geocode:*"] });
  planted.push(text("API key", key.body.result.secret, /admin\/keys$/));
  await world.call("POST", "/v1/admin/vault/rotate", {});
  await world.call("PUT", `/api/identities/${ada.id}`, { email: `x${email}` });
  // Private, and for who may read the identity.
  planted.push(
    text("e-mail address", email, /identities\/(create|[0-9a-f-]{36})$/),
    text("operator's key", operatorKey),
  );
  return planted;
}

function areNowhere(open: () => Promise<DatabaseFiles>): void {
  test("secrets are in no file of the database, no log, and no answer but the one that tells them", async () => {
    const files = await open();
    onTestFinished(() => files.remove());
    const server = await startServer({ ...files.environment, LOG_LEVEL: "trace" });
    const world = new Listening(server);
    const planted = await useAll(world);
    const { identity, signing_key } = await world.identity();
    await server.close();
    const written = await files.read();
    const logged = Buffer.from(server.log.join(""));
    for (const { name, bytes, told } of planted) {
      expect([name, isIn(written, bytes), isIn(logged, bytes)]).toEqual([name, false, false]);
      const telling = world.answers.filter(({ text }) => isIn(Buffer.from(text), bytes)).map(({ path }) => path);
      expect([name, telling.filter((path) => !told?.test(path))]).toEqual([name, []]);
      if (told !== undefined) expect([name, telling.length]).not.toEqual([name, 0]);
    }

    const isTold = (key: Buffer) =>
      planted.some(({ bytes, told }) => told !== undefined && bytes.equals(key)) ||
      world.answers.some(({ path, text }) => /create$/.test(path) && isIn(Buffer.from(text), key));
    const keys = seen.keys.filter((key) => !seen.salts.some((salt) => salt.equals(key)));
    const answered = Buffer.from(world.answers.map(({ text }) => text).join("\n"));
    expect(keys.length).toBeGreaterThan(20);
    for (const key of keys) {
      expect([isIn(written, key), isIn(logged, key)]).toEqual([false, false]);
      if (!isTold(key)) expect(isIn(answered, key)).toBe(false);
    }

    // They would be found if they were there.
    expect(isIn(written, Buffer.from(signing_key.public_key, "base64url"))).toBe(true);
    expect(isIn(written, Buffer.from(identity.username))).toBe(true);
    expect(isIn(logged, Buffer.from("identity.v1.IdentityService/CreateIdentity"))).toBe(true);
  });
}

describe("on SQLite", () => areNowhere(sqliteFiles));
onMariadb("on all files of the server", () => areNowhere(mariadbFiles));

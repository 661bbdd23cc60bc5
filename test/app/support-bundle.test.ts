import { randomBytes, randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseTar } from "nanotar";
import { expect, onTestFinished, test } from "vitest";
import { checkSettings, loadConfig } from "../../server/app/config.ts";
import { bundleFiles, packed } from "../../server/app/support/bundle.ts";
import { createScrubber } from "../../server/app/support/scrub.ts";
import { readVocabulary } from "../../server/app/support/vocabulary.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import { operatorKey, startServer } from "../support/server.ts";

const stretching = { iterations: 1_000, iterationsMin: 1_000 };
const hex = (bytes: number) => randomBytes(bytes).toString("hex");

/** Settings with a secret each, and what of them must not be told. */
const settings = {
  BOOTSTRAP_API_KEY: operatorKey,
  MAIL_URL: "smtp://mailer-account:p4ssw0rd-of-mail@127.0.0.1:1",
  MAIL_FROM: "service.desk@example.org",
  PHONE_WEBHOOK_URL: "http://127.0.0.1:1/hooks/T0PATH",
  PHONE_WEBHOOK_SECRET: `phone-${hex(16)}`,
  COMPLIANCE_WEBHOOK_URL: "http://127.0.0.1:1/cases/T1PATH",
  COMPLIANCE_WEBHOOK_SECRET: `compliance-${hex(16)}`,
  RATE_FEED_URL: "http://127.0.0.1:1/rates?key=T2QUERY",
  SERVICE_NAME: "Musterbank Hinterwald",
  TOKEN_AUDIENCE: "https://musterbank-hinterwald.example",
};

const passphrase = "the rows of the database are sealed";

/** Texts as users, operators and machines bring them into a log. */
const planted: readonly string[] = [
  settings.BOOTSTRAP_API_KEY,
  "p4ssw0rd-of-mail",
  "mailer-account",
  settings.MAIL_FROM,
  "T0PATH",
  settings.PHONE_WEBHOOK_SECRET,
  "T1PATH",
  settings.COMPLIANCE_WEBHOOK_SECRET,
  "T2QUERY",
  settings.SERVICE_NAME,
  settings.TOKEN_AUDIENCE,
  passphrase,
  "mysql://platonic:Geheim77@db.hinterwald.example/platonic",
  `pk_live_${hex(16)}`,
  `eyJhbGciOiJFZERTQSJ9.${randomBytes(40).toString("base64url")}.${randomBytes(64).toString("base64url")}`,
  randomBytes(32).toString("base64"),
  randomBytes(32).toString("base64url"),
  hex(32),
  "4831 2279",
  "48312279",
  "ada.lovelace@example.org",
  "grace@hopper.example",
  "пример@пример.рф",
  "+49 151 23456789",
  "0043-660-1234567",
  "(555) 867-5309",
  "Ada Lovelace",
  "Grace Hopper",
  "Hypatia",
  "Зоя Космодемьянская",
  "陳美玲",
  "DE89 3704 0044 0532 0130 00",
  "GB29NWBK60161331926819",
  "FR1420041010050500013M02606",
  randomUUID(),
  "203.0.113.77",
  "2001:db8:85a3::8a2e:370:7334",
  "/home/hypatia/passport-scan.pdf",
  "Basic YWRhOmxvdmVsYWNl",
  "session=s3ss10nc00k1e",
  "1234.56",
  "JBSWY3DPEHPK3PXP",
];

/** Lines of a log with a text in every place where one can be. */
function linesWith(text: string): string[] {
  const time = "2026-11-27T22:37:27.123Z";
  const stack = `Error: ${text}\n    at ${text} (/opt/platonic/server/app/serve.ts:1:2)\n    at f (/home/${text}/server/x.ts:1:2)`;
  return [
    JSON.stringify({ level: 50, time, msg: text }),
    JSON.stringify({ level: 50, time, msg: `could not send to ${text}, which is refused` }),
    JSON.stringify({ level: 50, time: text, requestId: text, principal: text, method: text, msg: "call failed" }),
    JSON.stringify({ level: text, err: { type: text, message: text, stack, [text]: { [text]: [text, { a: text }] } } }),
    JSON.stringify([text]),
    `The server could not start: ${text}`,
    `export PLATONIC_API_KEY=${text}`,
    text,
    `    at ${text} (${text}:1:2)`,
    `{"level":50,"msg":"cut ${text}`,
  ];
}

test("a bundle has what a maintainer asks for, and no secret and nothing personal of 42 that were planted", async () => {
  expect(planted.length).toBeGreaterThanOrEqual(40);
  const folder = temporaryDirectory();
  const passphraseFile = join(folder, "passphrase");
  writeFileSync(passphraseFile, passphrase, { mode: 0o600 });
  const given = { ...settings, VAULT_PASSPHRASE_FILE: passphraseFile };
  const server = await startServer(given, { stretching });
  onTestFinished(() => server.close());
  const { identity } = await new ApiClient(server).identity({ username: "hypatia", email: "grace@hopper.example" });
  expect(identity.id).toMatch(/^[0-9a-f-]{36}$/);
  const logFile = join(folder, "log");
  const numbers = JSON.stringify({ level: 30, code: 48312279, durationMs: 1.5, msg: "call" });
  writeFileSync(logFile, [...planted.flatMap(linesWith), ...server.log, numbers].join("\n"));
  const env = { ...given, DATA_DIR: server.dataDirectory, PORT: new URL(server.url).port };
  const files = await bundleFiles({ ...checkSettings(env), config: loadConfig(env) }, { logFile, stretching });

  const archive = parseTar(gunzipSync(packed(files)));
  const texts = new Map(archive.map(({ name, text }) => [name.replace("platonic-support/", ""), text]));
  expect([...texts.keys()]).toEqual([
    ...["README.txt", "versions.json", "settings.json", "doctor.json"],
    ...["database.json", "ledger.json", "processes.json", "log.txt"],
  ]);
  for (const [name, text] of texts) {
    for (const secret of planted) {
      expect(text.includes(secret), `${secret} in ${name}`).toBe(false);
      // Names and numbers are personal by their parts, too.
      for (const part of secret.match(/\p{Lu}\p{L}{3,}|\d{4,}/gu) ?? [])
        if (name === "log.txt") expect(text.includes(part), `${part} in ${name}`).toBe(false);
    }
  }
  const read = (name: string) => JSON.parse(texts.get(name) as string);
  expect(read("settings.json")).toContainEqual(expect.objectContaining({ name: "LOG_LEVEL", value: "info" }));
  expect(read("settings.json")).toContainEqual(expect.objectContaining({ name: "MAIL_FROM", value: "(given)" }));
  expect(read("doctor.json")).toContainEqual(expect.objectContaining({ check: "schema", state: "ok" }));
  expect(read("database.json").tables).toContainEqual({ table: "identities", rows: 1 });
  expect(read("processes.json")).toMatchObject([{ host: "host 1", state: "ready" }]);
  const log = texts.get("log.txt") as string;
  expect(log).toContain('"method":"identity.v1.IdentityService/CreateIdentity","principal":"[removed]","reason":"OK"');
  expect(log).toContain('"level":30,"code":"[removed]","durationMs":1.5,"msg":"call"');
  expect(log).toContain("at [removed] server/app/serve.ts:1:2");
});

test("a line of the program itself keeps its words, its reason and its place", () => {
  const { line, text } = createScrubber(readVocabulary(), []);
  const own = {
    level: 50,
    time: "2026-11-27T22:37:27.123Z",
    outage: "the database is not available",
    reason: "UNAVAILABLE",
  };
  expect(JSON.parse(line(JSON.stringify(own)))).toEqual(own);
  const method = "wallet.v1.TransactionService/ExecuteTransaction";
  expect(JSON.parse(line(JSON.stringify({ protocol: "rest", method, msg: "call failed" })))).toMatchObject({ method });
  const err = {
    message: "connect ECONNREFUSED 10.0.0.7:3306",
    stack: "Error: x\n    at open (file:///opt/a/server/app/serve.ts:12:3)",
  };
  expect(JSON.parse(line(JSON.stringify({ err })))).toEqual({
    err: { message: "connect ECONNREFUSED [removed]", stack: "Error: x\n    at open server/app/serve.ts:12:3" },
  });
  expect(text("DATA_DIR has 100 MiB free", { hasNumbers: true })).toBe("DATA_DIR has 100 MiB free");
  expect(text("the port 4831 is free")).toBe("the port [removed] is free");
});

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkSettings, loadConfig } from "../../../server/app/config.ts";
import { bundleFiles } from "../../../server/app/support/bundle.ts";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { openEvents } from "../../support/event-stream.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { metricsUrl } from "../../support/metrics/scraped.ts";
import { operatorKey, startServer } from "../../support/server.ts";
import { withoutStandardVariables } from "../../support/telemetry/otlp-receivers.ts";
import { exportingTo, startCollector } from "../../support/telemetry/trace-collector.ts";
import { containsSecret } from "../../support/vault/secret-encodings.ts";

withoutStandardVariables();

const stretching = { iterations: 1_000, iterationsMin: 1_000 };

/** Secrets by where they were planted. */
const plants = new Map<string, string>();

function planted(place: string, form: (random: string) => string = (random) => random): string {
  const secret = form(randomBytes(24).toString("base64url"));
  plants.set(place, secret);
  return secret;
}

/** Keeps a secret that the service has made itself. */
function made(place: string, secret: string): string {
  expect(secret, place).toMatch(/^.{8,}$/s);
  plants.set(place, secret);
  return secret;
}

const isIn = (bytes: Buffer, secret: string) =>
  containsSecret(bytes, Buffer.from(secret)) || bytes.includes(encodeURIComponent(secret));

test("40 secrets and more, of all kinds and at all entrances, are in nothing that the service tells of itself", async () => {
  const collector = await startCollector();
  const settings: Record<string, string> = {
    METRICS_PORT: "0",
    ...exportingTo(collector.url),
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: `x-token=${planted("header of a collector")}`,
    PHONE_WEBHOOK_URL: `http://127.0.0.1:1/hooks/${planted("path of PHONE_WEBHOOK_URL")}`,
    PHONE_WEBHOOK_SECRET: planted("PHONE_WEBHOOK_SECRET"),
    COMPLIANCE_WEBHOOK_URL: `http://127.0.0.1:1/cases?key=${planted("query of COMPLIANCE_WEBHOOK_URL")}`,
    COMPLIANCE_WEBHOOK_SECRET: planted("COMPLIANCE_WEBHOOK_SECRET"),
    MAIL_URL: `smtp://mailer:${planted("password of MAIL_URL")}@127.0.0.1:1`,
    MAIL_FROM: "service@example.org",
    RATE_FEED_URL: `http://127.0.0.1:1/rates?key=${planted("query of RATE_FEED_URL")}`,
  };
  const server = await startServer(settings);
  onTestFinished(() => server.close());
  const api = new ApiClient(server);
  made("BOOTSTRAP_API_KEY", operatorKey);
  made("vault.passphrase", readFileSync(join(server.dataDirectory, "vault.passphrase"), "utf8").trim());

  // Secrets that the service makes.
  const key = await server.createKey("developer");
  made("secret of a key", key.secret);
  const { identity, rotation_key } = await api.identity();
  made("rotation secret", rotation_key.secret);
  const token = made("rotating token", await api.token(identity.id));
  const session = made("session token", (await api.authenticate(token)).session_token);
  const { body: jwt } = await api.call("POST", "/api/authentication/jwt", {}, session);
  made("JWT", jwt.result.jwt);
  await api.call("POST", "/api/wallets/create", { identity_id: identity.id });
  const hook = await api.call("POST", "/v1/admin/ledger/webhooks", {
    url: `https://example.org/${planted("path of a webhook")}`,
  });
  made("secret of a webhook", hook.body.result.secret);
  const enrolment = await api.call(
    "POST",
    "/api/verification/challenge",
    { identity_id: identity.id, method: "METHOD_TOTP" },
    session,
  );
  made("secret of an authenticator app", JSON.stringify(enrolment.body).match(/secret=([A-Z2-7]+)/)?.[1] ?? "");

  // Headers.
  const get = (headers: Record<string, string>, path = "/v1/admin/keys") => fetch(server.url + path, { headers });
  await get({ Authorization: `Bearer ${planted("bearer", (random) => `plt_${random}`)}` });
  await get({ Authorization: `Basic ${Buffer.from(`ada:${planted("basic")}`).toString("base64")}` });
  await get({ Authorization: planted("authorization without a scheme") });
  await get({
    Authorization: `Bearer ${planted("JWT of another", (random) => `eyJhbGciOiJFZERTQSJ9.${random}.${random}`)}`,
  });
  for (const name of [
    "Cookie",
    "X-Api-Key",
    "Proxy-Authorization",
    "Referer",
    "Origin",
    "Idempotency-Key",
    "X-Auth-Token",
  ])
    await get({ Authorization: `Bearer ${operatorKey}`, [name]: planted(`header ${name}`) });
  await get({
    Authorization: `Bearer ${operatorKey}`,
    traceparent: planted("header traceparent"),
    tracestate: `a=${planted("header tracestate")}`,
  });
  // Paths and queries, with good and with bad credentials.
  for (const credentials of [operatorKey, "", `${key.secret}x`]) {
    const who = credentials === operatorKey ? "operator" : credentials === "" ? "anonymous" : "stranger";
    for (const name of ["api_key", "token", "password", "page_token", "actor_id", "cursor"])
      await api.call("GET", `/v1/admin/audit?${name}=${planted(`query ${name} of ${who}`)}`, undefined, credentials);
    await api.call("DELETE", `/v1/admin/keys/${planted(`id in a path of ${who}`)}`, undefined, credentials);
    await api.call("GET", `/${planted(`unknown path of ${who}`)}`, undefined, credentials);
  }
  // Bodies, and what is in the wrong place of them.
  await api.call("POST", "/api/authentication/authenticate", { token: planted("token that is none") }, "");
  await api.call(
    "POST",
    "/api/verification/response",
    { identity_id: identity.id, challenge_id: randomUUID(), code: planted("code") },
    session,
  );
  await api.call("POST", "/v1/admin/keys", { name: "x", [planted("unknown member")]: 1 });
  await api.call("POST", "/v1/admin/keys", { name: "x", plan: planted("plan") });
  await api.call("POST", "/v1/admin/keys", { name: "x", permissions: [planted("permission")] });
  await api.call("PUT", `/v1/admin/keys/${key.id}/plan`, { plan: planted("plan to move to") });
  await server.post("/v1/admin/keys", `{"name": "${planted("malformed JSON")}`);
  await server.post("/v1/admin/ledger/deposits", {
    identity_id: identity.id,
    token_type: planted("word"),
    amount: planted("amount"),
  });
  await server.post("/v1/admin/ledger/deposits", {
    identity_id: planted("id in a body"),
    token_type: "TOKEN_STANDARD",
    amount: "1",
  });
  await api.call("PUT", `/api/identities/${identity.id}`, {
    username: planted("password as a name", (random) => `${random} ?`),
  });
  await api.call("PUT", `/api/identities/${identity.id}`, { email: planted("password as an address") });
  await api.call("PUT", `/api/identities/${identity.id}`, { metadata: { password: planted("metadata") } });
  await api.call("PUT", `/api/identities/${identity.id}`, { profile: { password: planted("profile") } });
  await server.post("/admin.v1.KeyService/CreateKey", { name: "x", plan: planted("plan over Connect") });
  await server.post("/admin.v1.KeyService/RevokeKey", { id: planted("id over Connect") });
  expect(plants.size).toBeGreaterThanOrEqual(40);

  const backup = (await server.post("/v1/admin/backups", {})).body.result.backup.name;
  const told = new Map<string, Buffer>();
  const tell = (what: string, value: unknown) => {
    const text =
      typeof value === "string"
        ? value
        : JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one));
    told.set(what, Buffer.from(text));
  };
  const requestId = randomUUID();
  await get({ Authorization: `Bearer ${operatorKey}`, "X-Request-Id": requestId });
  await collector.callSpan(requestId);
  tell("traces", collector.bodies.join());
  tell("log", server.log.join(""));
  tell("metrics", await (await fetch(metricsUrl(server))).text());
  const listed = (await api.call("GET", "/v1/admin/audit?page_size=500")).body.result;
  tell("audit log over the API", listed);
  const stream = await openEvents(`${server.url}/v1/admin/audit/events?from_start=true`, {
    Authorization: `Bearer ${operatorKey}`,
  });
  const events: unknown[] = [];
  const last = listed.records[0].number;
  for (let event = await stream.next(); event !== undefined; event = await stream.next()) {
    events.push(event.data);
    if (event.data.result.record?.number === last) break;
  }
  stream.close();
  expect(events.length).toBeGreaterThan(20);
  tell("audit log by its stream", events);
  const database = await openServiceDatabase({ dataDirectory: server.dataDirectory });
  const rows: { sealed: Uint8Array }[] = await database.manager.query("SELECT * FROM audit_records");
  await database.close();
  tell("rows of the audit log", rows);
  told.set("sealed bytes of the audit log", Buffer.concat(rows.map(({ sealed }) => sealed)));
  told.set("beginning of a backup", readFileSync(join(server.dataDirectory, "backups", backup)).subarray(0, 8_192));
  const logFile = join(temporaryDirectory(), "service.log");
  writeFileSync(logFile, server.log.join(""));
  const env = {
    ...settings,
    BOOTSTRAP_API_KEY: operatorKey,
    DATA_DIR: server.dataDirectory,
    PORT: new URL(server.url).port,
  };
  for (const { name, data } of await bundleFiles(
    { ...checkSettings(env), config: loadConfig(env) },
    { logFile, stretching },
  ))
    tell(`${name} of the support bundle`, data);

  const found = [...told].flatMap(([what, bytes]) =>
    [...plants].filter(([, secret]) => isIn(bytes, secret)).map(([place]) => `${place}: in the ${what}`),
  );
  expect(found).toEqual([]);
  // The search finds what is there.
  const probe = createHash("sha256").update("probe").digest("base64url");
  const spellings = [probe, Buffer.from(probe).toString("hex"), Buffer.from(probe).toString("base64")];
  for (const spelling of spellings) expect(isIn(Buffer.from(`x ${spelling} y`), probe)).toBe(true);
});

// @module-tag slow/programs

import { copyFileSync, writeFileSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { Agent, get } from "node:https";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { type Certificate, hasOpenssl, makeCertificate } from "../support/http/certificate.ts";
import { type Program, startProgram } from "../support/program.ts";
import { operatorKey } from "../support/server.ts";

/** A running service whose settings are in a file. */
async function serviceWith(settings: Record<string, string>, folder = temporaryDirectory()) {
  const file = join(folder, "settings");
  const write = (next: Record<string, string>) => {
    // A file without any setting is refused.
    const lines = Object.entries({ BACKUPS: "off", ...next }).map(([name, value]) => `${name}='${value}'`);
    writeFileSync(file, `${lines.join("\n")}\n`);
  };
  write(settings);
  const program = await startProgram({ environment: { SETTINGS_FILE: file } });
  onTestFinished(() => program.stop());
  return {
    ...program,
    write,
    /** Writes the settings, has them reloaded, and returns what the log says. */
    async reload(next: Record<string, string>) {
      write(next);
      return hangUp(program);
    },
  };
}

async function hangUp(program: Program): Promise<Record<string, unknown>> {
  const line = program.logged(/reload(ed)? the configuration/);
  program.signal("SIGHUP");
  return JSON.parse(await line);
}

async function call(url: string, token = operatorKey, id = "a-call"): Promise<Response> {
  return fetch(`${url}/v1/geocode/transform`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}`, "X-Request-Id": id },
    body: JSON.stringify({ data: [1, 2, 3, 4, 5], source_dimensions: 5, target_dimensions: 3 }),
  });
}

const limitOf = async (url: string) => Number((await call(url)).headers.get("x-ratelimit-limit"));
const plans = (requestsPerMinute: number) =>
  `{"operator": {"requestsPerMinute": ${requestsPerMinute}, "concurrentRequests": 9}}`;

describe("SIGHUP has a running service take over", () => {
  it("plans, also for callers that it knows", async () => {
    const { url, reload } = await serviceWith({ PLANS: plans(500) });
    expect(await limitOf(url)).toBe(500);
    expect(await reload({ PLANS: plans(700) })).toMatchObject({ level: 30, takesRestart: [] });
    expect(await limitOf(url)).toBe(700);
    await reload({});
    expect(await limitOf(url)).toBe(10_000_000);
  });

  it("issuers of tokens, and forgets tokens of those that are gone", async () => {
    const folder = temporaryDirectory();
    const { publicKey, privateKey } = await generateKeyPair("EdDSA");
    const jwks = join(folder, "jwks.json");
    writeFileSync(jwks, JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: "EdDSA", kid: "k" }] }));
    const issuer = { issuer: "https://login.example", audience: "platonic", jwks, defaultPlan: "developer" };
    const token = await new SignJWT({ scope: "geocode:*" })
      .setProtectedHeader({ alg: "EdDSA", kid: "k" })
      .setIssuer(issuer.issuer)
      .setAudience(issuer.audience)
      .setSubject("somebody")
      .setExpirationTime("1h")
      .sign(privateKey);
    const { url, reload } = await serviceWith({}, folder);
    expect((await call(url, token)).status).toBe(401);
    await reload({ JWT_ISSUERS: JSON.stringify([issuer]) });
    expect((await call(url, token)).status).toBe(200);
    await reload({ JWT_ISSUERS: "[]" });
    expect((await call(url, token)).status).toBe(401);
  });

  it("fees of the ledger, but no other scale of a currency", async () => {
    const { url, reload } = await serviceWith({});
    const feeOf = async () => {
      const headers = { Authorization: `Bearer ${operatorKey}` };
      const { result } = (await (await fetch(`${url}/v1/admin/ledger/policy`, { headers })).json()) as never;
      return JSON.stringify(result);
    };
    const before = await feeOf();
    await reload({ LEDGER_POLICY: '{"exchangeBasisPoints": 77}' });
    expect(await feeOf()).not.toBe(before);
    expect(await feeOf()).toContain("77");
    const refused = await reload({ LEDGER_POLICY: '{"assets": {"USD": {"scale": 4}}}', PLANS: plans(3) });
    expect(refused).toMatchObject({ level: 50, problem: expect.stringContaining("changes its scale") });
    expect(await feeOf()).toContain("77");
    expect(await limitOf(url)).toBe(10_000_000);
  });

  it("the level of the log", async () => {
    // More than are made until the settings hold: calls beyond a limit are not logged one by one.
    const { url, reload, write, signal, logged } = await serviceWith({ PLANS: plans(1_000_000_000) });
    write({ PLANS: plans(2_000_000_000), LOG_LEVEL: "warn" });
    signal("SIGHUP");
    while ((await limitOf(url)) !== 2_000_000_000);
    const line = logged(/"requestId":"(silent|told)"/);
    await call(url, operatorKey, "silent");
    await reload({ LOG_LEVEL: "info" });
    await call(url, operatorKey, "told");
    expect(JSON.parse(await line)).toMatchObject({ requestId: "told", reason: "OK" });
  });

  it("nothing else, and the log names the areas that take a restart", async () => {
    const { reload } = await serviceWith({});
    const next = { CORS_ORIGINS: "https://shop.example", QUOTE_SECONDS: "9" };
    expect(await reload(next)).toMatchObject({ takesRestart: ["http", "ledger"] });
  });

  it("nothing of a configuration with a fault, which the log names without its value", async () => {
    const { url, reload } = await serviceWith({ PLANS: plans(500) });
    const { level, problem } = await reload({ PLANS: plans(700), LOG_LEVEL: "s3cret" });
    expect(level).toBe(50);
    expect(problem).toContain("LOG_LEVEL");
    expect(problem).not.toContain("s3cret");
    expect(await limitOf(url)).toBe(500);
  });
});

describe.skipIf(!hasOpenssl)("SIGHUP and the certificate (needs openssl)", () => {
  let [first, second]: Certificate[] = [];
  beforeAll(() => {
    [first, second] = [makeCertificate(), makeCertificate()];
  });
  afterAll(() => {
    first?.remove();
    second?.remove();
  });

  /** Fingerprint of the certificate that a new connection gets. */
  async function presented(url: string): Promise<string> {
    const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", rejectUnauthorized: false });
    await new Promise((resolve) => socket.once("secureConnect", resolve));
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  }

  it("gives new connections the new one, keeps open connections, and keeps the old one when a file is broken", async () => {
    const folder = temporaryDirectory();
    const [TLS_CERT_FILE, TLS_KEY_FILE] = [join(folder, "cert.pem"), join(folder, "key.pem")];
    const install = ({ certFile, keyFile }: Certificate) => {
      copyFileSync(certFile, TLS_CERT_FILE);
      copyFileSync(keyFile, TLS_KEY_FILE);
    };
    install(first as Certificate);
    const program = await serviceWith({ TLS_CERT_FILE, TLS_KEY_FILE }, folder);
    const { url } = program;
    const old = await presented(url);

    const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
    const session = connectHttp2(url, { rejectUnauthorized: false });
    onTestFinished(() => {
      agent.destroy();
      session.destroy();
    });
    const overKept = () =>
      new Promise<TLSSocket>((resolve, reject) => {
        get(`${url}/healthz`, { agent }, (response) => {
          response.resume().once("end", () => resolve(response.socket as TLSSocket));
        }).once("error", reject);
      });
    const ping = () => new Promise((resolve) => session.ping((error) => resolve(error)));
    const kept = await overKept();
    expect(await ping()).toBeNull();

    install(second as Certificate);
    expect(await hangUp(program)).toMatchObject({ level: 30 });
    const renewed = await presented(url);
    expect(renewed).not.toBe(old);
    expect(await overKept()).toBe(kept);
    expect(await ping()).toBeNull();

    writeFileSync(TLS_CERT_FILE, "no certificate");
    expect(await hangUp(program)).toMatchObject({ level: 50, problem: expect.stringMatching(/TLS_CERT_FILE/) });
    copyFileSync((first as Certificate).certFile, TLS_CERT_FILE);
    expect(await hangUp(program)).toMatchObject({ level: 50, problem: expect.stringMatching(/TLS_CERT_FILE/) });
    expect(await presented(url)).toBe(renewed);
  });
});

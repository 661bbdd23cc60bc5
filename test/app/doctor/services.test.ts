import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { describe, expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../../server/app/config.ts";
import { lookAtCertificate } from "../../../server/app/doctor/certificate.ts";
import type { Finding } from "../../../server/app/doctor/finding.ts";
import { lookAtMail } from "../../../server/app/doctor/mail.ts";
import { lookAtIssuers, lookAtWebhooks } from "../../../server/app/doctor/services.ts";
import { openOutbound } from "../../../server/outbound/outbound.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { hasOpenssl, makeCertificate } from "../../support/http/certificate.ts";

const openssl = "openssl";

const short = (findings: readonly Finding[]) => findings.map(({ state, message }) => `${state}: ${message}`);

function outbound() {
  const opened = openOutbound();
  onTestFinished(() => opened.close());
  return opened;
}

function certificate() {
  const made = makeCertificate();
  onTestFinished(() => made.remove());
  return made;
}

/** Starts a mail server that knows one password, and fails the test if it is given a mail. */
async function mailServer(tls: object): Promise<number> {
  const server = new SMTPServer({
    ...tls,
    logger: false,
    onAuth: ({ password }, _, done) =>
      password === "right" ? done(null, { user: "ada" }) : done(new Error("Invalid username or password")),
    onMailFrom: (_, __, done) => done(new Error("nobody sends here")),
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.server.address() as AddressInfo).port;
}

describe.runIf(hasOpenssl)("a mail server", () => {
  const look = async (MAIL_URL: string) =>
    short(await lookAtMail(loadConfig({ MAIL_URL, MAIL_FROM: "service@example.org" }), outbound()));

  test("is greeted over TLS and takes the login, and gets no mail", async () => {
    const { keyFile, certFile } = certificate();
    const port = await mailServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) });
    const end = `@localhost:${port}?tlsCaFile=${certFile}`;
    expect(await look(`smtp://ada:right${end}`)).toEqual(["ok: the server greets over TLS and takes the login"]);
    expect(await look(`smtp://ada:wr0ng${end}`)).toEqual(["failed: the mail server cannot be used (EAUTH)"]);
    expect(await look(`smtp://ada:right@localhost:${port}`)).toEqual([
      expect.stringMatching(/^failed: the mail server cannot be used \((ESOCKET|ETLS)\)$/),
    ]);
  });

  test("that offers no login leaves the name unused", async () => {
    const port = await mailServer({ authOptional: true, disabledCommands: ["STARTTLS", "AUTH"] });
    expect(await look(`smtp://ada:right@localhost:${port}`)).toEqual([
      "warning: the server offers no login, so the name in MAIL_URL is not used",
    ]);
    expect(await look(`smtp://localhost:${port}`)).toEqual(["ok: the server greets in plain text"]);
  });

  test("that is not there is told with the reason, and without the password", async () => {
    expect(await look("smtp://ada:s3cr3t@127.0.0.1:1")).toEqual([
      expect.stringMatching(/^failed: the mail server cannot be used \((ECONNREFUSED|ESOCKET)\)$/),
    ]);
  });
});

describe.runIf(hasOpenssl)("a certificate", () => {
  const look = async (files: { certFile: string; keyFile: string }, PUBLIC_URL = "https://localhost", days = 0) => {
    const config = loadConfig({ TLS_CERT_FILE: files.certFile, TLS_KEY_FILE: files.keyFile, PUBLIC_URL });
    return short(await lookAtCertificate(config, Date.now() + days * 86_400_000)).map((line) =>
      line.replace(/\d{4}-\d\d-\d\d/, "DAY"),
    );
  };

  test("is told with its days, its chain and its host, and when it is over", async () => {
    const own = certificate();
    expect(await look(own)).toEqual([
      "warning: the certificate fits its key and is good until DAY, for 1 days",
      "warning: the certificate is signed by itself",
    ]);
    expect((await look(own, "https://elsewhere.example"))[2]).toBe(
      "failed: the certificate is not for elsewhere.example, the host of PUBLIC_URL",
    );
    expect((await look(own, undefined, 3))[0]).toBe("failed: the certificate has expired on DAY");
    expect((await look(own, undefined, -3))[0]).toMatch(/^failed: the certificate is good from/);
  });

  test("with the key of another, or before what has not issued it, has failed", async () => {
    const [own, other] = [certificate(), certificate()];
    expect(await look({ certFile: own.certFile, keyFile: other.keyFile })).toEqual([
      expect.stringMatching(/^failed: TLS_CERT_FILE .* cannot be used/),
    ]);
    const certFile = join(temporaryDirectory(), "both.pem");
    writeFileSync(certFile, Buffer.concat([own.ca, other.ca]));
    expect((await look({ ...own, certFile }))[1]).toBe(
      "failed: certificate 2 of the file has not issued the one before it",
    );
  });

  test("whose intermediate is missing is told", async () => {
    const folder = temporaryDirectory();
    const authority = certificate();
    const run = (...words: string[]) => execFileSync(openssl, words, { cwd: folder, stdio: "ignore" });
    run(
      "req",
      "-new",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-keyout",
      "k.pem",
      "-out",
      "r.pem",
      "-subj",
      "/CN=localhost",
    );
    const signer = ["-CA", authority.certFile, "-CAkey", authority.keyFile, "-CAcreateserial"];
    run("x509", "-req", "-in", "r.pem", ...signer, "-out", "c.pem", "-days", "90", "-set_serial", "7");
    const found = await look({ certFile: join(folder, "c.pem"), keyFile: join(folder, "k.pem") });
    expect(found[1]).toMatch(/^warning: the file does not lead to a public authority: intermediate/);
  });
});

test("every issuer's key set is read", async () => {
  const file = join(temporaryDirectory(), "jwks.json");
  writeFileSync(file, JSON.stringify({ keys: [] }));
  const issuer = (name: string, jwks: string) => ({ issuer: name, audience: "platonic", jwks });
  const issuers = [issuer("here", file), issuer("gone", "http://127.0.0.1:1/jwks.json")];
  const JWT_ISSUERS = JSON.stringify(issuers);
  const found = await lookAtIssuers(loadConfig({ JWT_ISSUERS }), outbound());
  expect(short(found)).toEqual([
    "ok: the key set of here has 0 keys",
    expect.stringMatching(/^failed: the key set of gone cannot be read/),
  ]);
});

test("services that get messages are connected to, and asked nothing", async () => {
  const asked: string[] = [];
  const server = createServer((request) => asked.push(request.url as string));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const secret = "0123456789abcdef0123456789abcdef";
  const config = loadConfig({
    PHONE_WEBHOOK_URL: `http://localhost:${port}/s3cr3t`,
    PHONE_WEBHOOK_SECRET: secret,
    COMPLIANCE_WEBHOOK_URL: "http://127.0.0.1:1/s3cr3t",
    COMPLIANCE_WEBHOOK_SECRET: secret,
    WEBHOOK_ADDRESSES: "any",
  });
  expect(short(await lookAtWebhooks(config, outbound()))).toEqual([
    "warning: WEBHOOK_ADDRESSES is any: whoever registers an endpoint can have private addresses called",
    `ok: localhost:${port} (PHONE_WEBHOOK_URL) takes connections`,
    "failed: 127.0.0.1:1 (COMPLIANCE_WEBHOOK_URL) cannot be reached (ECONNREFUSED)",
  ]);
  expect(asked).toEqual([]);
});

import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { inspect } from "node:util";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Concealed } from "../../../../server/modules/verification/domain/masking.ts";
import { createSmtpMailer, type MailOptions } from "../../../../server/modules/verification/methods/mail.ts";
import type { CodeMessage, DeliveryFailure } from "../../../../server/modules/verification/methods/sender.ts";
import { nameResolver } from "../../../../server/outbound/name-resolver.ts";
import { type Certificate, hasOpenssl, makeCertificate } from "../../../support/http/certificate.ts";

const message: CodeMessage = {
  id: "c1",
  to: "ada@example.org",
  code: new Concealed("48392017"),
  expiresAt: new Date("2026-01-01T00:10:00Z"),
};

interface Received {
  /** Name by which the client greets. */
  readonly name: string;
  readonly isUtf8: boolean;
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
  readonly user: string | undefined;
  readonly secure: boolean;
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a mail server on a free port, and collects the mails that it receives. */
async function serve(options: SMTPServerOptions, host = "127.0.0.1"): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onAuth: (auth, _, done) =>
      auth.password === "planted-password" ? done(null, { user: auth.username ?? "" }) : done(new Error("no")),
    onData(stream, session, done) {
      let text = "";
      stream.on("data", (chunk: Buffer) => {
        text += chunk.toString("utf8");
      });
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const isUtf8 = (session.envelope as { smtpUtf8?: boolean }).smtpUtf8 === true;
        const name = session.hostNameAppearsAs;
        const from = mailFrom === false ? "" : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        // Quoted-printable breaks long lines by "=" at their end.
        text = text.replaceAll("=\r\n", "");
        received.push({
          name,
          isUtf8,
          from,
          to,
          text,
          user: session.user as string | undefined,
          secure: session.secure,
        });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, host);
  await new Promise((resolve) => listening.once("listening", resolve));
  closers.push(() => server.close());
  return { port: (listening.address() as AddressInfo).port, received };
}

function mailer(url: string, more: Partial<MailOptions> = {}) {
  const resolve = nameResolver();
  const named = { from: "no-reply@example.org", serviceName: "Platonic", timeoutMs: 30_000 };
  return createSmtpMailer({ url, resolve, ...named, ...more });
}

async function failureOf(sending: Promise<void>): Promise<DeliveryFailure> {
  const failure = await sending.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toHaveProperty("name", "DeliveryFailure");
  const shown = inspect(failure, { depth: 9, showHidden: true }) + String((failure as Error).stack);
  for (const secret of ["48392017", "4839 2017", "planted-password", "ada@example.org"]) {
    expect(shown).not.toContain(secret);
  }
  return failure as DeliveryFailure;
}

const plain: SMTPServerOptions = { disabledCommands: ["STARTTLS"] };

describe("a mail", () => {
  it("contains the code and its lifetime in plain text, and goes to one recipient", async () => {
    const { port, received } = await serve({ ...plain, allowInsecureAuth: true });
    await mailer(`smtp://user:planted-password@127.0.0.1:${port}`).send(message);
    expect(received).toHaveLength(1);
    const [mail] = received;
    expect(mail).toMatchObject({ from: "no-reply@example.org", to: ["ada@example.org"], user: "user" });
    expect(mail?.text).toContain("4839 2017");
    expect(mail?.text).toContain("10 minutes, until 2026-01-01 00:10 UTC");
    expect(mail?.text).toMatch(/^Content-Type: text\/plain/m);
    expect(mail?.text).toMatch(/^Auto-Submitted: auto-generated/m);
    const headers = mail?.text.split("\r\n\r\n")[0] ?? "";
    expect(headers).not.toMatch(/4839/);
    expect(mail?.text).not.toContain("planted-password");
  });

  it.each(["a@b.org\r\nBcc: c@d.org", "a@b.org, c@d.org", "x <a@b.org>", "a@b.org\n.\nQUIT", ""])(
    "is not sent to %j",
    async (to) => {
      const { port, received } = await serve(plain);
      const failure = await failureOf(mailer(`smtp://127.0.0.1:${port}`).send({ ...message, to }));
      expect(failure.isTemporary).toBe(false);
      expect(received).toEqual([]);
    },
  );

  it.each([
    ["jörg@bücher.example", "jörg"],
    ["हिन्दी@उदाहरण.परीक्षा", "हिन्दी"],
    ["ผู้ใช้@example.org", "ผู้ใช้"],
    ["jo\u0308rg@example.org", "jo\u0308rg"],
  ])("to %s asks for SMTPUTF8, and is not sent to a server without it, which is told no address", async (to, local) => {
    const { port, received } = await serve(plain);
    await mailer(`smtp://127.0.0.1:${port}`).send({ ...message, to });
    expect(received).toMatchObject([{ isUtf8: true }]);
    expect(received[0]?.to[0]?.split("@")[0]).toBe(local);
    const told: string[] = [];
    const onMailFrom: SMTPServerOptions["onMailFrom"] = ({ address }, _, done) => {
      told.push(address);
      done();
    };
    const old = await serve({ ...plain, hideSMTPUTF8: true, onMailFrom } as SMTPServerOptions);
    const failure = await failureOf(mailer(`smtp://127.0.0.1:${old.port}`).send({ ...message, to }));
    expect(failure).toMatchObject({ isTemporary: false, message: expect.stringContaining("SMTPUTF8") });
    expect([old.received, told]).toEqual([[], []]);
  });

  it("to a domain with other letters needs no SMTPUTF8: the domain is sent as DNS has it", async () => {
    const { port, received } = await serve({ ...plain, hideSMTPUTF8: true } as SMTPServerOptions);
    await mailer(`smtp://127.0.0.1:${port}`).send({ ...message, to: "ada@BÜCHER.example" });
    expect(received).toMatchObject([{ isUtf8: false }]);
    expect(received[0]?.text).toMatch(/^To: ada@xn--bcher-kva\.example/m);
  });

  it("greets the server with the name of the service's host, or that of the URL", async () => {
    const { port, received } = await serve(plain);
    await mailer(`smtp://127.0.0.1:${port}`, { hostName: "platonic.example" }).send(message);
    await mailer(`smtp://127.0.0.1:${port}?name=other.example`, { hostName: "platonic.example" }).send(message);
    expect(received.map(({ name }) => name)).toEqual(["platonic.example", "other.example"]);
  });

  const notice = { id: "n1", to: "ada@example.org", subject: "Platonic: a notice", text: "It has happened." };

  it("that is a notice has its own subject and no code, and its repetition the same Message-ID", async () => {
    const { port, received } = await serve(plain);
    const { notify } = mailer(`smtp://127.0.0.1:${port}`);
    const { signal } = new AbortController();
    for (const id of ["n1", "n1", "n2"]) await notify({ ...notice, id }, signal);
    expect(received[0]?.text).toMatch(/^Subject: Platonic: a notice\r$[\s\S]*^It has happened\.\r$/m);
    const ids = received.map(({ text }) => /^Message-ID: (.*)\r$/m.exec(text)?.[1]);
    expect(ids).toEqual(["<n1@example.org>", "<n1@example.org>", "<n2@example.org>"]);
  });

  it("that is a notice is given up when its signal aborts", async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const { port, received } = await serve({ ...plain, onRcptTo: () => resolve() });
    const stop = new AbortController();
    const sending = failureOf(mailer(`smtp://127.0.0.1:${port}`, { timeoutMs: 60_000 }).notify(notice, stop.signal));
    await asked;
    stop.abort();
    expect((await sending).isTemporary).toBe(true);
    expect(received).toEqual([]);
  });

  it("that the server refuses fails temporarily or permanently by the status, without private data", async () => {
    const refusing = (responseCode: number): SMTPServerOptions => ({
      ...plain,
      onRcptTo: (address, _, done) => done(Object.assign(new Error(`${address.address} is unknown`), { responseCode })),
    });
    for (const [code, isTemporary] of [
      [550, false],
      [451, true],
    ] as const) {
      const { port } = await serve(refusing(code));
      const failure = await failureOf(mailer(`smtp://127.0.0.1:${port}`).send(message));
      expect(failure).toMatchObject({ isTemporary, message: expect.stringContaining(String(code)) });
    }
  });

  it("fails with a wrong password, without the password in the failure", async () => {
    const { port } = await serve({ ...plain, allowInsecureAuth: true });
    const failure = await failureOf(mailer(`smtp://user:planted-password2@127.0.0.1:${port}`).send(message));
    expect(failure.message).toContain("EAUTH");
  });

  it("fails within the timeout when no server listens or answers", async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const { port } = silent.address() as AddressInfo;
    const failure = await failureOf(mailer(`smtp://127.0.0.1:${port}`, { timeoutMs: 200 }).send(message));
    expect(failure.isTemporary).toBe(true);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
    expect((await failureOf(mailer(`smtp://127.0.0.1:${port}`).send(message))).isTemporary).toBe(true);
  });
});

describe("the name of a mail server", () => {
  it("is resolved as those of other services are", async () => {
    const { port, received } = await serve({ disabledCommands: ["STARTTLS", "AUTH"] });
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      return [{ address: "127.0.0.1", family: 4 as const }];
    };
    // It requires TLS, which the server has not got, only after it was reached.
    const failure = await failureOf(mailer(`smtp://mail.example:${port}`, { resolve }).send(message));
    expect([asked, received, failure.message]).toEqual([["mail.example"], [], expect.stringContaining("ETLS")]);
  });

  it("without an answer fails the mail within the timeout, and may be tried again", async () => {
    const sending = mailer("smtp://mail.example:9", { resolve: () => new Promise(() => {}), timeoutMs: 20 });
    const failure = await failureOf(sending.send(message));
    expect([failure.isTemporary, failure.message]).toEqual([true, expect.stringContaining("ETIMEDOUT")]);
  });
});

describe.skipIf(!hasOpenssl)("a mail over TLS", () => {
  let certificate: Certificate;
  let files: SMTPServerOptions;
  beforeAll(() => {
    certificate = makeCertificate();
    files = { key: readFileSync(certificate.keyFile), cert: readFileSync(certificate.certFile) };
  });
  afterAll(() => certificate.remove());

  it("is sent over implicit TLS and over STARTTLS", async () => {
    const trusted = { certificateAuthorities: certificate.ca };
    const implicit = await serve({ ...files, secure: true });
    await mailer(`smtps://user:planted-password@localhost:${implicit.port}`, trusted).send(message);
    const url = `smtps://user:planted-password@localhost:${implicit.port}?tlsCaFile=${certificate.certFile}`;
    await mailer(url).send(message);
    expect(implicit.received).toHaveLength(2);
    const startTls = await serve(files);
    await mailer(`smtp://user:planted-password@localhost:${startTls.port}`, trusted).send(message);
    for (const [mail] of [implicit.received, startTls.received])
      expect(mail).toMatchObject({ secure: true, user: "user" });
  });

  it("is not sent to a server whose certificate is not trusted", async () => {
    for (const secure of [true, false]) {
      const { port, received } = await serve({ ...files, secure });
      await failureOf(mailer(`${secure ? "smtps" : "smtp"}://localhost:${port}`).send(message));
      expect(received).toEqual([]);
    }
  });

  const elsewhere = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
  it.skipIf(elsewhere === undefined)("is required for a server beyond this machine", async () => {
    const { port, received } = await serve({ ...plain, allowInsecureAuth: true }, elsewhere);
    await failureOf(mailer(`smtp://user:planted-password@${elsewhere}:${port}`).send(message));
    expect(received).toEqual([]);
  });
});

describe("a mailer", () => {
  it.each(["", "smtp://", "http://planted-password@example.org", "planted-password", "smtp:planted-password"])(
    "refuses the URL %j without quoting it",
    (url) => {
      expect(() => mailer(url)).toThrow("the URL of the mail server");
      expect(() => mailer(url)).not.toThrow("planted-password");
    },
  );

  it("refuses a sender address or a service name with control characters", () => {
    expect(() => mailer("smtp://localhost", { from: "a@b.org\r\nX: y" })).toThrow(TypeError);
    expect(() => mailer("smtp://localhost", { serviceName: "Platonic\r\nBcc: c@d.org" })).toThrow(TypeError);
  });
});

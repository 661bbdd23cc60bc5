import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { type SignedHeaders, signatureRefusal } from "../../../../server/core/signing/webhook-signature.ts";
import { openComplianceCase } from "../../../../server/modules/verification/domain/compliance.ts";
import { Concealed } from "../../../../server/modules/verification/domain/masking.ts";
import { createWebhookComplianceChecks } from "../../../../server/modules/verification/methods/compliance.ts";
import { createMailTrap } from "../../../../server/modules/verification/methods/mail-trap.ts";
import { createWebhookPhoneSender } from "../../../../server/modules/verification/methods/phone.ts";
import type { CodeMessage } from "../../../../server/modules/verification/methods/sender.ts";
import {
  createSignedPost,
  type SignedPost,
  type SignedPostOptions,
} from "../../../../server/modules/verification/methods/signed-post.ts";

const secret = Buffer.alloc(32, 9);
const now = new Date("2026-01-01T00:00:00Z");
const message: CodeMessage = {
  id: "c1",
  to: "+41441234567",
  code: new Concealed("48392017"),
  expiresAt: new Date("2026-01-01T00:10:00Z"),
};

interface Request {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A receiver that answers the statuses in turn, and does not answer at all for 0. */
async function receive(statuses: number[]): Promise<{ url: string; requests: Request[] }> {
  const requests: Request[] = [];
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    requests.push({ headers: request.headers, body });
    const status = statuses.shift() ?? 200;
    if (status !== 0) response.writeHead(status, { location: "/elsewhere" }).end("echo: ".concat(body.toString()));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server?.once("listening", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=planted-key`, requests };
}

function postTo(url: string, more: Partial<SignedPostOptions> = {}): { post: SignedPost; waits: number[] } {
  const waits: number[] = [];
  const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
  return { post: createSignedPost({ url, secrets: [secret], fetch, clock: () => now, wait, ...more }), waits };
}

async function failureOf(sending: Promise<void>): Promise<unknown> {
  const failure = await sending.then(
    () => undefined,
    (error: unknown) => error,
  );
  const shown = inspect(failure, { depth: 9, showHidden: true });
  for (const planted of ["48392017", "4839 2017", "planted-key", "+41441234567"]) expect(shown).not.toContain(planted);
  return failure;
}

describe("a message to a phone", () => {
  it("is posted as signed JSON under its id", async () => {
    const { url, requests } = await receive([204]);
    await createWebhookPhoneSender(postTo(url).post, "Platonic").send(message);
    const [request] = requests;
    if (request === undefined) throw new Error("no request");
    expect(request.headers).toMatchObject({ "content-type": "application/json", "idempotency-key": "c1" });
    expect(signatureRefusal(request.headers as Partial<SignedHeaders>, request.body, [secret], now)).toBeUndefined();
    const body = JSON.parse(request.body.toString()) as { text: string };
    expect(body).toMatchObject({ id: "c1", to: "+41441234567", expires_at: "2026-01-01T00:10:00.000Z" });
    expect(body.text).toContain("4839 2017");
  });

  it("is retried with the same id after a temporary failure, with three attempts in all", async () => {
    const { url, requests } = await receive([503, 429, 200]);
    const { post, waits } = postTo(url);
    await createWebhookPhoneSender(post, "Platonic").send(message);
    expect(requests.map(({ headers }) => headers["idempotency-key"])).toEqual(["c1", "c1", "c1"]);
    expect(waits).toEqual([250, 500]);
    const failing = await receive([500, 500, 500, 200]);
    const failure = await failureOf(createWebhookPhoneSender(postTo(failing.url).post, "Platonic").send(message));
    expect(failure).toMatchObject({ name: "DeliveryFailure", isTemporary: true });
    expect(failing.requests).toHaveLength(3);
  });

  it.each([400, 401, 404, 410, 301, 307])(
    "is not retried after status %i, and no redirect is followed",
    async (status) => {
      const { url, requests } = await receive([status]);
      const failure = await failureOf(createWebhookPhoneSender(postTo(url).post, "Platonic").send(message));
      expect(failure).toMatchObject({ isTemporary: false, message: `the webhook answered status ${status}` });
      expect(requests).toHaveLength(1);
    },
  );

  it("fails as temporary when the webhook does not answer", async () => {
    const { url, requests } = await receive([0, 0]);
    const { post, waits } = postTo(url, { timeoutMs: 1_000, attemptsMax: 2 });
    expect(await failureOf(createWebhookPhoneSender(post, "Platonic").send(message))).toMatchObject({
      message: "the webhook did not answer",
      isTemporary: true,
    });
    expect([requests.length, waits.length]).toEqual([2, 1]);
  });

  it("is sent to phone numbers only", async () => {
    const { url, requests } = await receive([]);
    const sender = createWebhookPhoneSender(postTo(url).post, "Platonic");
    for (const to of ["ada@example.org", "+41441234567\r\n", "112"]) {
      expect(await failureOf(sender.send({ ...message, to }))).toMatchObject({ isTemporary: false });
    }
    expect(requests).toEqual([]);
  });
});

describe("a webhook", () => {
  it.each(["http://example.org/", "ftp://127.0.0.1/", "http://127.0.0.1.example.org/", "hook", "http://[::2]/"])(
    "is refused at %s",
    (url) => expect(() => postTo(url)).toThrow("https, or http to this machine"),
  );

  it("is accepted over https and on this machine, with secrets of at least 32 bytes", () => {
    for (const url of ["https://example.org/", "http://localhost:1/", "http://[::1]:1/"]) postTo(url);
    expect(() => postTo("https://example.org/", { secrets: [] })).toThrow("32 bytes");
    expect(() => postTo("https://example.org/", { secrets: [secret, Buffer.alloc(31)] })).toThrow("32 bytes");
  });

  it("requests a compliance check under the id of the case", async () => {
    const { url, requests } = await receive([202]);
    const complianceCase = openComplianceCase({ id: "case1", identity: "i1", method: "LEGAL_COMPLIANCE" });
    await createWebhookComplianceChecks(postTo(url).post).request(complianceCase, { name: "Ada" });
    const [request] = requests;
    expect(request?.headers["webhook-id"]).toBe("case1");
    expect(JSON.parse(String(request?.body))).toEqual({
      case_id: "case1",
      identity_id: "i1",
      check: "LEGAL_COMPLIANCE",
      claims: { name: "Ada" },
    });
  });
});

describe("the outbox", () => {
  it("keeps the latest messages, each once, and shows codes in its list only", async () => {
    const outbox = createMailTrap("Platonic", 3);
    for (const id of ["c1", "c2", "c3", "c4", "c3"]) await outbox.send({ ...message, id });
    expect(outbox.list().map(({ id }) => id)).toEqual(["c3", "c4", "c2"]);
    expect(outbox.list()[0]?.text).toContain("4839 2017");
    const shown = inspect(outbox, { depth: 9, showHidden: true }) + JSON.stringify(outbox) + JSON.stringify(message);
    expect(shown).not.toMatch(/4839/);
  });
});

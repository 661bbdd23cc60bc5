import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { type TOTP, URI } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ReviewDecision, ReviewState } from "../../gen/es/identity/v1/review_pb.js";
import { ReviewService } from "../../gen/es/identity/v1/review_service_pb.js";
import { signMessage } from "../../server/domain/verification/webhook-signature.ts";
import { operatorKey, startServer, type TestServer } from "../server.ts";
import { type Authenticator, createAuthenticator } from "../verification/authenticator.ts";
import { World } from "./world.ts";

const page = { origin: "https://app.example.org", rpId: "example.org" };
const secret = "a secret of the compliance service and of nobody else";
const planted = "this text stands in the document and nowhere else";
const pdf = Buffer.from(`%PDF-1.7\n${planted}`);
const passport = { name: "../my passport.exe", content: pdf.toString("base64") };

/** Questions that came to the compliance service. */
const asked: { case_id: string; identity_id: string; check: string; claims: Record<string, string> }[] = [];
let party: Server;
let server: TestServer;
let world: World;
/** Administrators' keys. */
let first: string;
let second: string;

beforeAll(async () => {
  party = createServer(async (request, response) => {
    asked.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => party.once("listening", resolve));
  server = await startServer({
    WEBAUTHN_RP_ID: page.rpId,
    WEBAUTHN_ORIGINS: page.origin,
    COMPLIANCE_WEBHOOK_URL: `http://127.0.0.1:${(party.address() as AddressInfo).port}/checks`,
    COMPLIANCE_WEBHOOK_SECRET: secret,
    SESSION_GRANTS: "geocode:* verification:review",
    PLANS: JSON.stringify({ visitor: { requestsPerMinute: 10_000, concurrentRequests: 10 } }),
  });
  world = new World(server);
  first = (await server.createKey("enterprise", ["verification:review"])).secret;
  second = (await server.createKey("enterprise", ["verification:review"])).secret;
});
afterAll(async () => {
  await server.close();
  await new Promise((resolve) => party.close(resolve));
});
beforeEach(() => {
  asked.length = 0;
});

/** An identity, its device, and what it does. */
async function owner(members: Record<string, unknown> = {}) {
  const { identity, signing_key } = await world.identity({ email: "ada@example.org", ...members });
  const identity_id = identity.id as string;
  const device = createAuthenticator("ES256", page);
  const post = async (path: string, body: object, credentials?: string) =>
    world.call("POST", `/api/verification/${path}`, body, credentials);
  const begin = async (method: string) => (await post("challenge", { identity_id, method })).body.result.challenge;
  const answer = async (challenge_id: string, more: object) =>
    (await post("response", { identity_id, challenge_id, ...more })).body.result;
  const status = async () =>
    (await world.call("GET", `/api/verification/status/${identity_id}`)).body.result.verification;
  const submit = async (level: string, documents: unknown = [passport], credentials?: string) =>
    post("documents", { identity_id, level, documents }, credentials);
  return { id: identity_id, keyId: signing_key.id as string, device, post, begin, answer, status, submit };
}
type Owner = Awaited<ReturnType<typeof owner>>;

async function registerDevice({ begin, answer, device }: Owner) {
  const { id, parameters } = await begin("METHOD_WEBAUTHN");
  return answer(id, { credential: device.register(parameters.options) });
}

/** Everything of LEVEL_STANDARD, and user verification. */
async function climbToStandard(ada: Owner) {
  const mail = await ada.begin("METHOD_EMAIL");
  await ada.answer(mail.id, { code: (/\d{4} \d{4}/.exec(server.outbox()[0] as string) as RegExpExecArray)[0] });
  await ada.answer((await ada.begin("METHOD_PIN")).id, { code: "730516" });
  const { id, parameters } = await ada.begin("METHOD_TOTP");
  await ada.answer(id, { code: (URI.parse(parameters.provisioning_uri) as TOTP).generate() });
  await registerDevice(ada);
  expect((await ada.status()).level).toBe("LEVEL_STANDARD");
}

async function decide(id: string, credentials: string, decision = "DECISION_APPROVE", reason?: string) {
  return world.call("POST", `/api/verification/cases/${id}/decision`, { decision, reason }, credentials);
}

async function climbToEnhanced(ada: Owner) {
  await climbToStandard(ada);
  const { body } = await ada.submit("LEVEL_ENHANCED");
  expect((await decide(body.result.case.id, first)).body.result.case.state).toBe("REVIEW_APPROVED");
  expect((await ada.status()).level).toBe("LEVEL_ENHANCED");
}

async function climbToBusiness(ada: Owner) {
  await climbToEnhanced(ada);
  const { id } = (await ada.submit("LEVEL_BUSINESS")).body.result.case;
  await decide(id, first);
  await decide(id, second);
  expect((await ada.status()).level).toBe("LEVEL_BUSINESS");
}

/** A decision of the compliance service. */
function signed(said: object, id = randomBytes(8).toString("hex"), by = secret, at = new Date()) {
  const payload = JSON.stringify(said);
  const headers = signMessage(id, Buffer.from(payload), [Buffer.from(by)], at);
  return {
    webhook_id: headers["webhook-id"],
    webhook_timestamp: headers["webhook-timestamp"],
    webhook_signature: headers["webhook-signature"],
    payload,
  };
}

const tell = (message: object) => world.call("POST", "/api/verification/compliance-decision", message, "");

async function requestCheck(ada: Owner, check: string) {
  const { status, body } = await ada.post("compliance", { identity_id: ada.id, check });
  expect([status, body.result.case.state]).toEqual([200, "COMPLIANCE_REQUESTED"]);
  return body.result.case.id as string;
}

describe("LEVEL_ENHANCED", () => {
  test("is earned by documents that a reviewer approves, and a device that knows its user", async () => {
    const ada = await owner();
    await climbToStandard(ada);
    expect((await ada.status()).missing).toEqual(["PERSONAL_DATA"]);
    const session = await world.session(ada.id);
    const { body } = await ada.submit("LEVEL_ENHANCED", [passport], session);
    expect(body.result.case).toEqual({
      id: expect.any(String),
      identity_id: ada.id,
      level: "LEVEL_ENHANCED",
      state: "REVIEW_SUBMITTED",
      documents: [{ id: expect.any(String), name: "my passport.pdf", media_type: "application/pdf", size: pdf.length }],
      approvals: 0,
      submitted_at: expect.stringMatching(/Z$/),
    });
    await decide(body.result.case.id, first);
    const status = await ada.status();
    expect([status.level, status.factors.at(-1).method]).toEqual(["LEVEL_ENHANCED", "METHOD_PERSONAL_DOCUMENTS"]);
    const own = await world.call("GET", `/api/verification/cases?identity_id=${ada.id}`, undefined, session);
    expect(own.body.result.cases).toMatchObject([{ state: "REVIEW_APPROVED", approvals: 1 }]);
    expect((await decide(body.result.case.id, second)).body.error.code).toBe("STATE_INVALID");
  });

  test("is earned by a compliance check too, and lost when that is withdrawn", async () => {
    const ada = await owner({ profile: { name: "Ada" } });
    await climbToStandard(ada);
    const case_id = await requestCheck(ada, "CHECK_PERSONAL");
    expect(asked).toMatchObject([
      { case_id, identity_id: ada.id, check: "PERSONAL_COMPLIANCE", claims: { name: "Ada" } },
    ]);
    const expires_at = "2099-01-01T00:00:00.000Z";
    await tell(signed({ case_id, decision: "CLEARED", expires_at }));
    const status = await ada.status();
    expect([status.level, status.factors.at(-1).expires_at]).toEqual(["LEVEL_ENHANCED", expires_at]);
    await tell(signed({ case_id, decision: "WITHDRAWN" }));
    expect((await ada.status()).level).toBe("LEVEL_STANDARD");
  });

  test("is not earned by documents that are rejected, for a reason that the identity reads", async () => {
    const ada = await owner();
    await climbToStandard(ada);
    const { id } = (await ada.submit("LEVEL_ENHANCED")).body.result.case;
    expect((await decide(id, first, "DECISION_REJECT")).body.error.code).toBe("PARAMETER_REQUIRED");
    const { body } = await decide(id, first, "DECISION_REJECT", "not readable");
    expect(body.result.case).toMatchObject({ state: "REVIEW_REJECTED", reason: "not readable" });
    expect((await ada.status()).level).toBe("LEVEL_STANDARD");
    expect((await ada.submit("LEVEL_ENHANCED")).body.result.case.id).not.toBe(id);
  });
});

describe("documents", () => {
  test("of other types, of other levels, or in another spelling are refused", async () => {
    const ada = await owner();
    const refusals = [
      [
        "LEVEL_ENHANCED",
        [{ name: "a.pdf", content: Buffer.from("MZ program").toString("base64") }],
        "documents[0].content",
      ],
      ["LEVEL_ENHANCED", [passport, { name: "a.pdf", content: "" }], "documents[1].content"],
      ["LEVEL_ENHANCED", [{ name: "a.pdf", content: "JVBERi0" }], "documents[0].content"],
      ["LEVEL_ENHANCED", [], "documents"],
      ["LEVEL_STANDARD", [passport], "level"],
      ["LEVEL_ENTERPRISE", [passport], "level"],
    ] as const;
    for (const [level, documents, parameter] of refusals) {
      const { status, body } = await ada.submit(level, documents);
      expect([status, body.error.details.parameter]).toEqual([400, parameter]);
    }
  });

  test("come to one case over several calls, ten at most, until a reviewer has approved", async () => {
    const ada = await owner();
    const { id } = (await ada.submit("LEVEL_BUSINESS")).body.result.case;
    const { body } = await ada.submit("LEVEL_BUSINESS", Array(9).fill(passport));
    expect([body.result.case.id, body.result.case.documents.length]).toEqual([id, 10]);
    expect((await ada.submit("LEVEL_BUSINESS")).body.error.details.parameter).toBe("documents[0]");
    await decide(id, first);
    expect((await ada.submit("LEVEL_BUSINESS")).body.error.code).toBe("STATE_INVALID");
  });

  test("are for administrators only, and in no file of the server in plain text", async () => {
    const ada = await owner();
    const session = await world.session(ada.id);
    const { documents } = (await ada.submit("LEVEL_ENHANCED", [passport], session)).body.result.case;
    const path = `/api/verification/documents/${documents[0].id}`;
    expect((await world.call("GET", path, undefined, session)).status).toBe(403);
    expect((await world.call("GET", path, undefined, "")).status).toBe(401);
    const { body } = await world.call("GET", path, undefined, first);
    expect(body.result).toEqual({ document: documents[0], content: passport.content });
    const eve = await world.session((await owner()).id);
    expect((await ada.submit("LEVEL_ENHANCED", [passport], eve)).status).toBe(403);
    expect((await world.call("GET", `/api/verification/cases?identity_id=${ada.id}`, undefined, eve)).status).toBe(403);
    expect((await world.call("GET", "/api/verification/cases", undefined, session)).status).toBe(403);
    const files = readdirSync(server.dataDirectory, { withFileTypes: true, recursive: true }).filter((one) =>
      one.isFile(),
    );
    const kept = Buffer.concat(files.map(({ parentPath, name }) => readFileSync(join(parentPath, name))));
    expect(kept.includes(documents[0].id)).toBe(true);
    for (const plain of [planted, passport.content, "my passport"]) expect(kept.includes(plain)).toBe(false);
  });
});

describe("LEVEL_BUSINESS", () => {
  test("needs two different reviewers", async () => {
    const ada = await owner();
    await climbToEnhanced(ada);
    const { id } = (await ada.submit("LEVEL_BUSINESS")).body.result.case;
    expect((await decide(id, first)).body.result.case).toMatchObject({ state: "REVIEW_SUBMITTED", approvals: 1 });
    const again = await decide(id, first);
    expect([again.status, again.body.error.code]).toEqual([409, "STATE_INVALID"]);
    expect((await ada.status()).level).toBe("LEVEL_ENHANCED");
    await decide(id, second);
    expect((await ada.status()).level).toBe("LEVEL_BUSINESS");
  });

  test("is decided by nobody on their own documents", async () => {
    const ada = await owner();
    const session = await world.session(ada.id, { auth_scope: "verification:review" });
    const { id } = (await ada.submit("LEVEL_BUSINESS", [passport], session)).body.result.case;
    const { status, body } = await decide(id, session);
    expect([status, body.error.message]).toEqual([409, "Nobody decides on their own documents."]);
  });
});

describe("compliance decisions", () => {
  test("that are forged, old, or of another body are refused; the same message again changes nothing", async () => {
    const ada = await owner();
    const case_id = await requestCheck(ada, "CHECK_LEGAL");
    const said = { case_id, decision: "CLEARED" };
    const forged = await tell(signed(said, "m1", "a secret that somebody else has made up for this"));
    expect([forged.status, forged.body.error.details.parameter]).toEqual([400, "webhook_signature"]);
    const altered = await tell({ ...signed(said, "m1"), payload: JSON.stringify({ ...said, decision: "REFUSED" }) });
    expect(altered.body.error.details.parameter).toBe("webhook_signature");
    const old = await tell(signed(said, "m1", secret, new Date(Date.now() - 600_000)));
    expect(old.body.error.details.parameter).toBe("webhook_timestamp");
    expect((await ada.status()).factors).toEqual([]);
    const message = signed(said, "m1");
    expect((await tell(message)).body.result).toEqual({ applied: true });
    const [factor] = (await ada.status()).factors;
    expect((await tell(message)).body.result).toEqual({ applied: false });
    expect((await ada.status()).factors).toEqual([factor]);
    const replayed = await tell(signed({ case_id, decision: "WITHDRAWN" }, "m1"));
    expect([replayed.status, replayed.body.error.code]).toEqual([409, "RESOURCE_CONFLICT"]);
    expect((await ada.status()).factors).toEqual([factor]);
  });

  test("are awaited for one question at a time", async () => {
    const ada = await owner();
    const case_id = await requestCheck(ada, "CHECK_LEGAL");
    expect(await requestCheck(ada, "CHECK_LEGAL")).toBe(case_id);
    expect((await tell(signed({ case_id: "none", decision: "CLEARED" }))).status).toBe(404);
    await tell(signed({ case_id, decision: "REFUSED" }));
    expect((await ada.status()).factors).toEqual([]);
  });
});

/** The client of an organisation's representative. */
function client() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return { privateKey, public_key: publicKey.export({ format: "jwk" }).x as string };
}

function signature(privateKey: KeyObject, statement: string): string {
  return sign(null, Buffer.from(`platonic.agreement.v1\0${statement}`), privateKey).toString("base64");
}

async function useKey(administrator: Owner, device: Authenticator) {
  const { id: challenge_id, parameters } = await administrator.begin("METHOD_WEBAUTHN");
  return { administrator_id: administrator.id, challenge_id, credential: device.authenticate(parameters.options) };
}

describe("LEVEL_ENTERPRISE", () => {
  test("needs a legal check, an agreement that the client signed, and two administrators with hardware keys", async () => {
    const { privateKey, public_key } = client();
    const ada = await owner({ public_key });
    await climbToBusiness(ada);
    const case_id = await requestCheck(ada, "CHECK_LEGAL");
    await tell(signed({ case_id, decision: "CLEARED" }));
    expect((await ada.status()).missing).toEqual(["SIGNED_AGREEMENT", "ADMINISTRATORS_APPROVAL"]);

    const offered = await ada.post("agreements", { identity_id: ada.id, text: "We agree." }, first);
    const { agreement } = offered.body.result;
    const listed = await world.call("GET", `/api/verification/agreements?identity_id=${ada.id}`);
    expect(listed.body.result.agreements).toEqual([agreement]);
    const signing = (by: KeyObject) =>
      ada.post(`agreements/${agreement.id}/signature`, {
        identity_id: ada.id,
        key_id: ada.keyId,
        signature: signature(by, agreement.statement),
      });
    expect((await signing(client().privateKey)).body.error.details.parameter).toBe("signature");
    expect((await signing(privateKey)).body.result.agreement.state).toBe("AGREEMENT_SIGNED");
    expect((await ada.status()).missing).toEqual(["ADMINISTRATORS_APPROVAL"]);

    const administrators = [await owner(), await owner()] as const;
    for (const one of administrators) await registerDevice(one);
    const approve = async (body: object, by: string) => ada.post(`agreements/${agreement.id}/approval`, body, by);
    const [grace, mary] = administrators;
    const own = await approve(await useKey(ada, ada.device), first);
    expect(own.body.error.message).toBe("Nobody approves their own agreement.");
    const use = await useKey(grace, grace.device);
    const stranger = await approve({ ...use, credential: (await useKey(mary, mary.device)).credential }, first);
    expect(stranger.body.error.message).toContain("hardware key");
    expect((await approve(use, first)).body.result.agreement.approvals).toBe(1);
    for (const [who, by] of [
      [grace, second],
      [mary, first],
    ] as const) {
      const { status, body } = await approve(await useKey(who, who.device), by);
      expect([status, body.error.message]).toEqual([409, expect.stringContaining("approved this agreement before")]);
    }
    const spent = await approve({ ...use, administrator_id: mary.id }, second);
    expect(spent.body.error.code).toBe("STATE_INVALID");
    const concluded = await approve(await useKey(mary, mary.device), second);
    expect(concluded.body.result.agreement.state).toBe("AGREEMENT_CONCLUDED");
    const status = await ada.status();
    expect([status.level, status.missing]).toEqual(["LEVEL_ENTERPRISE", []]);
    expect(status).not.toHaveProperty("next_level");
  });

  test("is not signed by another identity, nor by a key that was revoked", async () => {
    const { privateKey, public_key } = client();
    const [ada, eve] = [await owner({ public_key }), await owner({ public_key: client().public_key })];
    const { agreement } = (await ada.post("agreements", { identity_id: ada.id, text: "We agree." }, first)).body.result;
    const members = { key_id: ada.keyId, signature: signature(privateKey, agreement.statement) };
    const path = `agreements/${agreement.id}/signature`;
    expect((await ada.post(path, { identity_id: eve.id, ...members })).status).toBe(404);
    await world.call("DELETE", `/api/identities/${ada.id}/keys/${ada.keyId}`);
    expect((await ada.post(path, { identity_id: ada.id, ...members })).status).toBe(404);
  });
});

describe.each(["grpc", "connect"] as const)("over %s", (protocol) => {
  test("documents and decisions are the same", async () => {
    const clientOf = (credentials: string) => {
      const interceptors = [
        (next: (request: never) => Promise<never>) => (request: { header: Headers }) => {
          request.header.set("Authorization", `Bearer ${credentials}`);
          return next(request as never);
        },
      ] as never;
      const baseUrl = server.url;
      return createClient(
        ReviewService,
        protocol === "grpc"
          ? createGrpcTransport({ baseUrl, interceptors })
          : createConnectTransport({ baseUrl, httpVersion: "1.1", useBinaryFormat: false, interceptors }),
      );
    };
    const ada = await owner();
    const large = Buffer.concat([pdf, randomBytes(2_000_000)]);
    const { case: submitted } = await clientOf(operatorKey).submitDocuments({
      identityId: ada.id,
      level: 3,
      documents: [{ name: "a.pdf", content: large }],
    });
    const [document] = submitted?.documents ?? [];
    const { content } = await clientOf(first).getDocument({ id: document?.id ?? "" });
    expect(large.equals(content)).toBe(true);
    const id = submitted?.id ?? "";
    const decided = await clientOf(first).decideCase({ id, decision: ReviewDecision.APPROVE });
    expect(decided.case?.state).toBe(ReviewState.APPROVED);
    expect((await clientOf(first).listCases({ identityId: ada.id })).cases).toHaveLength(1);
  });
});

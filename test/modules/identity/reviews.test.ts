import { type KeyObject, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ReviewDecision, ReviewState } from "#contract/identity/v1/review_pb.js";
import { ReviewService } from "#contract/identity/v1/review_service_pb.js";
import { ApiClient } from "../../support/identity/api-client.ts";
import {
  agreementSignature,
  decide as decideFor,
  hardwareKeyProof,
  newApplicant,
  newClientKey,
  newReviewer,
  passport,
  pdf,
  planted,
  raiseToBusiness,
  raiseToEnhanced,
  raiseToStandard,
  registerDevice,
  requestCheck,
  sendDecision as sendDecisionTo,
  signedDecision,
  startComplianceService,
} from "../../support/identity/applicant.ts";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";

let complianceService: Awaited<ReturnType<typeof startComplianceService>>;
let server: TestServer;
let api: ApiClient;
/** API keys of two reviewers. */
let first: string;
let second: string;

beforeAll(async () => {
  complianceService = await startComplianceService();
  server = await startServer(complianceService.settings);
  api = new ApiClient(server);
  first = await newReviewer(api);
  second = await newReviewer(api);
});
afterAll(async () => {
  await server.close();
  await complianceService.close();
});
beforeEach(() => {
  complianceService.requests.length = 0;
});

const owner = (members: Record<string, unknown> = {}) => newApplicant(api, members);
const sendDecision = (message: object) => sendDecisionTo(api, message);
/** A JWT of the service for a session. */
const jwtOf = async (session: string): Promise<string> =>
  (await api.call("POST", "/api/authentication/jwt", {}, session)).body.result.jwt;
const decide = (id: string, by: string, decision?: string, reason?: string) => decideFor(api, id, by, decision, reason);

describe("LEVEL_ENHANCED", () => {
  test("is earned by documents that a reviewer approves, and a device that verifies its user", async () => {
    const ada = await owner();
    await raiseToStandard(ada);
    expect((await ada.status()).missing).toEqual(["PERSONAL_DATA"]);
    const session = await api.session(ada.id);
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
    const own = await api.call("GET", `/api/verification/cases?identity_id=${ada.id}`, undefined, session);
    expect(own.body.result.cases).toMatchObject([{ state: "REVIEW_APPROVED", approvals: 1 }]);
    expect((await decide(body.result.case.id, second)).body.error.code).toBe("STATE_INVALID");
  });

  test("is earned by a compliance check too, and lost when that is withdrawn", async () => {
    const ada = await owner({ profile: { name: "Ada" } });
    await raiseToStandard(ada);
    const case_id = await requestCheck(ada, "CHECK_PERSONAL");
    expect(complianceService.requests).toMatchObject([
      { case_id, identity_id: ada.id, check: "PERSONAL_COMPLIANCE", claims: { name: "Ada" } },
    ]);
    const expires_at = "2099-01-01T00:00:00.000Z";
    await sendDecision(signedDecision({ case_id, decision: "CLEARED", expires_at }));
    const status = await ada.status();
    expect([status.level, status.factors.at(-1).expires_at]).toEqual(["LEVEL_ENHANCED", expires_at]);
    await sendDecision(signedDecision({ case_id, decision: "WITHDRAWN" }));
    expect((await ada.status()).level).toBe("LEVEL_STANDARD");
  });

  test("is not earned by rejected documents, and a rejection needs a reason", async () => {
    const ada = await owner();
    await raiseToStandard(ada);
    const { id } = (await ada.submit("LEVEL_ENHANCED")).body.result.case;
    expect((await decide(id, first, "DECISION_REJECT")).body.error.code).toBe("PARAMETER_REQUIRED");
    const { body } = await decide(id, first, "DECISION_REJECT", "not readable");
    expect(body.result.case).toMatchObject({ state: "REVIEW_REJECTED", reason: "not readable" });
    expect((await ada.status()).level).toBe("LEVEL_STANDARD");
    expect((await ada.submit("LEVEL_ENHANCED")).body.result.case.id).not.toBe(id);
  });
});

describe("documents", () => {
  test("of another type, for another level or in non-canonical base64 are refused, like an empty list", async () => {
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

  test("of several calls belong to one case, ten at most, until a reviewer has approved it", async () => {
    const ada = await owner();
    const { id } = (await ada.submit("LEVEL_BUSINESS")).body.result.case;
    const { body } = await ada.submit("LEVEL_BUSINESS", Array(9).fill(passport));
    expect([body.result.case.id, body.result.case.documents.length]).toEqual([id, 10]);
    expect((await ada.submit("LEVEL_BUSINESS")).body.error.details.parameter).toBe("documents[0]");
    await decide(id, first);
    expect((await ada.submit("LEVEL_BUSINESS")).body.error.code).toBe("STATE_INVALID");
  });

  test("can be read by reviewers only, and are in no file of the server in plain text", async () => {
    const ada = await owner();
    const session = await api.session(ada.id);
    const { documents } = (await ada.submit("LEVEL_ENHANCED", [passport], session)).body.result.case;
    const path = `/api/verification/documents/${documents[0].id}`;
    expect((await api.call("GET", path, undefined, session)).status).toBe(403);
    expect((await api.call("GET", path, undefined, "")).status).toBe(401);
    const { body } = await api.call("GET", path, undefined, first);
    expect(body.result).toEqual({ document: documents[0], content: passport.content });
    const eve = await api.session((await owner()).id);
    expect((await ada.submit("LEVEL_ENHANCED", [passport], eve)).status).toBe(403);
    expect((await api.call("GET", `/api/verification/cases?identity_id=${ada.id}`, undefined, eve)).status).toBe(403);
    expect((await api.call("GET", "/api/verification/cases", undefined, session)).status).toBe(403);
    const files = readdirSync(server.dataDirectory, { withFileTypes: true, recursive: true }).filter((entry) =>
      entry.isFile(),
    );
    const kept = Buffer.concat(files.map(({ parentPath, name }) => readFileSync(join(parentPath, name))));
    expect(kept.includes(documents[0].id)).toBe(true);
    for (const plain of [planted, passport.content, "my passport"]) expect(kept.includes(plain)).toBe(false);
  });
});

describe("LEVEL_BUSINESS", () => {
  test("needs two different reviewers", async () => {
    const ada = await owner();
    await raiseToEnhanced(ada);
    const { id } = (await ada.submit("LEVEL_BUSINESS")).body.result.case;
    expect((await decide(id, first)).body.result.case).toMatchObject({ state: "REVIEW_SUBMITTED", approvals: 1 });
    const again = await decide(id, first);
    expect([again.status, again.body.error.code]).toEqual([409, "STATE_INVALID"]);
    expect((await ada.status()).level).toBe("LEVEL_ENHANCED");
    await decide(id, second);
    expect((await ada.status()).level).toBe("LEVEL_BUSINESS");
  });

  test("cannot be decided by the owner of the documents", async () => {
    const ada = await owner();
    const session = await api.session(ada.id, { auth_scope: "verification:review verification:documents" });
    const { id } = (await ada.submit("LEVEL_BUSINESS", [passport], session)).body.result.case;
    const { status, body } = await decide(id, session);
    expect([status, body.error.message]).toEqual([409, "Nobody decides on their own documents."]);
    expect((await decide(id, await jwtOf(session))).body.error.message).toBe("Nobody decides on their own documents.");
  });

  test("counts one person once, whether the decisions come by a session or by its JWT", async () => {
    const [ada, eve] = [await owner(), await owner()];
    const { id } = (await ada.submit("LEVEL_BUSINESS")).body.result.case;
    const session = await api.session(eve.id, { auth_scope: "verification:review" });
    expect((await decide(id, session)).body.result.case).toMatchObject({ approvals: 1 });
    const again = await decide(id, await jwtOf(session));
    expect(server.log.at(-1)).toContain(`"principal":"identity:${eve.id}"`);
    expect([again.status, again.body.error.code]).toEqual([409, "STATE_INVALID"]);
    expect((await ada.status()).level).not.toBe("LEVEL_BUSINESS");
  });
});

describe("compliance decisions", () => {
  test("that are forged, old or altered are refused, and a repeated message changes nothing", async () => {
    const ada = await owner();
    const case_id = await requestCheck(ada, "CHECK_LEGAL");
    const said = { case_id, decision: "CLEARED" };
    const forged = await sendDecision(signedDecision(said, "m1", "a secret that somebody else has made up for this"));
    expect([forged.status, forged.body.error.details.parameter]).toEqual([400, "webhook_signature"]);
    const altered = await sendDecision({
      ...signedDecision(said, "m1"),
      payload: JSON.stringify({ ...said, decision: "REFUSED" }),
    });
    expect(altered.body.error.details.parameter).toBe("webhook_signature");
    const old = await sendDecision(signedDecision(said, "m1", undefined, new Date(Date.now() - 600_000)));
    expect(old.body.error.details.parameter).toBe("webhook_timestamp");
    expect((await ada.status()).factors).toEqual([]);
    const message = signedDecision(said, "m1");
    expect((await sendDecision(message)).body.result).toEqual({ applied: true });
    const [factor] = (await ada.status()).factors;
    expect((await sendDecision(message)).body.result).toEqual({ applied: false });
    expect((await ada.status()).factors).toEqual([factor]);
    const replayed = await sendDecision(signedDecision({ case_id, decision: "WITHDRAWN" }, "m1"));
    expect([replayed.status, replayed.body.error.code]).toEqual([409, "RESOURCE_CONFLICT"]);
    expect((await ada.status()).factors).toEqual([factor]);
  });

  test("are requested once per check: a second request returns the open case", async () => {
    const ada = await owner();
    const case_id = await requestCheck(ada, "CHECK_LEGAL");
    expect(await requestCheck(ada, "CHECK_LEGAL")).toBe(case_id);
    expect((await sendDecision(signedDecision({ case_id: "none", decision: "CLEARED" }))).status).toBe(404);
    await sendDecision(signedDecision({ case_id, decision: "REFUSED" }));
    expect((await ada.status()).factors).toEqual([]);
  });
});

describe("LEVEL_ENTERPRISE", () => {
  test("needs a legal check, an agreement that the client signed, and two administrators with hardware keys", async () => {
    const { privateKey, public_key } = newClientKey();
    const ada = await owner({ public_key });
    await raiseToBusiness(ada);
    const case_id = await requestCheck(ada, "CHECK_LEGAL");
    await sendDecision(signedDecision({ case_id, decision: "CLEARED" }));
    expect((await ada.status()).missing).toEqual(["SIGNED_AGREEMENT", "ADMINISTRATORS_APPROVAL"]);

    const offered = await ada.post("agreements", { identity_id: ada.id, text: "We agree." }, first);
    const { agreement } = offered.body.result;
    const listed = await api.call("GET", `/api/verification/agreements?identity_id=${ada.id}`);
    expect(listed.body.result.agreements).toEqual([agreement]);
    const signing = (by: KeyObject) =>
      ada.post(`agreements/${agreement.id}/signature`, {
        identity_id: ada.id,
        key_id: ada.keyId,
        signature: agreementSignature(by, agreement.statement),
      });
    expect((await signing(newClientKey().privateKey)).body.error.details.parameter).toBe("signature");
    expect((await signing(privateKey)).body.result.agreement.state).toBe("AGREEMENT_SIGNED");
    expect((await ada.status()).missing).toEqual(["ADMINISTRATORS_APPROVAL"]);

    const administrators = [await owner(), await owner()] as const;
    for (const administrator of administrators) await registerDevice(administrator);
    const approve = async (body: object, by: string) => ada.post(`agreements/${agreement.id}/approval`, body, by);
    const [grace, mary] = administrators;
    const own = await approve(await hardwareKeyProof(ada, ada.device), first);
    expect(own.body.error.message).toBe("Nobody approves their own agreement.");
    const use = await hardwareKeyProof(grace, grace.device);
    const { credential } = await hardwareKeyProof(mary, mary.device);
    const stranger = await approve({ ...use, credential }, first);
    expect(stranger.body.error.message).toContain("hardware key");
    expect((await approve(use, first)).body.result.agreement.approvals).toBe(1);
    for (const [who, by] of [
      [grace, second],
      [mary, first],
    ] as const) {
      const { status, body } = await approve(await hardwareKeyProof(who, who.device), by);
      expect([status, body.error.message]).toEqual([409, expect.stringContaining("approved this agreement before")]);
    }
    const spent = await approve({ ...use, administrator_id: mary.id }, second);
    expect(spent.body.error.code).toBe("STATE_INVALID");
    const concluded = await approve(await hardwareKeyProof(mary, mary.device), second);
    expect(concluded.body.result.agreement.state).toBe("AGREEMENT_CONCLUDED");
    const status = await ada.status();
    expect([status.level, status.missing]).toEqual(["LEVEL_ENTERPRISE", []]);
    expect(status).not.toHaveProperty("next_level");
  });

  test("has an agreement that neither another identity nor a revoked key can sign", async () => {
    const { privateKey, public_key } = newClientKey();
    const [ada, eve] = [await owner({ public_key }), await owner({ public_key: newClientKey().public_key })];
    const { agreement } = (await ada.post("agreements", { identity_id: ada.id, text: "We agree." }, first)).body.result;
    const members = { key_id: ada.keyId, signature: agreementSignature(privateKey, agreement.statement) };
    const path = `agreements/${agreement.id}/signature`;
    expect((await ada.post(path, { identity_id: eve.id, ...members })).status).toBe(404);
    await api.call("DELETE", `/api/identities/${ada.id}/keys/${ada.keyId}`);
    expect((await ada.post(path, { identity_id: ada.id, ...members })).status).toBe(404);
  });
});

describe.each(["grpc", "connect"] as const)("over %s", (protocol) => {
  test("documents are submitted, read and approved", async () => {
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

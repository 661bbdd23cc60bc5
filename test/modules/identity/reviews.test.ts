import { type KeyObject, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ReviewDecision, ReviewState } from "../../../gen/es/identity/v1/review_pb.js";
import { ReviewService } from "../../../gen/es/identity/v1/review_service_pb.js";
import {
  agreementSignature,
  climbToBusiness,
  climbToEnhanced,
  climbToStandard,
  decide as decideFor,
  newClientKey,
  newClimber,
  newReviewer,
  passport,
  pdf,
  planted,
  registerDevice,
  requestCheck,
  signed,
  startParty,
  tell as tellTo,
  useKey,
} from "../../support/identity/climber.ts";
import { World } from "../../support/identity/world.ts";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";

let party: Awaited<ReturnType<typeof startParty>>;
let server: TestServer;
let world: World;
/** Administrators' keys. */
let first: string;
let second: string;

beforeAll(async () => {
  party = await startParty();
  server = await startServer(party.settings);
  world = new World(server);
  first = await newReviewer(world);
  second = await newReviewer(world);
});
afterAll(async () => {
  await server.close();
  await party.close();
});
beforeEach(() => {
  party.asked.length = 0;
});

const owner = (members: Record<string, unknown> = {}) => newClimber(world, members);
const tell = (message: object) => tellTo(world, message);
const decide = (id: string, by: string, decision?: string, reason?: string) =>
  decideFor(world, id, by, decision, reason);

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
    expect(party.asked).toMatchObject([
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
    const old = await tell(signed(said, "m1", undefined, new Date(Date.now() - 600_000)));
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

describe("LEVEL_ENTERPRISE", () => {
  test("needs a legal check, an agreement that the client signed, and two administrators with hardware keys", async () => {
    const { privateKey, public_key } = newClientKey();
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
        signature: agreementSignature(by, agreement.statement),
      });
    expect((await signing(newClientKey().privateKey)).body.error.details.parameter).toBe("signature");
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
    const { privateKey, public_key } = newClientKey();
    const [ada, eve] = [await owner({ public_key }), await owner({ public_key: newClientKey().public_key })];
    const { agreement } = (await ada.post("agreements", { identity_id: ada.id, text: "We agree." }, first)).body.result;
    const members = { key_id: ada.keyId, signature: agreementSignature(privateKey, agreement.statement) };
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

import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TOTP, URI } from "otpauth";
import { expect } from "vitest";
import { signMessage } from "../../../server/core/signing/webhook-signature.ts";
import type { ApiClient } from "./api-client.ts";
import { type Authenticator, createAuthenticator } from "./authenticator.ts";
import { freshAddress, lastCode } from "./owner.ts";

const page = { origin: "https://app.example.org", rpId: "example.org" };
const secret = "a secret of the compliance service and of nobody else";

/** Text that occurs only in the submitted document. */
export const planted = "this text stands in the document and nowhere else";
export const pdf = Buffer.from(`%PDF-1.7\n${planted}`);
export const passport = { name: "../my passport.exe", content: pdf.toString("base64") };

/** A request to the compliance service. */
interface ComplianceRequest {
  readonly case_id: string;
  readonly identity_id: string;
  readonly check: string;
  readonly claims: Record<string, string>;
}

/** Starts a fake compliance service; `settings` are those of a server that uses it and has hardware keys enabled. */
export async function startComplianceService() {
  const requests: ComplianceRequest[] = [];
  const service = createServer(async (request, response) => {
    requests.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => service.once("listening", resolve));
  const settings = {
    WEBAUTHN_RP_ID: page.rpId,
    WEBAUTHN_ORIGINS: page.origin,
    COMPLIANCE_WEBHOOK_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/checks`,
    COMPLIANCE_WEBHOOK_SECRET: secret,
    SESSION_GRANTS: "geocode:* verification:review",
    PLANS: JSON.stringify({ anonymous: { requestsPerMinute: 10_000, concurrentRequests: 10 } }),
  };
  const close = async () => new Promise((resolve) => service.close(resolve));
  return { requests, settings, close };
}

/** Creates a reviewer; returns its API key. */
export async function newReviewer({ server }: ApiClient): Promise<string> {
  return (await server.createKey("enterprise", ["verification:review"])).secret;
}

/** Creates an identity with a hardware key, and the calls with which it raises its verification level. */
export async function newApplicant(api: ApiClient, members: Record<string, unknown> = {}) {
  const { identity, signing_key } = await api.identity({ email: freshAddress(), ...members });
  const identity_id = identity.id as string;
  const device = createAuthenticator("ES256", page);
  const post = async (path: string, body: object, credentials?: string) =>
    api.call("POST", `/api/verification/${path}`, body, credentials);
  const begin = async (method: string) => (await post("challenge", { identity_id, method })).body.result.challenge;
  const answer = async (challenge_id: string, more: object) =>
    (await post("response", { identity_id, challenge_id, ...more })).body.result;
  const status = async () =>
    (await api.call("GET", `/api/verification/status/${identity_id}`)).body.result.verification;
  const submit = async (level: string, documents: unknown = [passport], credentials?: string) =>
    post("documents", { identity_id, level, documents }, credentials);
  return { api, id: identity_id, keyId: signing_key.id as string, device, post, begin, answer, status, submit };
}
export type Applicant = Awaited<ReturnType<typeof newApplicant>>;

/** Registers the applicant's hardware key. */
export async function registerDevice({ begin, answer, device }: Applicant) {
  const { id, parameters } = await begin("METHOD_WEBAUTHN");
  return answer(id, { credential: device.register(parameters.options) });
}

export async function raiseToBasic(ada: Applicant) {
  const mail = await ada.begin("METHOD_EMAIL");
  await ada.answer(mail.id, { code: lastCode(ada.api) });
  expect((await ada.status()).level).toBe("LEVEL_BASIC");
}

/** Raises the level by a PIN, TOTP and a hardware key. */
export async function raiseToStandard(ada: Applicant) {
  await raiseToBasic(ada);
  await ada.answer((await ada.begin("METHOD_PIN")).id, { code: "730516" });
  const { id, parameters } = await ada.begin("METHOD_TOTP");
  await ada.answer(id, { code: (URI.parse(parameters.provisioning_uri) as TOTP).generate() });
  await registerDevice(ada);
  expect((await ada.status()).level).toBe("LEVEL_STANDARD");
}

export async function raiseToEnhanced(ada: Applicant) {
  await raiseToStandard(ada);
  const { body } = await ada.submit("LEVEL_ENHANCED");
  const reviewer = await newReviewer(ada.api);
  const decided = await decide(ada.api, body.result.case.id, reviewer);
  expect(decided.body.result.case.state).toBe("REVIEW_APPROVED");
  expect((await ada.status()).level).toBe("LEVEL_ENHANCED");
}

export async function raiseToBusiness(ada: Applicant) {
  await raiseToEnhanced(ada);
  const { id } = (await ada.submit("LEVEL_BUSINESS")).body.result.case;
  for (const reviewer of [await newReviewer(ada.api), await newReviewer(ada.api)]) {
    await decide(ada.api, id, reviewer);
  }
  expect((await ada.status()).level).toBe("LEVEL_BUSINESS");
}

/** Raises the level by a legal check and a signed agreement. `privateKey` is the applicant's signing key. */
export async function raiseToEnterprise(ada: Applicant, privateKey: KeyObject) {
  await raiseToBusiness(ada);
  const case_id = await requestCheck(ada, "CHECK_LEGAL");
  await sendDecision(ada.api, signedDecision({ case_id, decision: "CLEARED" }));
  const reviewers = [await newReviewer(ada.api), await newReviewer(ada.api)] as const;
  const offered = await ada.post("agreements", { identity_id: ada.id, text: "We agree." }, reviewers[0]);
  const { id, statement } = offered.body.result.agreement;
  const signing = { identity_id: ada.id, key_id: ada.keyId, signature: agreementSignature(privateKey, statement) };
  await ada.post(`agreements/${id}/signature`, signing);
  for (const reviewer of reviewers) {
    const administrator = await newApplicant(ada.api);
    await registerDevice(administrator);
    await ada.post(`agreements/${id}/approval`, await hardwareKeyProof(administrator, administrator.device), reviewer);
  }
  expect((await ada.status()).level).toBe("LEVEL_ENTERPRISE");
}

export async function decide(api: ApiClient, id: string, by: string, decision = "DECISION_APPROVE", reason?: string) {
  return api.call("POST", `/api/verification/cases/${id}/decision`, { decision, reason }, by);
}

export async function requestCheck(ada: Applicant, check: string) {
  const { status, body } = await ada.post("compliance", { identity_id: ada.id, check });
  expect([status, body.result.case.state]).toEqual([200, "COMPLIANCE_REQUESTED"]);
  return body.result.case.id as string;
}

/** Signs a decision as the compliance service does; returns the request that carries it. */
export function signedDecision(decision: object, id = randomBytes(8).toString("hex"), by = secret, at = new Date()) {
  const payload = JSON.stringify(decision);
  const headers = signMessage(id, Buffer.from(payload), [Buffer.from(by)], at);
  return {
    webhook_id: headers["webhook-id"],
    webhook_timestamp: headers["webhook-timestamp"],
    webhook_signature: headers["webhook-signature"],
    payload,
  };
}

export function sendDecision(api: ApiClient, message: object) {
  return api.call("POST", "/api/verification/compliance-decision", message, "");
}

/** Creates a signing key that the client holds. */
export function newClientKey() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return { privateKey, public_key: publicKey.export({ format: "jwk" }).x as string };
}

export function agreementSignature(privateKey: KeyObject, statement: string): string {
  return sign(null, Buffer.from(`platonic.agreement.v1\0${statement}`), privateKey).toString("base64");
}

/** Answers a WebAuthn challenge of an administrator with a device. */
export async function hardwareKeyProof(administrator: Applicant, device: Authenticator) {
  const { id: challenge_id, parameters } = await administrator.begin("METHOD_WEBAUTHN");
  return { administrator_id: administrator.id, challenge_id, credential: device.authenticate(parameters.options) };
}

import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TOTP, URI } from "otpauth";
import { expect } from "vitest";
import { signMessage } from "../../../server/modules/verification/domain/webhook-signature.ts";
import { type Authenticator, createAuthenticator } from "./authenticator.ts";
import { freshAddress, lastCode } from "./owner.ts";
import type { World } from "./world.ts";

const page = { origin: "https://app.example.org", rpId: "example.org" };
const secret = "a secret of the compliance service and of nobody else";

/** Stands in a document and nowhere else. */
export const planted = "this text stands in the document and nowhere else";
export const pdf = Buffer.from(`%PDF-1.7\n${planted}`);
export const passport = { name: "../my passport.exe", content: pdf.toString("base64") };

/** What the compliance service was asked. */
interface Question {
  readonly case_id: string;
  readonly identity_id: string;
  readonly check: string;
  readonly claims: Record<string, string>;
}

/** A compliance service, and the settings of a server that asks it and knows hardware keys. */
export async function startParty() {
  const asked: Question[] = [];
  const party = createServer(async (request, response) => {
    asked.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => party.once("listening", resolve));
  const settings = {
    WEBAUTHN_RP_ID: page.rpId,
    WEBAUTHN_ORIGINS: page.origin,
    COMPLIANCE_WEBHOOK_URL: `http://127.0.0.1:${(party.address() as AddressInfo).port}/checks`,
    COMPLIANCE_WEBHOOK_SECRET: secret,
    SESSION_GRANTS: "geocode:* verification:review",
    PLANS: JSON.stringify({ visitor: { requestsPerMinute: 10_000, concurrentRequests: 10 } }),
  };
  const close = async () => new Promise((resolve) => party.close(resolve));
  return { asked, settings, close };
}

/** The key of one more reviewer. */
export async function newReviewer({ server }: World): Promise<string> {
  return (await server.createKey("enterprise", ["verification:review"])).secret;
}

/** An identity, its device, and what it does to climb from level to level. */
export async function newClimber(world: World, members: Record<string, unknown> = {}) {
  const { identity, signing_key } = await world.identity({ email: freshAddress(), ...members });
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
  return { world, id: identity_id, keyId: signing_key.id as string, device, post, begin, answer, status, submit };
}
export type Climber = Awaited<ReturnType<typeof newClimber>>;

export async function registerDevice({ begin, answer, device }: Climber) {
  const { id, parameters } = await begin("METHOD_WEBAUTHN");
  return answer(id, { credential: device.register(parameters.options) });
}

export async function climbToBasic(ada: Climber) {
  const mail = await ada.begin("METHOD_EMAIL");
  await ada.answer(mail.id, { code: lastCode(ada.world) });
  expect((await ada.status()).level).toBe("LEVEL_BASIC");
}

/** Everything of LEVEL_STANDARD, and user verification. */
export async function climbToStandard(ada: Climber) {
  await climbToBasic(ada);
  await ada.answer((await ada.begin("METHOD_PIN")).id, { code: "730516" });
  const { id, parameters } = await ada.begin("METHOD_TOTP");
  await ada.answer(id, { code: (URI.parse(parameters.provisioning_uri) as TOTP).generate() });
  await registerDevice(ada);
  expect((await ada.status()).level).toBe("LEVEL_STANDARD");
}

export async function climbToEnhanced(ada: Climber) {
  await climbToStandard(ada);
  const { body } = await ada.submit("LEVEL_ENHANCED");
  const reviewer = await newReviewer(ada.world);
  const decided = await decide(ada.world, body.result.case.id, reviewer);
  expect(decided.body.result.case.state).toBe("REVIEW_APPROVED");
  expect((await ada.status()).level).toBe("LEVEL_ENHANCED");
}

export async function climbToBusiness(ada: Climber) {
  await climbToEnhanced(ada);
  const { id } = (await ada.submit("LEVEL_BUSINESS")).body.result.case;
  for (const reviewer of [await newReviewer(ada.world), await newReviewer(ada.world)]) {
    await decide(ada.world, id, reviewer);
  }
  expect((await ada.status()).level).toBe("LEVEL_BUSINESS");
}

/** The climber must have the client's key. */
export async function climbToEnterprise(ada: Climber, privateKey: KeyObject) {
  await climbToBusiness(ada);
  const case_id = await requestCheck(ada, "CHECK_LEGAL");
  await tell(ada.world, signed({ case_id, decision: "CLEARED" }));
  const reviewers = [await newReviewer(ada.world), await newReviewer(ada.world)] as const;
  const offered = await ada.post("agreements", { identity_id: ada.id, text: "We agree." }, reviewers[0]);
  const { id, statement } = offered.body.result.agreement;
  const signing = { identity_id: ada.id, key_id: ada.keyId, signature: agreementSignature(privateKey, statement) };
  await ada.post(`agreements/${id}/signature`, signing);
  for (const reviewer of reviewers) {
    const administrator = await newClimber(ada.world);
    await registerDevice(administrator);
    await ada.post(`agreements/${id}/approval`, await useKey(administrator, administrator.device), reviewer);
  }
  expect((await ada.status()).level).toBe("LEVEL_ENTERPRISE");
}

export async function decide(world: World, id: string, by: string, decision = "DECISION_APPROVE", reason?: string) {
  return world.call("POST", `/api/verification/cases/${id}/decision`, { decision, reason }, by);
}

export async function requestCheck(ada: Climber, check: string) {
  const { status, body } = await ada.post("compliance", { identity_id: ada.id, check });
  expect([status, body.result.case.state]).toEqual([200, "COMPLIANCE_REQUESTED"]);
  return body.result.case.id as string;
}

/** A decision of the compliance service. */
export function signed(said: object, id = randomBytes(8).toString("hex"), by = secret, at = new Date()) {
  const payload = JSON.stringify(said);
  const headers = signMessage(id, Buffer.from(payload), [Buffer.from(by)], at);
  return {
    webhook_id: headers["webhook-id"],
    webhook_timestamp: headers["webhook-timestamp"],
    webhook_signature: headers["webhook-signature"],
    payload,
  };
}

export function tell(world: World, message: object) {
  return world.call("POST", "/api/verification/compliance-decision", message, "");
}

/** The key of an organisation's representative. */
export function newClientKey() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return { privateKey, public_key: publicKey.export({ format: "jwk" }).x as string };
}

export function agreementSignature(privateKey: KeyObject, statement: string): string {
  return sign(null, Buffer.from(`platonic.agreement.v1\0${statement}`), privateKey).toString("base64");
}

export async function useKey(administrator: Climber, device: Authenticator) {
  const { id: challenge_id, parameters } = await administrator.begin("METHOD_WEBAUTHN");
  return { administrator_id: administrator.id, challenge_id, credential: device.authenticate(parameters.options) };
}

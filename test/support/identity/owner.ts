import { type TOTP, URI } from "otpauth";
import { type ApiClient, freshName } from "./api-client.ts";

/** A password accepted by the policy. */
export const password = "seven quiet otters hum at 1897";

/** Creates an identity, and the calls with which its owner verifies it. */
export async function newOwner(api: ApiClient, members: Record<string, unknown> = {}) {
  const { identity } = await api.identity({ email: freshAddress(), ...members });
  return ownerOf(api, identity.id);
}

/** Returns the calls with which the owner of an identity verifies it. */
export function ownerOf(api: ApiClient, identity_id: string) {
  const begin = async (method: string, more = {}) =>
    (await api.call("POST", "/api/verification/challenge", { identity_id, method, ...more })).body;
  const answer = async (challenge_id: string, more: Record<string, unknown>) =>
    (await api.call("POST", "/api/verification/response", { identity_id, challenge_id, ...more })).body;
  const status = async () =>
    (await api.call("GET", `/api/verification/status/${identity_id}`)).body.result.verification;
  /** Proves the e-mail address with the code that was stored instead of sent. */
  const proveEmail = async () => {
    const { result } = await begin("METHOD_EMAIL");
    return answer(result.challenge.id, { code: lastCode(api) });
  };
  const prove = async (method: string, code: string) => answer((await begin(method)).result.challenge.id, { code });
  return { id: identity_id, begin, answer, status, proveEmail, prove };
}

/** Returns a random e-mail address, because the codes sent to one address are limited. */
export function freshAddress(): string {
  return `${freshName()}@example.org`;
}

/** Returns the last code that was stored instead of sent. */
export function lastCode({ server }: ApiClient): string {
  // A notice may have been stored since.
  const [code] = server.outbox().flatMap((text) => /\d{4} \d{4}/.exec(text) ?? []);
  return code as string;
}

/** Returns an authenticator app. */
function appOf(provisioningUri: string) {
  const totp = URI.parse(provisioningUri) as TOTP;
  return { code: (stepsAhead = 0) => totp.generate({ timestamp: Date.now() + stepsAhead * 30_000 }), totp };
}

/** Enrols an authenticator app with its first code. */
export async function enrolTotp(owner: Awaited<ReturnType<typeof newOwner>>) {
  const { result } = await owner.begin("METHOD_TOTP");
  const app = appOf(result.challenge.parameters.provisioning_uri);
  return { app, answer: await owner.answer(result.challenge.id, { code: app.code() }) };
}

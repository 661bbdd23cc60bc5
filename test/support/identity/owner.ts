import { type TOTP, URI } from "otpauth";
import { freshName, type World } from "./world.ts";

/** One that is good. */
export const password = "seven quiet otters hum at 1897";

/** An identity and what its owner does. */
export async function newOwner(of: World, members: Record<string, unknown> = {}) {
  const { identity } = await of.identity({ email: freshAddress(), ...members });
  const identity_id = identity.id as string;
  const begin = async (method: string, more = {}) =>
    (await of.call("POST", "/api/verification/challenge", { identity_id, method, ...more })).body;
  const answer = async (challenge_id: string, more: Record<string, unknown>) =>
    (await of.call("POST", "/api/verification/response", { identity_id, challenge_id, ...more })).body;
  const status = async () => (await of.call("GET", `/api/verification/status/${identity_id}`)).body.result.verification;
  /** Proves an address by the code that was kept instead of sent. */
  const proveEmail = async () => {
    const { result } = await begin("METHOD_EMAIL");
    return answer(result.challenge.id, { code: lastCode(of) });
  };
  const prove = async (method: string, code: string) => answer((await begin(method)).result.challenge.id, { code });
  return { id: identity_id, begin, answer, status, proveEmail, prove };
}

/** One that nobody has yet: to each only so many codes are sent. */
export function freshAddress(): string {
  return `${freshName()}@example.org`;
}

/** The code that was kept last instead of sent. */
export function lastCode({ server: of }: World): string {
  return (/\d{4} \d{4}/.exec(of.outbox()[0] as string) as RegExpExecArray)[0];
}

/** The app of an authenticator. */
function appOf(provisioningUri: string) {
  const totp = URI.parse(provisioningUri) as TOTP;
  return { code: (stepsAhead = 0) => totp.generate({ timestamp: Date.now() + stepsAhead * 30_000 }), totp };
}

/** Proves an authenticator app for the first time. */
export async function enrolTotp(of: Awaited<ReturnType<typeof newOwner>>) {
  const { result } = await of.begin("METHOD_TOTP");
  const app = appOf(result.challenge.parameters.provisioning_uri);
  return { app, answer: await of.answer(result.challenge.id, { code: app.code() }) };
}

import { timingSafeEqual } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { Concealed } from "../domain/masking.ts";
import type { RandomBytes } from "../domain/randomness.ts";

/** A new TOTP device: the secret, which is sealed and stored, and the URI, which its owner receives once. */
export interface IssuedTotp {
  readonly secret: Concealed<Uint8Array>;
  readonly provisioningUri: Concealed<string>;
}

/** Makes the secret of a device: 160 bits, SHA-1, six digits, 30 seconds, which all apps support. */
export function beginTotp(issuer: string, account: string, randomBytes: RandomBytes): IssuedTotp {
  const secret = Uint8Array.from(randomBytes(secretBytes));
  return {
    secret: new Concealed(secret),
    provisioningUri: new Concealed(deviceOf(secret, issuer, account).toString()),
  };
}

/**
 * Returns the time step of a code; undefined unless it is the step before, at or after the present one, and after
 * `lastStep`. The caller stores the step with an update conditional on nothing having changed; the code counts only if
 * a row was updated.
 */
export function checkTotp(
  secret: Concealed<Uint8Array>,
  lastStep: number | undefined,
  answer: string,
  now: Date,
): number | undefined {
  const code = Buffer.from(answer.length > answerCharactersMax ? "" : answer.replace(/[\s-]/g, ""));
  const device = deviceOf(secret.reveal(), "", "");
  const present = Math.floor(now.getTime() / stepMs);
  let found: number | undefined;
  for (const step of [present - 1, present, present + 1]) {
    const expected = Buffer.from(device.generate({ timestamp: Math.max(step, 0) * stepMs }));
    const isRight = code.length === expected.length && timingSafeEqual(code, expected);
    if (isRight && (lastStep === undefined || step > lastStep)) found ??= step;
  }
  return found;
}

const secretBytes = 20;
const stepMs = 30_000;
const answerCharactersMax = 32;

function deviceOf(secret: Uint8Array, issuer: string, label: string): TOTP {
  const buffer = Uint8Array.from(secret).buffer;
  return new TOTP({ issuer, label, algorithm: "SHA1", digits: 6, period: 30, secret: new Secret({ buffer }) });
}

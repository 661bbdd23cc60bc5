import { timingSafeEqual } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { Concealed } from "../domain/masking.ts";
import type { RandomBytes } from "../domain/randomness.ts";

/** A new TOTP device: what is sealed and stored, and what its owner is told once, as text or as a QR code. */
export interface IssuedTotp {
  readonly secret: Concealed<Uint8Array>;
  readonly provisioningUri: Concealed<string>;
}

/** Makes the secret of a device: 160 bits, SHA-1, six digits, 30 seconds, which is what all apps understand. */
export function beginTotp(issuer: string, account: string, randomBytes: RandomBytes): IssuedTotp {
  const secret = Uint8Array.from(randomBytes(secretBytes));
  return {
    secret: new Concealed(secret),
    provisioningUri: new Concealed(deviceOf(secret, issuer, account).toString()),
  };
}

/**
 * The time step whose code this is; undefined when it is none that may be used: of the steps before, at and after the
 * present one those after `lastStep`. The caller stores it by an update on the condition that what is stored is lower,
 * and the code counts if a row was updated.
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

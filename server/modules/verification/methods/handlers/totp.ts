import { Concealed } from "../../domain/masking.ts";
import type { RandomBytes } from "../../domain/randomness.ts";
import { bytesOf, type ChallengeHandler, valueIn } from "../challenge-handler.ts";
import { beginTotp, checkTotp } from "../totp.ts";
import { requireCode } from "./code.ts";

export interface TotpDeps {
  readonly serviceName: string;
  readonly randomBytes: RandomBytes;
}

/** Handles codes of an authenticator app (RFC 6238). The first challenge enrols the app. */
export function totpHandler({ serviceName, randomBytes }: TotpDeps): ChallengeHandler {
  return {
    async begin({ subject, factor }) {
      if (factor !== undefined) return { secret: bytesOf({}), parameters: { enrolled: true } };
      const { secret, provisioningUri } = beginTotp(serviceName, subject.username, randomBytes);
      return {
        secret: bytesOf({ secret: Buffer.from(secret.reveal()).toString("base64") }),
        parameters: { enrolled: false, provisioning_uri: provisioningUri.reveal() },
      };
    },
    async check({ secret: challengeSecret, factor, response: { code }, now }) {
      requireCode(code);
      const { secret, lastStep } =
        factor === undefined
          ? { ...valueIn<{ secret?: string }>(challengeSecret.reveal()), lastStep: undefined }
          : valueIn<{ secret: string; lastStep: number }>(factor.payload);
      // The app was enrolled when the challenge began, and has since been removed.
      if (secret === undefined) return undefined;
      const step = checkTotp(new Concealed<Uint8Array>(Buffer.from(secret, "base64")), lastStep, code, now);
      return step === undefined ? undefined : { payload: bytesOf({ secret, lastStep: step }), evidence: ["TOTP"] };
    },
  };
}

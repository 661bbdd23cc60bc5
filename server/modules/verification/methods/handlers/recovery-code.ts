import { Fault } from "../../../../core/fault.ts";
import { checkRecoveryCode } from "../../domain/recovery-codes.ts";
import { bytesOf, type ChallengeHandler } from "../challenge-handler.ts";
import { recoveryDigestsIn, recoveryFactor } from "../subject-factors.ts";
import { requireCode } from "./code.ts";

export interface RecoveryCodeDeps {
  readonly pepper: Uint8Array;
}

/** Handles recovery codes, which are issued with the first second factor. A right one removes the lost factor. */
export function recoveryCodeHandler({ pepper }: RecoveryCodeDeps): ChallengeHandler {
  return {
    async begin({ factor }) {
      if (factor === undefined) throw new Fault("STATE_INVALID", "The identity has no recovery codes.");
      return { secret: bytesOf({}), parameters: { enrolled: true } };
    },
    async check({ subject, factor, response: { code } }) {
      requireCode(code);
      if (factor === undefined) return undefined;
      const codes = recoveryDigestsIn(factor.payload);
      const digests = codes.map((digest) => Buffer.from(digest, "base64"));
      const used = checkRecoveryCode(subject.id, digests, code, pepper);
      if (used === undefined) return undefined;
      return recoveryFactor(codes.filter((_, index) => index !== used));
    },
  };
}

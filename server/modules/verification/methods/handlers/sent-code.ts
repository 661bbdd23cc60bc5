import type { Factor } from "../../domain/factors.ts";
import type { EvidenceName } from "../../domain/levels.ts";
import { beginOneTimeCode, checkOneTimeCode } from "../../domain/one-time-code.ts";
import type { RandomBytes } from "../../domain/randomness.ts";
import type { Subject } from "../../domain/subject.ts";
import { bytesOf, type ChallengeHandler, type ChallengeRequest, valueIn } from "../challenge-handler.ts";
import type { Mailer, PhoneSender } from "../sender.ts";
import type { SentCodeLimits } from "../sent-code-limits.ts";
import { requireCode } from "./code.ts";

export interface SentCodeDeps {
  /** A key outside the database, without which stored digests of codes cannot be tried out. */
  readonly pepper: Uint8Array;
  readonly randomBytes: RandomBytes;
}

export interface SentCodeMethod {
  readonly sender: Mailer | PhoneSender;
  readonly limits: SentCodeLimits;
  readonly evidence: EvidenceName;
  /** @throws Fault when no code can be sent for this request */
  readonly addressOf: (request: ChallengeRequest) => string;
  /** Whether the right answer may still prove an address, given the proven one; undefined if it replaces that. */
  readonly isCurrent: (address: string, subject: Subject, proven: string | undefined) => boolean;
}

/** Handles a code of eight digits that is sent to an address. */
export function sentCodeHandler(
  { pepper, randomBytes }: SentCodeDeps,
  { sender, limits, evidence, addressOf, isCurrent }: SentCodeMethod,
): ChallengeHandler {
  return {
    async begin(request) {
      const to = addressOf(request);
      await limits.admit(to, request.network);
      const { challengeId: id, expiresAt } = request;
      const { stored, code } = beginOneTimeCode(id, pepper, randomBytes);
      return {
        secret: bytesOf({ to, stored: Buffer.from(stored).toString("base64") }),
        parameters: {},
        send: () => sender.send({ id, to, code, expiresAt }),
      };
    },
    async check({ subject, challengeId, secret, factor, response: { code } }) {
      requireCode(code);
      const { to, stored } = valueIn<{ to: string; stored: string }>(secret.reveal());
      if (!isCurrent(to, subject, provenAddress(factor))) return undefined;
      const isRight = checkOneTimeCode(challengeId, Buffer.from(stored, "base64"), code, pepper);
      return isRight ? { payload: bytesOf({ to }), evidence: [evidence] } : undefined;
    },
  };
}

/** Returns the address that a factor proves. */
export function provenAddress(factor: Factor | undefined): string | undefined {
  return factor && valueIn<{ to: string }>(factor.payload).to;
}

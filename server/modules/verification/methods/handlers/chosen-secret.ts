import type { Subject } from "../../domain/subject.ts";
import { bytesOf, type ChallengeHandler, valueIn } from "../challenge-handler.ts";
import { type Enrollment, requireStored } from "../enrollment.ts";
import type { HashCheck, Hasher } from "../hasher.ts";
import { beginPassword, checkPassword } from "../password.ts";
import { beginPin, checkPin } from "../pin.ts";
import { requireCode } from "./code.ts";

export function passwordHandler(hasher: Hasher): ChallengeHandler {
  return chosenSecretHandler({
    evidence: "PASSWORD",
    enroll: (code, subject) => beginPassword(hasher, code, subject),
    check: (stored, code) => checkPassword(hasher, stored, code),
  });
}

export function pinHandler(hasher: Hasher): ChallengeHandler {
  return chosenSecretHandler({
    evidence: "PIN",
    enroll: (code) => beginPin(hasher, code),
    check: (stored, code) => checkPin(hasher, stored, code),
  });
}

interface ChosenSecret {
  readonly evidence: "PASSWORD" | "PIN";
  readonly enroll: (code: string, subject: Subject) => Promise<Enrollment>;
  readonly check: (stored: string, code: string) => Promise<HashCheck>;
}

/** A secret that its owner chooses with the first answer and repeats with later ones. */
function chosenSecretHandler({ evidence, enroll, check }: ChosenSecret): ChallengeHandler {
  return {
    begin: async ({ factor }) => ({ secret: bytesOf({}), parameters: { enrolled: factor !== undefined } }),
    async check({ subject, factor, response: { code } }) {
      requireCode(code);
      if (factor === undefined) {
        const stored = requireStored(await enroll(code, subject), "code");
        return { payload: bytesOf({ stored }), evidence: [evidence] };
      }
      const { stored } = valueIn<{ stored: string }>(factor.payload);
      const { isRight, rehashed } = await check(stored, code);
      return isRight ? { payload: bytesOf({ stored: rehashed ?? stored }), evidence: [evidence] } : undefined;
    },
  };
}

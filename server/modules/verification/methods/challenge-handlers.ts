import { isSameMailbox } from "../../../core/email-address.ts";
import { Fault } from "../../../core/fault.ts";
import { isPhoneNumber } from "../domain/addresses.ts";
import type { ChallengeMethod } from "../domain/methods.ts";
import type { RandomBytes } from "../domain/randomness.ts";
import type { ChallengeHandler } from "./challenge-handler.ts";
import { passwordHandler, pinHandler } from "./handlers/chosen-secret.ts";
import { recoveryCodeHandler } from "./handlers/recovery-code.ts";
import { securityQuestionsHandler } from "./handlers/security-questions.ts";
import { provenAddress, type SentCodeDeps, sentCodeHandler } from "./handlers/sent-code.ts";
import { totpHandler } from "./handlers/totp.ts";
import { webAuthnHandler } from "./handlers/webauthn.ts";
import type { Hasher } from "./hasher.ts";
import type { Mailer, PhoneSender } from "./sender.ts";
import type { SentCodeLimits } from "./sent-code-limits.ts";
import type { RelyingParty } from "./webauthn.ts";

export interface ChallengeHandlersDeps extends SentCodeDeps {
  readonly hasher: Hasher;
  readonly mailer: Mailer;
  readonly phone: PhoneSender;
  readonly mailLimits: SentCodeLimits;
  readonly textMessageLimits: SentCodeLimits;
  readonly serviceName: string;
  /** Absent: no web site for hardware keys is configured. */
  readonly relyingParty: RelyingParty | undefined;
  readonly randomBytes: RandomBytes;
}

/** Creates the handlers of all methods that use challenges. */
export function createChallengeHandlers(
  deps: ChallengeHandlersDeps,
): Readonly<Record<ChallengeMethod, ChallengeHandler>> {
  return {
    EMAIL: sentCodeHandler(deps, {
      sender: deps.mailer,
      limits: deps.mailLimits,
      evidence: "EMAIL_CODE",
      addressOf({ subject, address }) {
        if (subject.email === undefined) throw new Fault("STATE_INVALID", "The identity has no e-mail address.");
        if (address === undefined || isSameMailbox(address, subject.email)) return subject.email;
        throw badAddress("address must be the identity's own e-mail address, or left out");
      },
      // An address that the identity no longer has cannot be proven.
      isCurrent: (to, { email }) => isSameMailbox(to, email),
    }),
    PHONE: sentCodeHandler(deps, {
      sender: deps.phone,
      limits: deps.textMessageLimits,
      evidence: "PHONE_CODE",
      addressOf({ address, factor }) {
        if (address === undefined) {
          throw new Fault("PARAMETER_REQUIRED", "address is required for a phone", { parameter: "address" });
        }
        if (!isPhoneNumber(address)) throw badAddress("address must be a phone number as in +4930123456");
        if ((provenAddress(factor) ?? address) === address) return address;
        throw new Fault("STATE_INVALID", "Another number is proven; `replace` replaces it by this one.", {
          parameter: "address",
        });
      },
      isCurrent: (to, _, proven) => proven === undefined || proven === to,
    }),
    PASSWORD: passwordHandler(deps.hasher),
    PIN: pinHandler(deps.hasher),
    SECURITY_QUESTIONS: securityQuestionsHandler(deps.hasher),
    TOTP: totpHandler(deps),
    WEBAUTHN: webAuthnHandler(deps),
    RECOVERY_CODE: recoveryCodeHandler(deps),
  };
}

function badAddress(sentence: string): Fault {
  return new Fault("PARAMETER_INVALID", sentence, { parameter: "address" });
}

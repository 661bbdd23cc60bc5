import { Fault } from "../../../core/fault.ts";
import type { FixedWindowLimiter } from "../../../core/fixed-window/fixed-window-limiter.ts";
import { isPhoneNumber } from "../domain/addresses.ts";
import type { FactorName } from "../domain/factors.ts";
import type { Method } from "../domain/levels.ts";
import { Concealed } from "../domain/masking.ts";
import { beginOneTimeCode, checkOneTimeCode } from "../domain/one-time-code.ts";
import type { RandomBytes } from "../domain/randomness.ts";
import { checkRecoveryCode } from "../domain/recovery-codes.ts";
import type { Enrollment } from "./enrollment.ts";
import type { HashCheck, Hasher } from "./hasher.ts";
import { beginPassword, checkPassword } from "./password.ts";
import { beginPin, checkPin } from "./pin.ts";
import { bytesOf, type Procedure, type ProcedureInput, type Proof, type Subject, valueIn } from "./procedure.ts";
import { beginSecurityQuestions, checkSecurityQuestions } from "./security-questions.ts";
import type { Mailer, PhoneSender } from "./sender.ts";
import { beginTotp, checkTotp } from "./totp.ts";
import {
  beginWebAuthnAuthentication,
  beginWebAuthnRegistration,
  type Credential,
  checkWebAuthnAuthentication,
  checkWebAuthnRegistration,
  type RelyingParty,
} from "./webauthn.ts";

export interface ProcedureDeps {
  readonly hasher: Hasher;
  /** Beside the database: without it what is stored of codes tells nothing. */
  readonly pepper: Uint8Array;
  readonly mailer: Mailer;
  readonly phone: PhoneSender;
  readonly serviceName: string;
  /** Absent: there is no web page from which hardware keys could be used. */
  readonly relyingParty: RelyingParty | undefined;
  readonly randomBytes: RandomBytes;
  /** Limits the codes that are sent to an address, which many identities may name. */
  readonly sentCodeLimiter: FixedWindowLimiter;
}

/** All ways of proving something, by the names of their factors. */
export function createProcedures(deps: ProcedureDeps): Readonly<Record<FactorName, Procedure>> {
  return {
    EMAIL: sentCode(deps, "EMAIL_CODE", deps.mailer, ({ subject, address }) => {
      if (subject.email === undefined) throw stateInvalid("The identity has no e-mail address.");
      if (address !== undefined && address !== subject.email) {
        throw badAddress("address must be the identity's own e-mail address, or left out");
      }
      return subject.email;
    }),
    PHONE: sentCode(deps, "PHONE_CODE", deps.phone, ({ address }) => {
      if (address === undefined) {
        throw new Fault("PARAMETER_REQUIRED", "address is required for a phone", { parameter: "address" });
      }
      if (!isPhoneNumber(address)) throw badAddress("address must be a phone number as in +4930123456");
      return address;
    }),
    PASSWORD: chosenSecret("PASSWORD", {
      enrol: (code, subject) => beginPassword(deps.hasher, code, subject),
      check: (stored, code) => checkPassword(deps.hasher, stored, code),
    }),
    PIN: chosenSecret("PIN", {
      enrol: (code) => beginPin(deps.hasher, code),
      check: (stored, code) => checkPin(deps.hasher, stored, code),
    }),
    SECURITY_QUESTIONS: securityQuestions(deps),
    TOTP: totp(deps),
    WEBAUTHN: webauthn(deps),
    RECOVERY_CODE: recoveryCode(deps),
  };
}

/** A code of eight digits that is sent to an address. */
function sentCode(
  { pepper, randomBytes, sentCodeLimiter }: ProcedureDeps,
  method: Method,
  sender: Mailer,
  addressOf: (beginning: ProcedureInput) => string,
): Procedure {
  return {
    method,
    async begin(beginning) {
      const to = addressOf(beginning);
      // Mail servers ignore case: another spelling reaches the same person.
      sentCodeLimiter.consume(to.toLowerCase());
      const { challengeId: id, expiresAt } = beginning;
      const { stored, sent: code } = beginOneTimeCode(id, pepper, randomBytes);
      return {
        secret: bytesOf({ to, stored: Buffer.from(stored).toString("base64") }),
        parameters: {},
        send: () => sender.send({ id, to, code, expiresAt }),
      };
    },
    async check(subject, challengeId, secret, _, { code }) {
      requireCode(code);
      const { to, stored } = valueIn<{ to: string; stored: string }>(secret.reveal());
      // An address that the identity has no more is not proven.
      if (method === "EMAIL_CODE" && to !== subject.email) return undefined;
      const isRight = checkOneTimeCode(challengeId, Buffer.from(stored, "base64"), code, pepper);
      return isRight ? { payload: bytesOf({ to }), methods: [method] } : undefined;
    },
  };
}

interface SecretRules {
  readonly enrol: (code: string, subject: Subject) => Promise<Enrollment>;
  readonly check: (stored: string, code: string) => Promise<HashCheck>;
}

/** A secret that its owner chooses with the first answer, and repeats with the next ones. */
function chosenSecret(method: Method, rules: SecretRules): Procedure {
  return {
    method,
    begin: async ({ factor }) => ({ secret: bytesOf({}), parameters: { enrolled: factor !== undefined } }),
    async check(subject, _, __, factor, { code }) {
      requireCode(code);
      if (factor === undefined)
        return { payload: enrolled(await rules.enrol(code, subject), "code"), methods: [method] };
      const { stored } = valueIn<{ stored: string }>(factor.payload);
      const { isRight, rehashed } = await rules.check(stored, code);
      return isRight ? { payload: bytesOf({ stored: rehashed ?? stored }), methods: [method] } : undefined;
    },
  };
}

function securityQuestions({ hasher }: ProcedureDeps): Procedure {
  return {
    method: "SECURITY_QUESTIONS",
    async begin({ factor }) {
      const questions = factor === undefined ? [] : valueIn<{ questions: string[] }>(factor.payload).questions;
      return { secret: bytesOf({}), parameters: { enrolled: factor !== undefined, questions } };
    },
    async check(subject, _, __, factor, response) {
      const answers = Object.entries(response.answers).map(([question, answer]) => ({ question, answer }));
      const questions = answers.map(({ question }) => question);
      if (factor === undefined) {
        const stored = enrolledText(await beginSecurityQuestions(hasher, answers, subject), "answers");
        return { payload: bytesOf({ stored, questions }), methods: ["SECURITY_QUESTIONS"] };
      }
      const known = valueIn<{ stored: string; questions: string[] }>(factor.payload);
      const { isRight, rehashed } = await checkSecurityQuestions(hasher, known.stored, answers);
      if (!isRight) return undefined;
      return {
        payload: bytesOf({ stored: rehashed ?? known.stored, questions: known.questions }),
        methods: ["SECURITY_QUESTIONS"],
      };
    },
  };
}

function totp({ serviceName, randomBytes }: ProcedureDeps): Procedure {
  return {
    method: "TOTP",
    async begin({ subject, factor }) {
      if (factor !== undefined) return { secret: bytesOf({}), parameters: { enrolled: true } };
      const { stored, told } = beginTotp(serviceName, subject.username, randomBytes);
      return {
        secret: bytesOf({ secret: Buffer.from(stored.reveal()).toString("base64") }),
        parameters: { enrolled: false, provisioning_uri: told.reveal() },
      };
    },
    async check(_, __, challengeSecret, factor, { code }, now) {
      requireCode(code);
      const { secret, lastStep } =
        factor === undefined
          ? { ...valueIn<{ secret?: string }>(challengeSecret.reveal()), lastStep: undefined }
          : valueIn<{ secret: string; lastStep: number }>(factor.payload);
      // It was enrolled when the challenge began, and has been taken back since.
      if (secret === undefined) return undefined;
      const step = checkTotp(new Concealed<Uint8Array>(Buffer.from(secret, "base64")), lastStep, code, now);
      return step === undefined ? undefined : { payload: bytesOf({ secret, lastStep: step }), methods: ["TOTP"] };
    },
  };
}

/** A credential as JSON. */
type KeptCredential = Omit<Credential, "publicKey"> & { readonly publicKey: string };

function webauthn({ relyingParty, randomBytes }: ProcedureDeps): Procedure {
  const party = () => {
    if (relyingParty === undefined) throw stateInvalid("The server is not configured for hardware keys.");
    return relyingParty;
  };
  const known = (payload: Uint8Array | undefined): Credential[] =>
    payload === undefined
      ? []
      : valueIn<{ credentials: KeptCredential[] }>(payload).credentials.map((one) => ({
          ...one,
          publicKey: Buffer.from(one.publicKey, "base64"),
        }));
  const proofOf = (credential: Credential, methods: readonly Method[]): Proof => ({
    payload: bytesOf({
      credentials: [{ ...credential, publicKey: Buffer.from(credential.publicKey).toString("base64") }],
    }),
    methods,
  });
  return {
    method: "WEBAUTHN",
    async begin({ subject, factor }) {
      const credentials = known(factor?.payload);
      // A handle that tells nothing: the id is random but for its time.
      const user = { handle: Buffer.from(subject.id.replaceAll("-", ""), "hex"), name: subject.username };
      const { stored, told } =
        credentials.length === 0
          ? await beginWebAuthnRegistration(party(), user, credentials, randomBytes)
          : await beginWebAuthnAuthentication(party(), credentials, randomBytes);
      return {
        secret: bytesOf({ stored: Buffer.from(stored).toString("base64"), registers: credentials.length === 0 }),
        parameters: { enrolled: credentials.length > 0, options: told },
      };
    },
    async check(_, __, secret, factor, { credential }) {
      const { stored, registers } = valueIn<{ stored: string; registers: boolean }>(secret.reveal());
      const challenge = Buffer.from(stored, "base64");
      const credentials = known(factor?.payload);
      // What was begun as the first registration is none any more when there is a credential by now.
      if (registers !== (credentials.length === 0)) return undefined;
      const proven = registers
        ? await checkWebAuthnRegistration(party(), challenge, credential)
        : await checkWebAuthnAuthentication(party(), challenge, credentials, credential);
      return proven && proofOf(proven.credential, proven.methods);
    },
  };
}

/** Its codes are handed out with the first second factor. A right one takes back the factor that was lost. */
function recoveryCode({ pepper }: ProcedureDeps): Procedure {
  return {
    method: "RECOVERY_CODE",
    async begin({ factor }) {
      if (factor === undefined) throw stateInvalid("The identity has no recovery codes.");
      return { secret: bytesOf({}), parameters: { enrolled: true } };
    },
    async check(subject, _, __, factor, { code }) {
      requireCode(code);
      if (factor === undefined) return undefined;
      const codes = valueIn<{ codes: string[] }>(factor.payload).codes;
      const stored = codes.map((one) => Buffer.from(one, "base64"));
      const used = checkRecoveryCode(subject.id, stored, code, pepper);
      if (used === undefined) return undefined;
      return { payload: bytesOf({ codes: codes.filter((_, index) => index !== used) }), methods: ["RECOVERY_CODE"] };
    },
  };
}

function enrolled(made: Enrollment, parameter: string): Uint8Array {
  return bytesOf({ stored: enrolledText(made, parameter) });
}

function enrolledText(made: Enrollment, parameter: string): string {
  if ("stored" in made) return made.stored;
  throw new Fault("PARAMETER_INVALID", made.defect, { parameter });
}

function requireCode(code: string): void {
  if (code === "") throw new Fault("PARAMETER_REQUIRED", "code is required for this method", { parameter: "code" });
}

function badAddress(sentence: string): Fault {
  return new Fault("PARAMETER_INVALID", sentence, { parameter: "address" });
}

function stateInvalid(sentence: string): Fault {
  return new Fault("STATE_INVALID", sentence);
}

import type { ComponentType } from "preact";
import { VerificationMethod as Method } from "#contract/identity/v1/verification_pb.js";
import { EmailStep, PhoneStep } from "./steps/address-steps.tsx";
import { AgreementStep } from "./steps/agreement-step.tsx";
import { LegalComplianceStep, PersonalComplianceStep } from "./steps/compliance-steps.tsx";
import { OrganisationDocumentsStep, PersonalDocumentsStep } from "./steps/documents-step.tsx";
import { PasskeyStep } from "./steps/passkey-step.tsx";
import { QuestionsStep } from "./steps/questions-step.tsx";
import { PasswordStep, PinStep } from "./steps/secret-steps.tsx";
import type { StepProps } from "./steps/step.ts";
import { TotpStep } from "./steps/totp-step.tsx";

/** A method of verification as shown on the page. */
export interface ShownMethod {
  readonly title: string;
  /** Proves it; absent if another method's step does. */
  readonly Step?: ComponentType<StepProps>;
  /** Label of the button that replaces the factor; absent if it cannot be replaced. */
  readonly replace?: string;
}

export const methods: Readonly<Partial<Record<Method, ShownMethod>>> = {
  [Method.EMAIL]: { title: "E-mail", Step: EmailStep, replace: "Change" },
  [Method.PHONE]: { title: "Phone", Step: PhoneStep, replace: "Change" },
  [Method.PASSWORD]: { title: "Password", Step: PasswordStep, replace: "Change" },
  [Method.PIN]: { title: "PIN", Step: PinStep, replace: "Change" },
  [Method.SECURITY_QUESTIONS]: { title: "Security questions", Step: QuestionsStep, replace: "Change" },
  [Method.TOTP]: { title: "Authenticator app", Step: TotpStep, replace: "Replace" },
  [Method.WEBAUTHN]: { title: "Passkey", Step: PasskeyStep, replace: "Replace" },
  [Method.RECOVERY_CODE]: { title: "Recovery codes", replace: "Use one" },
  [Method.PERSONAL_DOCUMENTS]: { title: "Documents", Step: PersonalDocumentsStep },
  [Method.ORGANISATION_DOCUMENTS]: { title: "Documents of the organisation", Step: OrganisationDocumentsStep },
  [Method.PERSONAL_COMPLIANCE]: { title: "A check by a third party", Step: PersonalComplianceStep },
  [Method.LEGAL_COMPLIANCE]: { title: "A check of the organisation", Step: LegalComplianceStep },
  [Method.AGREEMENT]: { title: "Agreement", Step: AgreementStep },
};

export function titleOf(method: Method): string {
  return methods[method]?.title ?? "Another proof";
}

/** Returns the label of the button that changes a proof; undefined if others decide. */
export function changeOf(method: Method): string | undefined {
  return methods[method]?.replace;
}

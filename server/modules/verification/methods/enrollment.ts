import { Fault } from "../../../core/fault.ts";

/** What is stored of a secret that its owner chose, or the sentence that says why it is not accepted. */
export type Enrollment = { readonly stored: string } | { readonly defect: string };

/** @throws Fault PARAMETER_INVALID when the secret is not accepted */
export function requireStored(enrollment: Enrollment, parameter: string): string {
  if ("stored" in enrollment) return enrollment.stored;
  throw new Fault("PARAMETER_INVALID", enrollment.defect, { parameter });
}

import { Fault } from "../../../core/fault.ts";

/** Stored form of a secret chosen by its owner, or a sentence that says why the secret is rejected. */
export type Enrollment = { readonly stored: string } | { readonly defect: string };

/** @throws Fault PARAMETER_INVALID when the secret is rejected */
export function requireStored(enrollment: Enrollment, parameter: string): string {
  if ("stored" in enrollment) return enrollment.stored;
  throw new Fault("PARAMETER_INVALID", enrollment.defect, { parameter });
}

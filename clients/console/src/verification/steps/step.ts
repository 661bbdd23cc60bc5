import type { VerificationFacts } from "../facts.ts";

/** Properties of a step of verification. */
export interface StepProps {
  readonly facts: VerificationFacts;
  /** Whether it enrols a factor that replaces the proven one. */
  readonly replace?: boolean;
  /** Called when the step is done, with a sentence, and with new recovery codes if there are any. */
  readonly onDone: (what: string, recoveryCodes?: readonly string[]) => Promise<void>;
}

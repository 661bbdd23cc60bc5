import type { VerificationFacts } from "../facts.ts";

/** Properties of a step of verification. */
export interface StepProps {
  readonly facts: VerificationFacts;
  /** Whether it enrols another factor in place of the one that is proven. */
  readonly replace?: boolean;
  /** Told when the step is done, with a sentence, and with recovery codes if there are new ones. */
  readonly onDone: (what: string, recoveryCodes?: readonly string[]) => Promise<void>;
}

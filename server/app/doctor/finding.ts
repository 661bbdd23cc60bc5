/** Result of a check, with what to do unless it is well. */
export interface Finding {
  readonly check: string;
  readonly state: "ok" | "warning" | "failed";
  /** Has no secrets. */
  readonly message: string;
  readonly advice?: string;
}

/** A check of an installation, which changes nothing. */
export interface DoctorCheck {
  readonly name: string;
  /** Rejects only for what it does not know; the doctor tells it as failed. */
  look(): Promise<readonly Finding[]>;
}

/** Makes the findings of one check. */
export function findings(check: string) {
  return {
    ok: (message: string): Finding => ({ check, state: "ok", message }),
    warning: (message: string, advice: string): Finding => ({ check, state: "warning", message, advice }),
    failed: (message: string, advice: string): Finding => ({ check, state: "failed", message, advice }),
  };
}

/** Returns the code of an error, or its message if it has none. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

import { lifetimeMs } from "../domain/challenge.ts";
import type { Concealed } from "../domain/masking.ts";

/** A code on its way to an address. */
export interface CodeMessage {
  /** Id of the challenge. The same id is the same message, also when it is sent again. */
  readonly id: string;
  readonly to: string;
  readonly code: Concealed<string>;
  readonly expiresAt: Date;
}

/** Port: brings codes to e-mail addresses. Rejects with a `DeliveryFailure`. */
export interface Mailer {
  send(message: CodeMessage): Promise<void>;
}

/** Port: brings codes to phone numbers. Rejects with a `DeliveryFailure`. */
export interface PhoneSender {
  send(message: CodeMessage): Promise<void>;
}

/** A message that could not be delivered. It never says what was in it, nor whom it was for. */
export class DeliveryFailure extends Error {
  /** Whether the same message may succeed later. */
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary: boolean) {
    super(message);
    this.name = "DeliveryFailure";
    this.isTemporary = isTemporary;
  }
}

/** What the recipient reads. The code has a gap in the middle, so that it can be read aloud. */
export function textOf(message: CodeMessage, serviceName: string): string {
  const code = message.code.reveal();
  const until = message.expiresAt.toISOString().slice(0, 16).replace("T", " ");
  return [
    `Your ${serviceName} verification code is ${code.slice(0, 4)} ${code.slice(4)}`,
    `It is good for ${lifetimeMs / 60_000} minutes, until ${until} UTC, and for one use.`,
    "Nobody from us will ever ask you for it. If you did not ask for this code, you need do nothing.",
  ].join("\n");
}

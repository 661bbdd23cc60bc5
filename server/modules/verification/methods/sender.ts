import { lifetimeMs } from "../domain/challenge.ts";
import type { Concealed } from "../domain/masking.ts";

/** A code to send to an address. */
export interface CodeMessage {
  /** Id of the challenge. Messages with the same id are repetitions. */
  readonly id: string;
  readonly to: string;
  readonly code: Concealed<string>;
  readonly expiresAt: Date;
}

/** A mail without a code, about something that has happened. */
export interface Notice {
  /** Notices with the same id are repetitions. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Port: sends codes and notices to e-mail addresses. Rejects with a `DeliveryFailure`. */
export interface Mailer {
  send(message: CodeMessage): Promise<void>;
  /** Sends a notice; aborting the signal gives it up. */
  notify(notice: Notice, signal: AbortSignal): Promise<void>;
}

/** Port: sends codes to phone numbers. Rejects with a `DeliveryFailure`. */
export interface PhoneSender {
  send(message: CodeMessage): Promise<void>;
}

/** A failure to deliver a message. It contains neither the message nor the recipient. */
export class DeliveryFailure extends Error {
  /** Whether the same message may succeed later. */
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary: boolean) {
    super(message);
    this.name = "DeliveryFailure";
    this.isTemporary = isTemporary;
  }
}

/** Returns the subject of a mail with a code; the code itself is not in the subject. */
export function subjectOfCode(serviceName: string): string {
  return `${serviceName}: your verification code`;
}

/** Returns the text of a message. The code has a space in the middle, so that it is easy to read aloud. */
export function textOf(message: CodeMessage, serviceName: string): string {
  const code = message.code.reveal();
  const until = message.expiresAt.toISOString().slice(0, 16).replace("T", " ");
  return [
    `Your ${serviceName} verification code is ${code.slice(0, 4)} ${code.slice(4)}`,
    `It is good for ${lifetimeMs / 60_000} minutes, until ${until} UTC, and for one use.`,
    "Nobody from us will ever ask you for it. If you did not ask for this code, you need do nothing.",
  ].join("\n");
}

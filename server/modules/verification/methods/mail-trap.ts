import { type CodeMessage, type Mailer, type PhoneSender, textOf } from "./sender.ts";

/** A message that was stored instead of sent. */
export interface TrappedMessage {
  readonly id: string;
  readonly to: string;
  readonly text: string;
  readonly expiresAt: Date;
}

/** Adapter of both ports for development: messages stay in memory, where an administrator can read them. */
export interface MailTrap extends Mailer, PhoneSender {
  /** Stored messages, newest first. They contain codes: for administrators only. */
  list(): TrappedMessage[];
}

/** Creates a mail trap that stores up to `messagesMax` messages and drops the oldest beyond. */
export function createMailTrap(serviceName: string, messagesMax = 100): MailTrap {
  let messages: CodeMessage[] = [];
  return {
    async send(message) {
      messages = [message, ...messages.filter(({ id }) => id !== message.id)].slice(0, messagesMax);
    },
    list: () =>
      messages.map((message) => ({
        id: message.id,
        to: message.to,
        text: textOf(message, serviceName),
        expiresAt: message.expiresAt,
      })),
  };
}

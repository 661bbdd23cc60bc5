import { type CodeMessage, type Mailer, type PhoneSender, textOf } from "./sender.ts";

/** A message that was kept instead of sent. */
export interface TrappedMessage {
  readonly id: string;
  readonly to: string;
  readonly text: string;
  readonly expiresAt: Date;
}

/** Development's adapter of both ports: messages stay in memory, where an administrator can read them. */
export interface MailTrap extends Mailer, PhoneSender {
  /** What is kept, the newest first. Shows codes: for administrators only. */
  list(): TrappedMessage[];
}

/** Makes an outbox that keeps so many messages and then forgets the oldest. */
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

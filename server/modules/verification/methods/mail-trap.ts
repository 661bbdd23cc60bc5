import { type CodeMessage, type Mailer, type Notice, type PhoneSender, textOf } from "./sender.ts";

/** A message that was stored instead of sent. */
export interface TrappedMessage {
  readonly id: string;
  readonly to: string;
  readonly text: string;
  /** When its code expires; undefined for a notice. */
  readonly expiresAt: Date | undefined;
}

/** Adapter of both ports for development: messages stay in memory, where an administrator can read them. */
export interface MailTrap extends Mailer, PhoneSender {
  /** Stored messages, newest first. They contain codes and are only for administrators. */
  list(): TrappedMessage[];
}

/** Creates a mail trap that stores the last `messagesMax` messages. */
export function createMailTrap(serviceName: string, messagesMax = 100): MailTrap {
  let messages: (CodeMessage | Notice)[] = [];
  const keep = async (message: CodeMessage | Notice) => {
    messages = [message, ...messages.filter(({ id }) => id !== message.id)].slice(0, messagesMax);
  };
  return {
    send: keep,
    notify: keep,
    list: () =>
      messages.map((message) => ({
        id: message.id,
        to: message.to,
        text: "code" in message ? textOf(message, serviceName) : message.text,
        expiresAt: "code" in message ? message.expiresAt : undefined,
      })),
  };
}

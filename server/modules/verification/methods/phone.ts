import { isPhoneNumber } from "../domain/addresses.ts";
import { DeliveryFailure, type PhoneSender, textOf } from "./sender.ts";
import type { SignedPost } from "./signed-post.ts";

/** Creates a sender of codes to phones that uses a webhook, which receives `id`, `to`, `text` and `expires_at`. */
export function createWebhookPhoneSender(post: SignedPost, serviceName: string): PhoneSender {
  return {
    async send(message) {
      if (!isPhoneNumber(message.to)) throw new DeliveryFailure("the address is not a phone number", false);
      const { id, to, expiresAt } = message;
      await post(id, { id, to, text: textOf(message, serviceName), expires_at: expiresAt.toISOString() });
    },
  };
}

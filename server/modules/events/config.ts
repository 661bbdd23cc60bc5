import { z } from "zod";
import { settings } from "../../core/config/settings.ts";

/** Settings of webhooks. */
export const webhookSettings = settings({
  variables: {
    WEBHOOK_ADDRESSES: z
      .enum(["public", "any"])
      .default("public")
      .describe(
        "Where events may be posted: to https URLs with public addresses, or also to private ones and by http, on a network of your own",
      ),
  },
  read: (read) => ({ allowsAny: read.WEBHOOK_ADDRESSES === "any" }),
});

export type WebhookSettings = ReturnType<typeof webhookSettings.read>;

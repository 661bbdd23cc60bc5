import { z } from "zod";
import { isOrigin, webAddress } from "../../core/config/primitives.ts";
import { settings, unpaired } from "../../core/config/settings.ts";
import { isEmailAddress } from "./domain/addresses.ts";

const secret = z.string().min(32, "must have at least 32 characters");

/** Where codes are sent, who checks identities, and the site for hardware keys. */
export const verificationSettings = settings({
  variables: {
    SERVICE_NAME: z
      .string()
      .regex(/^[\p{L}\p{N} ._-]{1,64}$/u, "must be 1 to 64 letters, digits, spaces, dots, hyphens")
      .default("Platonic"),
    MAIL_URL: z
      .string()
      .refine((text) => /^smtps?:\/\/./.test(text) && URL.canParse(text), "must be like smtps://name:password@host:465")
      .optional(),
    MAIL_FROM: z.string().refine(isEmailAddress, "must be an e-mail address").optional(),
    PHONE_WEBHOOK_URL: webAddress.optional(),
    PHONE_WEBHOOK_SECRET: secret.optional(),
    COMPLIANCE_WEBHOOK_URL: webAddress.optional(),
    COMPLIANCE_WEBHOOK_SECRET: secret.optional(),
    WEBAUTHN_RP_ID: z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, "must be a domain name")
      .optional(),
    WEBAUTHN_ORIGINS: z
      .string()
      .transform((text) => text.split(",").map((origin) => origin.trim()))
      .refine((list) => list.every((one) => one !== "*" && isOrigin(one)), "must be origins with commas between")
      .optional(),
  },
  read: (read) => ({
    /** Name of the service in mails and authenticator apps. */
    serviceName: read.SERVICE_NAME,
    /** The mail server for verification codes. Undefined: codes are kept in memory, for development. */
    mail:
      read.MAIL_URL === undefined || read.MAIL_FROM === undefined
        ? undefined
        : { url: read.MAIL_URL, from: read.MAIL_FROM },
    /** Where codes for phones are posted. Undefined: they are kept in memory, for development. */
    phoneWebhook: webhook(read.PHONE_WEBHOOK_URL, read.PHONE_WEBHOOK_SECRET),
    /** The third party that checks identities, and the secret that signs messages to it and from it. */
    complianceWebhook: webhook(read.COMPLIANCE_WEBHOOK_URL, read.COMPLIANCE_WEBHOOK_SECRET),
    /** The web site from whose pages hardware keys are used. */
    relyingParty:
      read.WEBAUTHN_RP_ID === undefined || read.WEBAUTHN_ORIGINS === undefined
        ? undefined
        : { name: read.SERVICE_NAME, id: read.WEBAUTHN_RP_ID, origins: read.WEBAUTHN_ORIGINS },
  }),
  incomplete: (given) =>
    unpaired(given, [
      ["MAIL_URL", "MAIL_FROM"],
      ["PHONE_WEBHOOK_URL", "PHONE_WEBHOOK_SECRET"],
      ["COMPLIANCE_WEBHOOK_URL", "COMPLIANCE_WEBHOOK_SECRET"],
      ["WEBAUTHN_RP_ID", "WEBAUTHN_ORIGINS"],
    ]),
});

export type VerificationSettings = ReturnType<typeof verificationSettings.read>;

function webhook(url: string | undefined, secret: string | undefined) {
  return url === undefined || secret === undefined ? undefined : { url, secret };
}

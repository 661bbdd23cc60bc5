import { z } from "zod";
import { integer, isOrigin, isReadable, list, text, unreadable, webhookAddress } from "../../core/config/primitives.ts";
import { settings, unpaired } from "../../core/config/settings.ts";
import { isEmailAddress } from "../../core/email-address.ts";
import { windows } from "../../core/fixed-window/windows.ts";
import { isVisible, unreadableSign } from "../../core/readable-text.ts";
import { isDomainName, originDefect } from "./domain/relying-party.ts";
import { readMailUrl } from "./methods/mail-url.ts";

const secret = z
  .string()
  .min(32, "must have at least 32 characters")
  .meta({ form: "at least 32 characters", conceals: "value" });

const mailUrl = z
  .string()
  .transform((url, context) => {
    try {
      const { caFile } = readMailUrl(url);
      if (caFile === undefined || isReadable(caFile)) return url;
      context.addIssue({ code: "custom", message: `has a tlsCaFile that ${unreadable(caFile)}` });
    } catch (error) {
      context.addIssue({ code: "custom", message: (error as Error).message });
    }
    return z.NEVER;
  })
  .meta({ form: "`smtps://name:password@host:465`, or the same with `smtp:`", conceals: "password" });

/** Settings of the senders of codes, the third party that checks identities, and the web site for hardware keys. */
export const verificationSettings = settings({
  variables: {
    SERVICE_NAME: text("1 to 64 letters, digits, spaces, dots, hyphens", isServiceName)
      .default("Platonic")
      .describe("Name of the service in mails and authenticator apps"),
    MAIL_URL: mailUrl
      .optional()
      .describe("Mail server for verification codes; without it they are kept in memory, for `platonic outbox`"),
    MAIL_FROM: text("an e-mail address", isEmailAddress)
      .optional()
      .describe("Sender of the mails; needed with `MAIL_URL`"),
    PHONE_WEBHOOK_URL: webhookAddress
      .optional()
      .describe("URL to which codes for phones are posted; without it they are kept in memory, for development"),
    PHONE_WEBHOOK_SECRET: secret
      .optional()
      .describe("Secret that signs what is posted to `PHONE_WEBHOOK_URL`; needed with it"),
    MAILS_PER_HOUR: integer(1, 1_000_000_000)
      .default(windows.mails.countMax)
      .describe("Mails with codes that all servers together send in an hour"),
    TEXT_MESSAGES_PER_HOUR: integer(1, 1_000_000_000)
      .default(windows.textMessages.countMax)
      .describe("Text messages with codes that they send in an hour"),
    DOCUMENT_MEBIBYTES_PER_IDENTITY: integer(1, 1_000_000)
      .default(64)
      .describe("Size of all documents that an identity may submit, including those of decided cases"),
    COMPLIANCE_WEBHOOK_URL: webhookAddress
      .optional()
      .describe("URL of the third party that checks identities; without it there is none"),
    COMPLIANCE_WEBHOOK_SECRET: secret
      .optional()
      .describe(
        "Secret that signs what is posted to `COMPLIANCE_WEBHOOK_URL`, and the decisions that come back; needed with it",
      ),
    WEBAUTHN_RP_ID: text("a domain name", isDomainName)
      .optional()
      .describe(
        "Domain of the web site from whose pages passkeys and hardware keys are used; without it there is none",
      ),
    WEBAUTHN_ORIGINS: list("origins separated by commas", (origin) => origin !== "*" && isOrigin(origin))
      .optional()
      .describe("Origins of those pages, at that domain or below it; needed with `WEBAUTHN_RP_ID`"),
  },
  secrets: [
    "MAIL_URL",
    "PHONE_WEBHOOK_URL",
    "PHONE_WEBHOOK_SECRET",
    "COMPLIANCE_WEBHOOK_URL",
    "COMPLIANCE_WEBHOOK_SECRET",
  ],
  read: (read) => ({
    /** Name of the service in mails and authenticator apps. */
    serviceName: read.SERVICE_NAME,
    /** Mail server for verification codes. Undefined: codes are stored in memory, for development. */
    mail:
      read.MAIL_URL === undefined || read.MAIL_FROM === undefined
        ? undefined
        : { url: read.MAIL_URL, from: read.MAIL_FROM },
    /** Webhook that sends codes to phones. Undefined: codes are stored in memory, for development. */
    phoneWebhook: webhook(read.PHONE_WEBHOOK_URL, read.PHONE_WEBHOOK_SECRET),
    mailsPerHour: read.MAILS_PER_HOUR,
    textMessagesPerHour: read.TEXT_MESSAGES_PER_HOUR,
    /** Most bytes of all documents of an identity. */
    documentBytesMax: read.DOCUMENT_MEBIBYTES_PER_IDENTITY * 1024 * 1024,
    /** Third party that checks identities, and the secret that signs messages to and from it. */
    complianceWebhook: webhook(read.COMPLIANCE_WEBHOOK_URL, read.COMPLIANCE_WEBHOOK_SECRET),
    /** Web site from whose pages hardware keys are used. */
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
  contradictions: ({ WEBAUTHN_RP_ID: id, WEBAUTHN_ORIGINS: given }) =>
    (given ?? []).flatMap((origin, index) => {
      const defect = id && originDefect(id, origin);
      return defect === undefined ? [] : [`WEBAUTHN_ORIGINS[${index}] ${defect}`];
    }),
});

export type VerificationSettings = ReturnType<typeof verificationSettings.read>;

/** Whether a name has visible letters and no misleading characters: some letters are invisible, too. */
function isServiceName(name: string): boolean {
  return /^[\p{L}\p{N} ._-]{1,64}$/u.test(name) && unreadableSign(name) === undefined && isVisible(name);
}

function webhook(url: string | undefined, secret: string | undefined) {
  return url === undefined || secret === undefined ? undefined : { url, secret };
}

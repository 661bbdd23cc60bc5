import { z } from "zod";
import { integer, isOrigin, webAddress } from "../../core/config/primitives.ts";
import { isEmailAddress } from "../verification/domain/addresses.ts";

/** What the environment settles of identities, their verification and their authentication. */
export interface IdentityConfig {
  /** Whether anybody may make an identity, without credentials. */
  readonly openRegistration: boolean;
  /** For whom rotating tokens must be: their claim `aud`. */
  readonly tokenAudience: string;
  /** The claim `iss` of the tokens that the service signs. */
  readonly ownIssuer: string;
  /** What the service is called in mails and authenticator apps. */
  readonly serviceName: string;
  /** The mail server for verification codes. Absent: codes stay in an outbox for administrators, for development. */
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  /** Where codes for phones go. Absent: the outbox. */
  readonly phoneWebhook: { readonly url: string; readonly secret: string } | undefined;
  /** The third party that checks identities, and the secret of messages to it and from it. Absent: there is none. */
  readonly complianceWebhook: { readonly url: string; readonly secret: string } | undefined;
  /** The web site from whose pages hardware keys are used. */
  readonly relyingParty:
    | { readonly name: string; readonly id: string; readonly origins: readonly string[] }
    | undefined;
  /** Seconds after which clients' tokens must be new. */
  readonly rotationWindowSeconds: number;
  /** What the scope of a token may give its session, beside what belongs to the identity. */
  readonly sessionGrants: readonly string[];
}

export const identityVariables = {
  OPEN_REGISTRATION: z.enum(["true", "false"]).default("false"),
  TOKEN_AUDIENCE: z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/, "must be 1 to 128 visible ASCII characters")
    .default("platonic"),
  OWN_ISSUER: z
    .string()
    .regex(/^[\x21-\x7e]{1,256}$/, "must be 1 to 256 visible ASCII characters, best the URL of the service")
    .default("platonic"),
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
  PHONE_WEBHOOK_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  COMPLIANCE_WEBHOOK_URL: webAddress.optional(),
  COMPLIANCE_WEBHOOK_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  WEBAUTHN_RP_ID: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, "must be a domain name")
    .optional(),
  WEBAUTHN_ORIGINS: z
    .string()
    .transform((text) => text.split(",").map((origin) => origin.trim()))
    .refine((list) => list.every((origin) => origin !== "*" && isOrigin(origin)), "must be origins with commas between")
    .optional(),
  ROTATION_WINDOW: integer(30, 900).default(300),
  SESSION_GRANTS: z
    .string()
    .regex(
      /^[a-z][a-z-]*:(\*|[a-z][a-z-]*)( [a-z][a-z-]*:(\*|[a-z][a-z-]*))*$/,
      "must be permissions with spaces between",
    )
    .transform((text) => text.split(" "))
    .default(["geocode:*"]),
};

type IdentityVariables = z.infer<z.ZodObject<typeof identityVariables>>;

export function toIdentityConfig(read: IdentityVariables): IdentityConfig {
  return {
    openRegistration: read.OPEN_REGISTRATION === "true",
    tokenAudience: read.TOKEN_AUDIENCE,
    ownIssuer: read.OWN_ISSUER,
    serviceName: read.SERVICE_NAME,
    mail:
      read.MAIL_URL === undefined || read.MAIL_FROM === undefined
        ? undefined
        : { url: read.MAIL_URL, from: read.MAIL_FROM },
    phoneWebhook:
      read.PHONE_WEBHOOK_URL === undefined || read.PHONE_WEBHOOK_SECRET === undefined
        ? undefined
        : { url: read.PHONE_WEBHOOK_URL, secret: read.PHONE_WEBHOOK_SECRET },
    complianceWebhook:
      read.COMPLIANCE_WEBHOOK_URL === undefined || read.COMPLIANCE_WEBHOOK_SECRET === undefined
        ? undefined
        : { url: read.COMPLIANCE_WEBHOOK_URL, secret: read.COMPLIANCE_WEBHOOK_SECRET },
    relyingParty:
      read.WEBAUTHN_RP_ID === undefined || read.WEBAUTHN_ORIGINS === undefined
        ? undefined
        : { name: read.SERVICE_NAME, id: read.WEBAUTHN_RP_ID, origins: read.WEBAUTHN_ORIGINS },
    rotationWindowSeconds: read.ROTATION_WINDOW,
    sessionGrants: read.SESSION_GRANTS,
  };
}

const pairs = [
  ["MAIL_URL", "MAIL_FROM"],
  ["PHONE_WEBHOOK_URL", "PHONE_WEBHOOK_SECRET"],
  ["COMPLIANCE_WEBHOOK_URL", "COMPLIANCE_WEBHOOK_SECRET"],
  ["WEBAUTHN_RP_ID", "WEBAUTHN_ORIGINS"],
] as const;

/** Problems of variables that are good by themselves. */
export function identityDisagreements(given: Record<string, unknown>): string[] {
  return pairs
    .filter(([first, second]) => (given[first] === undefined) !== (given[second] === undefined))
    .map(([first, second]) => {
      const missing = given[first] === undefined ? first : second;
      return `${missing} is missing: ${first} and ${second} go together`;
    });
}

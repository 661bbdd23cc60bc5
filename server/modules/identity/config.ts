import { z } from "zod";
import { integer } from "../../core/config/primitives.ts";
import { settings } from "../../core/config/settings.ts";

/** Identities and their authentication. */
export const identitySettings = settings({
  variables: {
    OPEN_REGISTRATION: z.enum(["true", "false"]).default("false"),
    TOKEN_AUDIENCE: z
      .string()
      .regex(/^[\x21-\x7e]{1,128}$/, "must be 1 to 128 visible ASCII characters")
      .default("platonic"),
    OWN_ISSUER: z
      .string()
      .regex(/^[\x21-\x7e]{1,256}$/, "must be 1 to 256 visible ASCII characters, best the URL of the service")
      .default("platonic"),
    ROTATION_WINDOW: integer(30, 900).default(300),
    SESSION_GRANTS: z
      .string()
      .regex(
        /^[a-z][a-z-]*:(\*|[a-z][a-z-]*)( [a-z][a-z-]*:(\*|[a-z][a-z-]*))*$/,
        "must be permissions with spaces between",
      )
      .transform((text) => text.split(" "))
      .default(["geocode:*"]),
  },
  read: (read) => ({
    /** Whether identities can be created without credentials. */
    openRegistration: read.OPEN_REGISTRATION === "true",
    /** Required value of the claim `aud` of rotating tokens. */
    tokenAudience: read.TOKEN_AUDIENCE,
    /** Claim `iss` of the JWTs that the service signs. */
    jwtIssuer: read.OWN_ISSUER,
    /** Lifetime of a client's token, in seconds. */
    rotationWindowSeconds: read.ROTATION_WINDOW,
    /** Permissions that the scope of a token may give its session, besides those for its own identity. */
    sessionGrants: read.SESSION_GRANTS as readonly string[],
  }),
});

export type IdentitySettings = ReturnType<typeof identitySettings.read>;

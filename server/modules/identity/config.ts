import { z } from "zod";
import { integer, isDistinct, text } from "../../core/config/primitives.ts";
import { settings } from "../../core/config/settings.ts";
import { windows } from "../../core/fixed-window/windows.ts";

/** Settings of identities and their authentication. */
export const identitySettings = settings({
  variables: {
    OPEN_REGISTRATION: z
      .enum(["true", "false"])
      .default("false")
      .describe("Whether identities can be created without credentials"),
    REGISTRATIONS_PER_HOUR: integer(1, 1_000_000_000)
      .default(windows.registrations.countMax)
      .describe("Identities that people may create in an hour without an application, on all servers together"),
    REGISTRATIONS_PER_NETWORK: integer(1, 1_000_000_000)
      .default(windows.networkRegistrations.countMax)
      .describe("The same for one network, on each server"),
    TOKEN_AUDIENCE: text("1 to 128 visible ASCII characters", /^[\x21-\x7e]{1,128}$/)
      .default("platonic")
      .describe("Claim `aud` that rotating tokens must have; if `PUBLIC_URL` is set, by default that origin"),
    OWN_ISSUER: text("1 to 256 visible ASCII characters, best the URL of the service", /^[\x21-\x7e]{1,256}$/)
      .default("platonic")
      .describe("Claim `iss` of the JWTs that the service signs"),
    ROTATION_WINDOW: integer(30, 900).default(300).describe("Longest lifetime of a rotating token, in seconds"),
    EXPLAIN_TOKENS: z
      .enum(["true", "false"])
      .default("false")
      .describe("Whether the answer to a rejected rotating token says which rule it breaks, for development"),
    SESSION_GRANTS: text(
      "permissions separated by spaces",
      /^[a-z][a-z-]*:(\*|[a-z][a-z-]*)( [a-z][a-z-]*:(\*|[a-z][a-z-]*))*$/,
    )
      .transform((grants) => grants.split(" "))
      .refine(isDistinct, "has a permission twice")
      .default(["geocode:*"])
      .describe("Permissions that the scope of a token may give its session"),
  },
  read: (read) => ({
    /** Whether identities can be created without credentials. */
    openRegistration: read.OPEN_REGISTRATION === "true",
    registrationsPerHour: read.REGISTRATIONS_PER_HOUR,
    registrationsPerNetwork: read.REGISTRATIONS_PER_NETWORK,
    /** Required value of the claim `aud` of rotating tokens. */
    tokenAudience: read.TOKEN_AUDIENCE,
    /** Claim `iss` of the JWTs that the service signs. */
    jwtIssuer: read.OWN_ISSUER,
    /** Lifetime of a client's token, in seconds. */
    rotationWindowSeconds: read.ROTATION_WINDOW,
    /** Whether the answer to a rejected rotating token names the violated rule. */
    explainsTokens: read.EXPLAIN_TOKENS === "true",
    /** Permissions that the scope of a token may give its session, besides those for its own identity. */
    sessionGrants: read.SESSION_GRANTS as readonly string[],
  }),
});

export type IdentitySettings = ReturnType<typeof identitySettings.read>;

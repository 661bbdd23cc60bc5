import { z } from "zod";
import { isReadable, isWebAddress, json, jsonOrFile } from "../core/config/primitives.ts";
import { settings } from "../core/config/settings.ts";
import type { Plan } from "../rpc/plan.ts";
import { hasWrongChecksum } from "./authentication/api-key.ts";
import { isTokenShaped, isVisibleAscii } from "./authentication/bearer.ts";

/** The plans that exist without configuration. */
export const defaultPlans = {
  developer: { requestsPerMinute: 100, concurrentRequests: 20 },
  professional: { requestsPerMinute: 500, concurrentRequests: 50 },
  enterprise: { requestsPerMinute: 2_000, concurrentRequests: 200 },
  operator: { requestsPerMinute: 10_000_000, concurrentRequests: 1_000 },
  // For each user of the host other than root; for the sessions of each identity; for the anonymous callers of a
  // network.
  host: { requestsPerMinute: 6_000, concurrentRequests: 32 },
  identity: { requestsPerMinute: 600, concurrentRequests: 20 },
  visitor: { requestsPerMinute: 60, concurrentRequests: 10 },
};

const word = z.string().min(1);

const issuers = z
  .array(
    z.strictObject({
      issuer: word,
      audience: word,
      jwks: word.refine((text) => isWebAddress(text) || isReadable(text), "is neither a URL nor a readable file"),
      permissionsClaim: word.optional(),
      planClaim: word.default("plan"),
      defaultPlan: word.optional(),
    }),
  )
  .refine((list) => new Set(list.map((entry) => entry.issuer)).size === list.length, "names an issuer twice");

const plans = z.record(
  z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, "must be a name of lower-case letters, digits and hyphens"),
  z.strictObject({ requestsPerMinute: z.int().min(1).max(1e12), concurrentRequests: z.int().min(1).max(1e6) }),
);

/** Rejects at startup a secret that authentication would never accept as a key. */
const bootstrapApiKey = z
  .string()
  .min(32, "must have at least 32 characters")
  .refine(isVisibleAscii, "must have visible ASCII characters only, to fit in a header")
  .refine((text) => !isTokenShaped(text), "must not have three parts with dots between: that is a JWT")
  .refine((text) => !hasWrongChecksum(text), "begins like a key of this service, but its checksum is wrong")
  .meta({ form: "at least 32 visible ASCII characters" });

/** API keys, plans, and the issuers of tokens that are accepted. */
export const accessSettings = settings({
  variables: {
    JWT_ISSUERS: jsonOrFile.pipe(issuers).default([]).describe("Issuers whose JWTs are accepted"),
    PLANS: json.pipe(plans).default({}).describe("Plans beside the default ones, or in place of them"),
    BOOTSTRAP_API_KEY: bootstrapApiKey
      .optional()
      .describe("Secret of an operator's API key that exists after every start; without it the first start prints one"),
  },
  read: (read) => ({
    issuers: read.JWT_ISSUERS.map((entry) => ({ permissionsClaim: undefined, defaultPlan: undefined, ...entry })),
    plans: new Map(
      Object.entries({ ...defaultPlans, ...read.PLANS }).map(([name, bounds]): [string, Plan] => [
        name,
        Object.freeze({ name, ...bounds }),
      ]),
    ) as ReadonlyMap<string, Plan>,
    bootstrapApiKey: read.BOOTSTRAP_API_KEY,
  }),
  contradictions({ JWT_ISSUERS, PLANS }) {
    const known = new Set(Object.keys({ ...defaultPlans, ...PLANS }));
    return JWT_ISSUERS.flatMap(({ defaultPlan }, index) =>
      defaultPlan === undefined || known.has(defaultPlan)
        ? []
        : [`JWT_ISSUERS[${index}].defaultPlan names no configured plan`],
    );
  },
});

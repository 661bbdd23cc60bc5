import { z } from "zod";
import { isDistinct, isReadable, jsonOrFile, unreadable, webAddressFlaw } from "../core/config/primitives.ts";
import { settings } from "../core/config/settings.ts";
import { hasWrongChecksum } from "./authentication/api-key.ts";
import { isTokenShaped, isVisibleAscii } from "./authentication/bearer.ts";
import type { AccessPlan } from "./domain/access-plan.ts";

/** Grants that keys and tokens may carry by default: all except those of administrators and of the host. */
const ordinaryPermissions = [
  "geocode:*",
  "identities:*",
  "authentication:*",
  "verification:*",
  "wallets:*",
  "webhooks:*",
  "transactions:*",
  "exchange:*",
];

type PlanSettings = Omit<AccessPlan, "name" | "permissions" | "isInternal"> & Partial<Pick<AccessPlan, "permissions">>;

/** The plans that exist without configuration. */
export const defaultPlans = {
  developer: { requestsPerMinute: 100, concurrentRequests: 20, permissions: ordinaryPermissions, selfService: true },
  professional: { requestsPerMinute: 500, concurrentRequests: 50, permissions: ordinaryPermissions },
  enterprise: { requestsPerMinute: 2_000, concurrentRequests: 200, permissions: ordinaryPermissions },
  operator: { requestsPerMinute: 10_000_000, concurrentRequests: 1_000, permissions: ["*"] },
  // Applies to each user of the host other than root. The next two: to the sessions of each identity, and to the
  // anonymous callers of a network.
  host: { requestsPerMinute: 6_000, concurrentRequests: 32, permissions: ordinaryPermissions },
  identity: { requestsPerMinute: 600, concurrentRequests: 20, permissions: ordinaryPermissions },
  anonymous: { requestsPerMinute: 60, concurrentRequests: 10, permissions: ordinaryPermissions },
};

/** Plans of the service itself, which tokens of an issuer have only if its configuration names them. */
const internalPlans = ["operator", "host", "identity", "anonymous"];

const word = z.string().min(1);
const grant = z.string().regex(/^(\*|[a-z][a-z-]*:(\*|[a-z][a-z-]*))$/, "must be a permission, `area:*` or `*`");

const issuers = z
  .array(
    z.strictObject({
      issuer: word,
      audience: word,
      jwks: word.superRefine((text, context) => {
        const message = jwksFlaw(text);
        if (message !== undefined) context.addIssue({ code: "custom", message });
      }),
      permissionsClaim: word.optional(),
      planClaim: word.default("plan"),
      defaultPlan: word.optional(),
      plans: z.array(word).refine(isDistinct, "names a plan twice").optional(),
      permissions: z.array(grant).refine(isDistinct, "names a permission twice").default(["*"]),
    }),
  )
  .refine((list) => isDistinct(list.map(({ issuer }) => issuer)), "names an issuer twice");

function jwksFlaw(text: string): string | undefined {
  if (/^https?:/i.test(text)) return webAddressFlaw(text);
  if (isReadable(text)) return undefined;
  return /^[./]/.test(text) ? unreadable(text) : "is neither a URL nor a readable file";
}

const plans = z.record(
  z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, "must be a name of lower-case letters, digits and hyphens"),
  z.strictObject({
    requestsPerMinute: z.int().min(1).max(1e12),
    concurrentRequests: z.int().min(1).max(1e6),
    permissions: z.array(grant).refine(isDistinct, "names a permission twice").optional(),
    selfService: z.boolean().optional(),
  }),
);

/** Rejects at startup a secret that authentication would never accept as a key. */
const bootstrapApiKey = z
  .string()
  .min(32, "must have at least 32 characters")
  .refine(isVisibleAscii, "must have visible ASCII characters only, to fit in a header")
  .refine((text) => !isTokenShaped(text), "must not have three parts with dots between: that is a JWT")
  .refine((text) => !hasWrongChecksum(text), "begins like a key of this service, but its checksum is wrong")
  .meta({ form: "at least 32 visible ASCII characters", conceals: "value" });

const redisUrl = z
  .string()
  .refine(isRedisUrl, "must be a URL such as redis://user:password@host:6379")
  .meta({ form: "`redis://user:password@host:port`, or `rediss://` with TLS", conceals: "password" });

function isRedisUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  return (protocol === "redis:" || protocol === "rediss:") && hostname !== "" && search === "" && hash === "";
}

/** API keys, plans, and the issuers of tokens that are accepted. */
export const accessSettings = settings({
  variables: {
    JWT_ISSUERS: jsonOrFile.pipe(issuers).default([]).describe("Issuers whose JWTs are accepted"),
    PLANS: jsonOrFile.pipe(plans).default({}).describe("Plans beside the default ones, or in place of them"),
    BOOTSTRAP_API_KEY: bootstrapApiKey
      .optional()
      .describe("Secret of an operator's API key that exists after every start; without it the first start prints one"),
    REDIS_URL: redisUrl
      .optional()
      .describe("Redis or Valkey that counts the calls of plans for all processes, in place of the database"),
    REDIS_CLUSTER: z
      .enum(["on", "off"])
      .default("off")
      .describe("`on`: `REDIS_URL` names a node of a cluster, which tells the others"),
    REDIS_PREFIX: z
      .string()
      .regex(/^[!-~]{1,64}$/, "must have 1 to 64 visible ASCII characters")
      .default("platonic:")
      .describe("Beginning of all keys there; another one for each service that shares it")
      .meta({ form: "1 to 64 visible ASCII characters" }),
  },
  secrets: ["BOOTSTRAP_API_KEY", "REDIS_URL"],
  read: ({ JWT_ISSUERS, PLANS, BOOTSTRAP_API_KEY, ...redis }) => {
    const named = Object.entries<PlanSettings>({ ...defaultPlans, ...PLANS });
    const defaults = new Map<string, PlanSettings>(Object.entries(defaultPlans));
    const plans: ReadonlyMap<string, AccessPlan> = new Map(
      named.map(([name, given]) => {
        const { permissions = ordinaryPermissions, selfService = false } = { ...defaults.get(name), ...given };
        const { requestsPerMinute, concurrentRequests } = given;
        const isInternal = internalPlans.includes(name);
        return [
          name,
          Object.freeze({ name, requestsPerMinute, concurrentRequests, permissions, selfService, isInternal }),
        ];
      }),
    );
    const ordinaryPlans = [...plans.keys()].filter((name) => !internalPlans.includes(name));
    return {
      issuers: JWT_ISSUERS.map((entry) => ({
        permissionsClaim: undefined,
        defaultPlan: undefined,
        ...entry,
        plans: entry.plans ?? [...ordinaryPlans, ...(entry.defaultPlan === undefined ? [] : [entry.defaultPlan])],
      })),
      plans,
      bootstrapApiKey: BOOTSTRAP_API_KEY,
      /** Undefined: plans are counted in the database, or by the process that is alone on it. */
      redis:
        redis.REDIS_URL === undefined
          ? undefined
          : { url: redis.REDIS_URL, isCluster: redis.REDIS_CLUSTER === "on", prefix: redis.REDIS_PREFIX },
    };
  },
  contradictions({ JWT_ISSUERS, PLANS, REDIS_URL, REDIS_CLUSTER }) {
    const known = new Set(Object.keys({ ...defaultPlans, ...PLANS }));
    const internal = internalPlans.filter((name) => PLANS[name]?.selfService === true);
    const ofPlans = internal.map(
      (name) => `PLANS.${name}.selfService must not be true: it is a plan of the service itself`,
    );
    const ofIssuers = JWT_ISSUERS.flatMap(({ defaultPlan, plans }, index) => {
      const isUnknown = (name: string | undefined) => name !== undefined && !known.has(name);
      const problems: string[] = [];
      if (isUnknown(defaultPlan)) problems.push(`JWT_ISSUERS[${index}].defaultPlan names no configured plan`);
      if (plans?.some(isUnknown)) problems.push(`JWT_ISSUERS[${index}].plans names a plan that is not configured`);
      if (defaultPlan !== undefined && plans?.includes(defaultPlan) === false)
        problems.push(`JWT_ISSUERS[${index}].defaultPlan must be one of its plans`);
      return problems;
    });
    const ofRedis =
      REDIS_CLUSTER === "on" && REDIS_URL === undefined ? ["REDIS_CLUSTER has no effect without REDIS_URL"] : [];
    const ofEarlierNames = "visitor" in PLANS ? ["PLANS.visitor is now called PLANS.anonymous; rename it"] : [];
    return [...ofRedis, ...ofEarlierNames, ...ofPlans, ...ofIssuers];
  },
});

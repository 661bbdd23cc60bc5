import { defaultPlans } from "../../server/access/config.ts";
import { code, table } from "./table.ts";

/** Callers that each plan is for. */
const callers: Readonly<Record<keyof typeof defaultPlans, string>> = {
  developer: "API keys and JWTs that name it",
  professional: "API keys and JWTs that name it",
  enterprise: "API keys and JWTs that name it",
  operator: "API keys that name it, JWTs of issuers that may; the first key, and root on the host's socket",
  host: "each user of the host other than root, on the host's socket",
  identity: "the sessions of an identity together",
  anonymous: "anonymous callers, the calls of a network together",
};

/** Writes the default plans. */
export function plans(): string {
  const names = Object.keys(defaultPlans) as (keyof typeof defaultPlans)[];
  return `A plan limits the calls of one principal: those in a minute in all processes on a database server or a Redis together, and those at
once in each process. A window of a minute begins with the first call in it. A plan also limits the permissions that its keys and JWTs may carry: a key with others is not created, and others in a JWT are ignored.
Nobody can create a key of a plan with higher limits than those of their own plan, but for identities: they choose among
the plans with \`selfService\`, by default \`developer\` alone ([keys](../keys.md)).

${table(
  ["plan", "calls a minute", "calls at once", "may carry", "identities choose it", "for"],
  names.map((name) => {
    const { requestsPerMinute, concurrentRequests, permissions, ...more } = defaultPlans[name];
    const carried = permissions.map(code).join(", ");
    const chosen = "selfService" in more ? "yes" : "no";
    return [
      code(name),
      count.format(requestsPerMinute),
      count.format(concurrentRequests),
      carried,
      chosen,
      callers[name],
    ];
  }),
)}

\`PLANS\` adds plans or replaces these, such as
\`{"trial": {"requestsPerMinute": 10, "concurrentRequests": 2, "permissions": ["geocode:*"]}}\`. Without \`permissions\`, a plan
keeps those above, or has those of \`developer\`. With \`"selfService": true\` identities may choose it for their keys. The tokens
of a JWT issuer may name the plans in its \`plans\`, by default all but \`operator\`, \`host\`, \`identity\` and \`anonymous\`, and
carry the permissions in its \`permissions\`. A call beyond the plan fails with \`RATE_LIMIT_EXCEEDED\` ([errors](errors.md)).
`;
}

const count = new Intl.NumberFormat("en");

import { defaultPlans } from "../../server/access/config.ts";
import { code, table } from "./table.ts";

/** Callers that each plan is for. */
const callers: Readonly<Record<keyof typeof defaultPlans, string>> = {
  developer: "API keys and JWTs that name it",
  professional: "API keys and JWTs that name it",
  enterprise: "API keys and JWTs that name it",
  operator: "API keys and JWTs that name it; the first key, and root on the host's socket",
  host: "each user of the host other than root, on the host's socket",
  identity: "the sessions of an identity together",
  visitor: "anonymous callers, the calls of a network together",
};

/** The plans that exist by default. */
export function plans(): string {
  const names = Object.keys(defaultPlans) as (keyof typeof defaultPlans)[];
  return `A plan limits the calls of one principal in each process. A window of a minute begins with the first call in it.

${table(
  ["plan", "calls a minute", "calls at once", "for"],
  names.map((name) => {
    const { requestsPerMinute, concurrentRequests } = defaultPlans[name];
    return [code(name), count.format(requestsPerMinute), count.format(concurrentRequests), callers[name]];
  }),
)}

\`PLANS\` adds plans or replaces these, such as \`{"trial": {"requestsPerMinute": 10, "concurrentRequests": 2}}\`. A call beyond
the plan fails with \`RATE_LIMIT_EXCEEDED\` ([errors](errors.md)).
`;
}

const count = new Intl.NumberFormat("en");

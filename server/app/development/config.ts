import { z } from "zod";
import { settings } from "../../core/config/settings.ts";
import { isLocalHost, isLocalOrigin } from "../../transports/http/local-only.ts";

/** Settings of a development service on one machine. */
export const developmentSettings = settings({
  variables: {
    DEVELOPMENT: z
      .enum(["0", "1"])
      .default("0")
      .describe(
        "`1`: for programs on this machine that read its key from `DATA_DIR`; money comes from a faucet, there are rates, and other defaults apply: see [development](../development.md)",
      ),
  },
  read: (read) => ({ isOn: read.DEVELOPMENT === "1" }),
});

/** Exchange rates that are only good for trying the service. */
const rates = [
  { source: "TOKEN_STANDARD", target: "TOKEN_MICRO", bid: "1000", ask: "1001" },
  { source: "TOKEN_STANDARD", target: "USD", bid: "0.99", ask: "1.01" },
  { source: "EUR", target: "USD", bid: "1.08", ask: "1.10" },
];

/** Lets one program act for many users, repeatedly, without waiting for the next minute. It grants no permissions. */
const plan = { requestsPerMinute: 1_000_000, concurrentRequests: 200 };

const defaults = {
  DATA_DIR: "./data/development",
  EXPLAIN_TOKENS: "true",
  PLANS: JSON.stringify({ anonymous: plan, identity: plan }),
  WEBHOOK_ADDRESSES: "any",
  RATES: JSON.stringify(rates),
  THREADS: "1",
};

/** Returns the given variables, with development defaults for those that are not set. */
export function withDevelopment(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return given["DEVELOPMENT"] === "1" ? { ...defaults, ...given } : given;
}

/** Returns the problems of a development service that others could reach. */
export function publicDevelopment(given: Readonly<Record<string, unknown>>): string[] {
  if (given["DEVELOPMENT"] !== "1") return [];
  const publicUrl = given["PUBLIC_URL"];
  const host = given["HOST"];
  const refused = [
    ["TLS_CERT_FILE", given["TLS_CERT_FILE"] !== undefined],
    ["TLS_KEY_FILE", given["TLS_KEY_FILE"] !== undefined],
    ["TRUSTED_PROXIES", given["TRUSTED_PROXIES"] !== undefined],
    ["HOST", host !== undefined && !isLocalHost(String(host))],
    [
      "PUBLIC_URL",
      publicUrl !== undefined && (!/^http:/i.test(String(publicUrl)) || !isLocalOrigin(String(publicUrl))),
    ],
  ] as const;
  return refused
    .filter(([, isRefused]) => isRefused)
    .map(
      ([name]) =>
        `DEVELOPMENT is 1, which is for this machine alone: its money comes from a faucet. Unset DEVELOPMENT or ${name}`,
    );
}

import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect } from "node:tls";
import { readKeySet } from "../../access/authentication/issuer-keys.ts";
import { createKeySet } from "../../access/authentication/key-set.ts";
import { lookupBy } from "../../outbound/name-resolver.ts";
import type { Outbound } from "../../outbound/outbound.ts";
import type { Config } from "../config.ts";
import { type Finding, findings, reasonOf } from "./finding.ts";

const ofIssuers = findings("issuers");
const ofWebhooks = findings("webhooks");
const timeoutMs = 5_000;

/** Reads the key set of every issuer of tokens. */
export async function lookAtIssuers({ access }: Config, { fetch }: Outbound): Promise<readonly Finding[]> {
  if (access.issuers.length === 0) return [ofIssuers.ok("JWT_ISSUERS names none")];
  return Promise.all(
    access.issuers.map(async ({ issuer, jwks }) => {
      try {
        const set = JSON.parse(await readKeySet(jwks, fetch));
        createKeySet(set);
        return ofIssuers.ok(`the key set of ${issuer} has ${set.keys.length} keys`);
      } catch (error) {
        const advice = "its tokens are refused until the key set can be read: see `jwks` in JWT_ISSUERS";
        return ofIssuers.failed(`the key set of ${issuer} cannot be read (${reasonOf(error)})`, advice);
      }
    }),
  );
}

/** Looks at where events may be posted, and connects to every service to which something is posted. Sends nothing. */
export async function lookAtWebhooks(
  { webhooks, development, verification, ledger }: Config,
  { resolve }: Outbound,
): Promise<readonly Finding[]> {
  const rule =
    webhooks.allowsAny && !development.isOn
      ? ofWebhooks.warning(
          "WEBHOOK_ADDRESSES is any: whoever registers an endpoint can have private addresses called",
          "set it to public, unless only you register endpoints",
        )
      : ofWebhooks.ok(
          `events are posted to ${webhooks.allowsAny ? "any address" : "https URLs with public addresses"}`,
        );
  const urls = [
    ["PHONE_WEBHOOK_URL", verification.phoneWebhook?.url],
    ["COMPLIANCE_WEBHOOK_URL", verification.complianceWebhook?.url],
    ["RATE_FEED_URL", ledger.rateFeedUrl],
  ] as const;
  const reached = urls.map(async ([setting, url]) =>
    url === undefined ? [] : [await reach(setting, new URL(url), resolve)],
  );
  return [rule, ...(await Promise.all(reached)).flat()];
}

async function reach(setting: string, url: URL, resolve: Outbound["resolve"]): Promise<Finding> {
  try {
    await connected(url, resolve);
    return ofWebhooks.ok(`${url.host} (${setting}) takes connections`);
  } catch (error) {
    const advice = "see the host and the port, its certificate, and the firewalls in between";
    return ofWebhooks.failed(`${url.host} (${setting}) cannot be reached (${reasonOf(error)})`, advice);
  }
}

function connected({ protocol, hostname, port }: URL, resolve: Outbound["resolve"]): Promise<void> {
  const isTls = protocol === "https:";
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const where = { host, port: Number(port || (isTls ? 443 : 80)), lookup: lookupBy(resolve), timeout: timeoutMs };
  return new Promise((done, fail) => {
    const socket: Socket = isTls
      ? connect({ ...where, ...(isIP(host) === 0 && { servername: host }) })
      : connectPlain(where);
    socket.once(isTls ? "secureConnect" : "connect", () => {
      socket.destroy();
      done();
    });
    socket.once("timeout", () => socket.destroy(Object.assign(new Error("timeout"), { code: "ETIMEDOUT" })));
    socket.once("error", fail);
  });
}

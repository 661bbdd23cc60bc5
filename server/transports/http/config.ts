import { isIP } from "node:net";
import { z } from "zod";
import { integer, isOrigin, list, origins, readableFile, text, webAddressFlaw } from "../../core/config/primitives.ts";
import { settings } from "../../core/config/settings.ts";
import { forwardingHeaders, isNetwork, type TrustedProxies } from "./caller-address.ts";

const host = text(
  "an IP address or a host name",
  (given) => isIP(given) !== 0 || /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?$/i.test(given),
);

/** Settings of the port: address, TLS, and origins of web pages. */
export const httpSettings = settings({
  variables: {
    HOST: host.default("127.0.0.1").describe("Address to listen on; `0.0.0.0` for all"),
    PORT: integer(0, 65_535).default(8080).describe("Port to listen on; `0` for any free one"),
    PUBLIC_URL: text(
      "an origin such as https://platonic.example, without a path, in lower case",
      (given) => webAddressFlaw(given) === undefined && isOrigin(given),
    )
      .optional()
      .describe(
        "Origin at which clients reach the service, which wallets name as their endpoints; without it, that of the port",
      ),
    TLS_CERT_FILE: readableFile.optional().describe("PEM file with the certificate; with it the port speaks TLS"),
    TLS_KEY_FILE: readableFile.optional().describe("PEM file with the certificate's key; needed with `TLS_CERT_FILE`"),
    TRUSTED_PROXIES: list("IP addresses and networks such as 10.0.0.0/8, separated by commas", isNetwork)
      .default([])
      .describe(
        "Proxies that pass on the addresses of callers, to which limits apply; without it the peer's address is used",
      ),
    TRUSTED_PROXY_HEADER: z
      .enum(forwardingHeaders)
      .default("x-forwarded-for")
      .describe("Header in which they do; they must set it, since they pass others on unchanged"),
    PROXY_PROTOCOL: z
      .enum(["off", "v2"])
      .default("off")
      .describe("`v2` if the trusted proxies begin each connection with a header of the PROXY protocol, version 2"),
    CONNECTIONS_PER_NETWORK: integer(1, 10_000)
      .default(2_000)
      .describe("Concurrent connections of one network that is not a trusted proxy"),
    CORS_ORIGINS: origins.default(["*"]).describe("Origins of web pages that may call; `*` for any"),
    DRAIN_MS: integer(0, 600_000)
      .default(0)
      .describe(
        "Milliseconds from a shutdown signal until new connections are refused, in which `/readyz` answers 503 and load balancers turn elsewhere",
      ),
    SHUTDOWN_GRACE_MS: integer(0, 3_600_000)
      .default(10_000)
      .describe("Milliseconds that calls in progress may take to finish at a shutdown"),
  },
  read: ({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, ...read }) => ({
    host: read.HOST,
    /** 0: any free port. */
    port: read.PORT,
    /** Origin at which clients reach the service. */
    publicUrl: read.PUBLIC_URL,
    /** Paths of PEM files. Undefined: no TLS. */
    tls: certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile },
    trustedProxies: { networks: read.TRUSTED_PROXIES, header: read.TRUSTED_PROXY_HEADER } as TrustedProxies,
    /** Whether trusted proxies begin each connection with a header of the PROXY protocol. */
    hasProxyHeaders: read.PROXY_PROTOCOL === "v2",
    connectionsPerNetwork: read.CONNECTIONS_PER_NETWORK,
    /** Origins of web pages that may call; `*` for any. */
    corsOrigins: read.CORS_ORIGINS as readonly string[],
    /** Milliseconds between the signal and the end of new connections. */
    drainMs: read.DRAIN_MS,
    /** Milliseconds that calls in progress may take to finish at a shutdown. */
    shutdownGraceMs: read.SHUTDOWN_GRACE_MS,
  }),
  incomplete(given) {
    const [hasCert, hasKey] = [given["TLS_CERT_FILE"] !== undefined, given["TLS_KEY_FILE"] !== undefined];
    const isUnsourced = given["PROXY_PROTOCOL"] === "v2" && given["TRUSTED_PROXIES"] === undefined;
    return [
      ...(hasCert === hasKey
        ? []
        : [`${hasCert ? "TLS_KEY_FILE" : "TLS_CERT_FILE"} is missing: TLS needs both or neither`]),
      ...(isUnsourced ? ["TRUSTED_PROXIES is missing: PROXY_PROTOCOL is read from these alone"] : []),
    ];
  },
});

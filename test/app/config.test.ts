import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mintApiKey } from "../../server/access/authentication/api-key.ts";
import { type Config, loadConfig } from "../../server/app/config.ts";
import { defaultPolicy } from "../../server/modules/ledger/domain/default-policy.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";

const issuer = { issuer: "https://issuer.example", audience: "platonic", jwks: "https://issuer.example/jwks.json" };

/** Grants of the plans that exist by default, except `operator`. */
const ordinary = [
  "geocode:*",
  "identities:*",
  "authentication:*",
  "verification:*",
  "wallets:*",
  "webhooks:*",
  "transactions:*",
  "exchange:*",
];

/** Returns the problems of an invalid environment, one per line of the error. */
function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    loadConfig(env);
  } catch (error) {
    return (error as Error).message
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
  throw new Error("the configuration is valid");
}

function file(content: string): string {
  const path = join(temporaryDirectory(), "file");
  writeFileSync(path, content);
  return path;
}

describe("origins of passkeys", () => {
  const linesFor = (id: string, origins: string): string[] => {
    try {
      loadConfig({ WEBAUTHN_RP_ID: id, WEBAUTHN_ORIGINS: origins });
      return [];
    } catch {
      return problemsOf({ WEBAUTHN_RP_ID: id, WEBAUTHN_ORIGINS: origins });
    }
  };

  it.each([
    ["example.org", "https://example.org"],
    ["example.org", "https://example.org:8443,https://a.b.example.org"],
    ["localhost", "http://localhost:8080,http://app.localhost,https://localhost"],
    ["xn--bcher-kva.example", "https://xn--bcher-kva.example"],
  ])("of %s may be %s", (id, origins) => {
    expect(linesFor(id, origins)).toEqual([]);
  });

  it.each([
    ["example.org", "https://app.example.com", "WEBAUTHN_ORIGINS[0] must be at the domain WEBAUTHN_RP_ID"],
    ["example.org", "https://example.org,https://notexample.org", "WEBAUTHN_ORIGINS[1] must be at the domain"],
    ["app.example.org", "https://example.org", "WEBAUTHN_ORIGINS[0] must be at the domain WEBAUTHN_RP_ID"],
    ["example.org", "https://example.org.evil.test", "WEBAUTHN_ORIGINS[0] must be at the domain WEBAUTHN_RP_ID"],
    ["example.org", "https://203.0.113.7", "WEBAUTHN_ORIGINS[0] must be at the domain WEBAUTHN_RP_ID"],
    ["example.org", "http://example.org", "WEBAUTHN_ORIGINS[0] must begin with https://"],
    ["127.0.0.1", "https://127.0.0.1", "WEBAUTHN_RP_ID must be a domain name"],
    ["localhost", "http://127.0.0.1:8080", "WEBAUTHN_ORIGINS[0] must be at the domain WEBAUTHN_RP_ID"],
  ])("of %s may not be %s", (id, origins, problem) => {
    const lines = linesFor(id, origins);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(problem);
  });
});

it.each(["Plato\u3164nic", "\u115f", " ", "Plato\u202enic"])(
  "SERVICE_NAME may not be %j: mails begin with it",
  (name) => {
    expect(() => loadConfig({ SERVICE_NAME: name })).toThrow("SERVICE_NAME must be 1 to 64 letters");
  },
);

describe("an empty environment", () => {
  it.each<[string, NodeJS.ProcessEnv]>([
    ["gives the defaults", {}],
    [
      "may have names without values",
      { PORT: "", DATABASE_URL: "", BOOTSTRAP_API_KEY: "", PLANS: undefined, TLS_CERT_FILE: "" },
    ],
  ])("%s", (_, env) => {
    const { access, host, ...rest } = loadConfig(env);
    const { plans, ...restOfAccess } = access;
    expect(host.socket).toBeUndefined();
    expect(restOfAccess).toEqual({ issuers: [], bootstrapApiKey: undefined });
    expect(rest).toEqual({
      http: {
        host: "127.0.0.1",
        port: 8080,
        publicUrl: undefined,
        tls: undefined,
        trustedProxies: { networks: [], header: "x-forwarded-for" },
        hasProxyHeaders: false,
        connectionsPerNetwork: 2_000,
        corsOrigins: ["*"],
        drainMs: 0,
        shutdownGraceMs: 10_000,
      },
      console: { isOn: true },
      database: { dataDirectory: "./data", databaseServer: undefined, migrateOnStart: true },
      identity: {
        openRegistration: false,
        registrationsPerHour: 1_000,
        registrationsPerNetwork: 100,
        tokenAudience: "platonic",
        rotationWindowSeconds: 300,
        explainsTokens: false,
        sessionGrants: ["geocode:*"],
        jwtIssuer: "platonic",
      },
      vault: { passphraseFile: undefined },
      backup: { areAutomatic: true, isAlone: false, directory: undefined, hook: undefined, retention: 14 },
      channel: { allowsPlain: false, perNetworkMax: 256, perIdentityMax: 16 },
      ledger: {
        policy: defaultPolicy,
        rates: [],
        rateFeedUrl: undefined,
        rateMaxAgeSeconds: 3_600,
        quoteSeconds: 30,
        transactionsPerMinute: 60_000,
        journal: "auto",
        cachedAccounts: 100_000,
      },
      verification: {
        serviceName: "Platonic",
        mail: undefined,
        phoneWebhook: undefined,
        mailsPerHour: 10_000,
        textMessagesPerHour: 1_000,
        documentBytesMax: 64 * 1024 * 1024,
        complianceWebhook: undefined,
        relyingParty: undefined,
      },
      audit: { retentionDays: undefined },
      metrics: {
        scrape: undefined,
        push: undefined,
        collector: expect.objectContaining({ endpoint: undefined, protocol: "http/protobuf", isDisabled: false }),
      },
      traces: {
        exporter: "otlp",
        sampler: { name: "parentbased_always_on", ratio: 1 },
        queue: { delayMs: 5_000, timeoutMs: 30_000, spansMax: 2_048, batchMax: 512 },
        protocol: undefined,
        standard: {},
      },
      log: { level: "info" },
      file: { path: undefined },
      grpc: { hasReflection: true },
      development: { isOn: false },
      webhooks: { allowsAny: false },
      threads: { threads: undefined, workerThreads: Math.max(1, availableParallelism() - 1) },
    });
    expect([...plans.values()]).toEqual([
      {
        name: "developer",
        requestsPerMinute: 100,
        concurrentRequests: 20,
        permissions: ordinary,
        selfService: true,
        isInternal: false,
      },
      {
        name: "professional",
        requestsPerMinute: 500,
        concurrentRequests: 50,
        permissions: ordinary,
        selfService: false,
        isInternal: false,
      },
      {
        name: "enterprise",
        requestsPerMinute: 2_000,
        concurrentRequests: 200,
        permissions: ordinary,
        selfService: false,
        isInternal: false,
      },
      {
        name: "operator",
        requestsPerMinute: 10_000_000,
        concurrentRequests: 1_000,
        permissions: ["*"],
        selfService: false,
        isInternal: true,
      },
      {
        name: "host",
        requestsPerMinute: 6_000,
        concurrentRequests: 32,
        permissions: ordinary,
        selfService: false,
        isInternal: true,
      },
      {
        name: "identity",
        requestsPerMinute: 600,
        concurrentRequests: 20,
        permissions: ordinary,
        selfService: false,
        isInternal: true,
      },
      {
        name: "anonymous",
        requestsPerMinute: 60,
        concurrentRequests: 10,
        permissions: ordinary,
        selfService: false,
        isInternal: true,
      },
    ]);
  });
});

describe("a valid environment", () => {
  it("has the audience that clients expect: the origin of the service, unless another one is given", () => {
    const audience = (env: NodeJS.ProcessEnv) => loadConfig(env).identity.tokenAudience;
    expect(audience({ PUBLIC_URL: "https://platonic.example" })).toBe("https://platonic.example");
    expect(audience({ PUBLIC_URL: "https://platonic.example", TOKEN_AUDIENCE: "mine" })).toBe("mine");
    expect(audience({ PUBLIC_URL: `https://${"long.".repeat(30)}example` })).toBe("platonic");
  });

  it("is read variable by variable", () => {
    const pem = file("pem");
    const config = loadConfig({
      HOST: "::",
      PORT: "0",
      PUBLIC_URL: "https://platonic.example",
      DATA_DIR: "/srv/data",
      TLS_CERT_FILE: pem,
      TLS_KEY_FILE: pem,
      JWT_ISSUERS: JSON.stringify([{ ...issuer, defaultPlan: "developer" }]),
      TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8",
      TRUSTED_PROXY_HEADER: "forwarded",
      PROXY_PROTOCOL: "v2",
      CONNECTIONS_PER_NETWORK: "7",
      CORS_ORIGINS: "https://a.example, http://localhost:3000",
      BOOTSTRAP_API_KEY: "0123456789abcdef0123456789abcdef",
      BACKUPS: "off",
      BACKUP_DIR: "/srv/backups",
      CHANNEL_PLAIN: "any",
      CHANNELS_PER_NETWORK: "5",
      CHANNELS_PER_IDENTITY: "3",
      BACKUP_RETENTION: "3",
      RATES: '[{"source": "TOKEN_STANDARD", "target": "USD", "bid": "0.99", "ask": 1.01}]',
      RATE_FEED_URL: "https://rates.example/now",
      RATE_MAX_AGE: "60",
      QUOTE_SECONDS: "5",
      TRANSACTIONS_PER_MINUTE: "7",
      LEDGER_JOURNAL: "on",
      LEDGER_CACHED_ACCOUNTS: "2000",
      LOG_LEVEL: "debug",
      SHUTDOWN_GRACE_MS: "0",
      THREADS: "2",
      WORKER_THREADS: "3",
      UNRELATED: "x",
    });
    expect(config).toMatchObject({
      http: {
        host: "::",
        port: 0,
        publicUrl: "https://platonic.example",
        tls: { certFile: pem, keyFile: pem },
        trustedProxies: { networks: ["127.0.0.1", "10.0.0.0/8"], header: "forwarded" },
        hasProxyHeaders: true,
        connectionsPerNetwork: 7,
        corsOrigins: ["https://a.example", "http://localhost:3000"],
        shutdownGraceMs: 0,
      },
      database: { dataDirectory: "/srv/data" },
      access: {
        issuers: [{ ...issuer, defaultPlan: "developer", planClaim: "plan", permissionsClaim: undefined }],
        bootstrapApiKey: "0123456789abcdef0123456789abcdef",
      },
      backup: { areAutomatic: false, isAlone: false, directory: "/srv/backups", retention: 3 },
      channel: { allowsPlain: true, perNetworkMax: 5, perIdentityMax: 3 },
      ledger: {
        policy: defaultPolicy,
        rates: [{ source: "TOKEN_STANDARD", target: "USD", bid: 990_000_000_000n, ask: 1_010_000_000_000n }],
        rateFeedUrl: "https://rates.example/now",
        rateMaxAgeSeconds: 60,
        quoteSeconds: 5,
        transactionsPerMinute: 7,
        journal: "on",
        cachedAccounts: 2_000,
      },
      log: { level: "debug" },
      grpc: { hasReflection: true },
      threads: { threads: 2, workerThreads: 3 },
    });
  });

  it("may have the URL of a database server", () => {
    const plain = { socketPath: undefined, tls: undefined, timeoutMs: 15_000 };
    const read = (url: string) => loadConfig({ DATABASE_URL: url }).database.databaseServer;
    expect(read("mysql://me:p%40ss%2Fw%3Ard@db.example:3307/platonic")).toEqual({
      ...plain,
      ...{ hosts: [{ host: "db.example", port: 3307 }], user: "me", password: "p@ss/w:rd", database: "platonic" },
    });
    expect(read("mariadb://me@[::1]/p")).toEqual({
      ...plain,
      ...{ hosts: [{ host: "::1", port: 3306 }], user: "me", password: undefined, database: "p" },
    });
    expect(read("mysql://me@db1,db2:3307,[::1]/p")?.hosts).toEqual([
      { host: "db1", port: 3306 },
      { host: "db2", port: 3307 },
      { host: "::1", port: 3306 },
    ]);
    expect(read("mysql://me@db/p?timeoutMs=2500")?.timeoutMs).toBe(2_500);
    const pem = file("pem");
    expect(read(`mysql://me@db/p?tls=true&tlsCaFile=${pem}`)?.tls).toEqual({ caFile: pem });
    expect(read("mysql://me@db/p?tls=true")?.tls).toEqual({ caFile: undefined });
    expect(read("mysql://me@db/p?tls=false&socketPath=/run/my%20sql")).toMatchObject({
      socketPath: "/run/my sql",
      tls: undefined,
    });
  });

  it("may name files with the issuers and with their keys", () => {
    const jwks = file("{}");
    const ceilings = { plans: ["developer", "professional", "enterprise"], permissions: ["*"] };
    const path = file(JSON.stringify([{ ...issuer, jwks, planClaim: "tier", permissionsClaim: "grants" }]));
    expect(loadConfig({ JWT_ISSUERS: `@${path}` }).access.issuers).toEqual([
      { ...issuer, jwks, planClaim: "tier", permissionsClaim: "grants", defaultPlan: undefined, ...ceilings },
    ]);
  });

  it("may be in a file, whose settings go before those of the environment", () => {
    const plans = file('{"trial": {"requestsPerMinute": 3, "concurrentRequests": 4}}');
    const path = file(`# Comment\nPORT=9\nPLANS=@${plans}\nCORS_ORIGINS='https://a.example'\n`);
    const { http, access } = loadConfig({ SETTINGS_FILE: path, PORT: "8", HOST: "::" });
    expect(http).toMatchObject({ port: 9, host: "::", corsOrigins: ["https://a.example"] });
    expect(access.plans.get("trial")).toMatchObject({ requestsPerMinute: 3 });
    expect(() => loadConfig({ SETTINGS_FILE: "/nowhere/settings" })).toThrow(
      "SETTINGS_FILE names /nowhere/settings, which cannot be read (ENOENT)",
    );
  });

  const issuerWith = (jwks: string) => JSON.stringify([{ ...issuer, jwks }]);
  it.each([
    ["TLS_CERT_FILE", "/nowhere/file", "TLS_CERT_FILE names /nowhere/file, which cannot be read (ENOENT)"],
    ["TLS_KEY_FILE", "/", "TLS_KEY_FILE names /, which cannot be read (EISDIR)"],
    ["SETTINGS_FILE", "/nowhere/file", "SETTINGS_FILE names /nowhere/file, which cannot be read (ENOENT)"],
    ["PLANS", "@/nowhere/file", "PLANS names /nowhere/file, which cannot be read (ENOENT)"],
    [
      "JWT_ISSUERS",
      issuerWith("/nowhere/file"),
      "JWT_ISSUERS[0].jwks names /nowhere/file, which cannot be read (ENOENT)",
    ],
    ["DATABASE_URL", "mysql://a:secret@h/d?tls=true&tlsCaFile=/nowhere/file", "names /nowhere/file, which"],
    [
      "MAIL_URL",
      "smtps://a:secret@h:465?tlsCaFile=/nowhere/file",
      "names /nowhere/file, which cannot be read (ENOENT)",
    ],
    ["BACKUP_HOOK", "/nowhere/file", "that this user may run, which /nowhere/file is not"],
  ])("that names a file which is not there is refused with its path: %s", (name, value, message) => {
    const refused = () => loadConfig({ [name]: value });
    expect(refused).toThrow(message);
    expect(refused).not.toThrow("secret");
  });

  it("that is a key in place of its file is refused without it", () => {
    for (const key of ["-----BEGIN PRIVATE KEY-----\nabcd", "-----BEGIN PRIVATE KEY----- abcd"]) {
      expect(() => loadConfig({ TLS_KEY_FILE: key })).toThrow(
        "TLS_KEY_FILE names a file, which cannot be read (ENOENT)",
      );
      expect(() => loadConfig({ TLS_KEY_FILE: key })).not.toThrow("abcd");
    }
  });

  it("adds plans, and replaces plans of the same name", () => {
    const { plans } = loadConfig({
      PLANS:
        '{"developer": {"requestsPerMinute": 1, "concurrentRequests": 2}, "trial": {"requestsPerMinute": 3, "concurrentRequests": 4}}',
      JWT_ISSUERS: JSON.stringify([{ ...issuer, defaultPlan: "trial" }]),
    }).access;
    expect(plans.get("developer")).toEqual({
      name: "developer",
      requestsPerMinute: 1,
      concurrentRequests: 2,
      permissions: ordinary,
      selfService: true,
      isInternal: false,
    });
    expect(plans.get("trial")).toEqual({
      name: "trial",
      requestsPerMinute: 3,
      concurrentRequests: 4,
      permissions: ordinary,
      selfService: false,
      isInternal: false,
    });
    expect(plans.get("enterprise")?.requestsPerMinute).toBe(2_000);
  });

  it("lets identities choose plans that say so, but none of the service itself", () => {
    const bounds = { requestsPerMinute: 1, concurrentRequests: 2 };
    const load = (plans: object) => loadConfig({ PLANS: JSON.stringify(plans) }).access.plans;
    const plans = load({
      developer: { ...bounds, selfService: false },
      professional: { ...bounds, selfService: true },
    });
    expect([plans.get("developer")?.selfService, plans.get("professional")?.selfService]).toEqual([false, true]);
    expect(() => load({ operator: { ...bounds, selfService: true } })).toThrow(
      "PLANS.operator.selfService must not be true: it is a plan of the service itself",
    );
  });

  it("shows an area none of the settings of another", () => {
    const [key, endpoint] = ["k".repeat(32), "http://127.0.0.1:4318"];
    const { metrics, access } = loadConfig({ BOOTSTRAP_API_KEY: key, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    expect(access.bootstrapApiKey).toBe(key);
    expect(JSON.stringify(metrics)).toContain(endpoint);
    expect(JSON.stringify(metrics)).not.toContain(key);
    expect(Object.keys(metrics.push?.standard ?? {}).filter((name) => !name.startsWith("OTEL_"))).toEqual([]);
  });

  it("refuses the earlier name of the plan of anonymous callers, and says the new one", () => {
    const PLANS = JSON.stringify({ visitor: { requestsPerMinute: 1, concurrentRequests: 2 } });
    expect(() => loadConfig({ PLANS })).toThrow("PLANS.visitor is now called PLANS.anonymous; rename it");
  });

  it("says which rule the name of a plan breaks", () => {
    const PLANS = JSON.stringify({ Gold: { requestsPerMinute: 1, concurrentRequests: 2 } });
    expect(() => loadConfig({ PLANS })).toThrow("PLANS.Gold must be a name of lower-case letters, digits and hyphens");
  });

  it("gives a plan that names no permissions those of its default, or the ordinary ones", () => {
    const bounds = { requestsPerMinute: 1, concurrentRequests: 2 };
    const { plans, issuers } = loadConfig({
      PLANS: JSON.stringify({ operator: bounds, trial: bounds, keys: { ...bounds, permissions: ["keys:*"] } }),
      JWT_ISSUERS: JSON.stringify([
        issuer,
        { ...issuer, issuer: "a", defaultPlan: "operator" },
        { ...issuer, issuer: "b", plans: ["trial"], permissions: ["geocode:*"] },
      ]),
    }).access;
    expect(["operator", "trial", "keys"].map((name) => plans.get(name)?.permissions)).toEqual([
      ["*"],
      ordinary,
      ["keys:*"],
    ]);
    const all = ["developer", "professional", "enterprise", "trial", "keys"];
    expect(issuers.map((entry) => entry.plans)).toEqual([all, [...all, "operator"], ["trial"]]);
    expect(issuers.map((entry) => entry.permissions)).toEqual([["*"], ["*"], ["geocode:*"]]);
  });

  it("accepts an API key of the service as BOOTSTRAP_API_KEY", () => {
    const { secret } = mintApiKey();
    expect(loadConfig({ BOOTSTRAP_API_KEY: secret }).access.bootstrapApiKey).toBe(secret);
  });

  it("gives a frozen configuration", () => {
    const config = loadConfig({ JWT_ISSUERS: JSON.stringify([issuer]) }) as {
      -readonly [Name in keyof Config]: Config[Name];
    };
    expect(() => Object.assign(config.http, { port: 1 })).toThrow(TypeError);
    expect(() => (config.http.corsOrigins as string[]).push("x")).toThrow(TypeError);
    expect(() => Object.assign(config.access.issuers[0] as object, { audience: "x" })).toThrow(TypeError);
    expect(() => Object.assign(config.access.plans.get("developer") as object, { requestsPerMinute: 9 })).toThrow(
      TypeError,
    );
  });
});

describe("a ledger policy", () => {
  const policyOf = (policy: object) => loadConfig({ LEDGER_POLICY: JSON.stringify(policy) }).ledger.policy;

  it("overrides only the members of the default that it has", () => {
    const limits = Array.from({ length: 6 }, (_, level) => ({ perTransaction: level, perDay: `${level}.5` }));
    const { assets, exchangeBasisPoints } = policyOf({
      exchangeBasisPoints: 25,
      assets: { USD: { feeBasisPoints: 0, networkFee: "1.25" }, TOKEN_STANDARD: { feeMinimum: "0.5", limits } },
    });
    expect(exchangeBasisPoints).toBe(25);
    expect(assets.get("USD")).toEqual({ ...defaultPolicy.assets.get("USD"), feeBasisPoints: 0, networkFee: 125n });
    expect(assets.get("TOKEN_STANDARD")).toMatchObject({ scale: 8, feeBasisPoints: 10, feeMinimum: 50_000_000n });
    expect(assets.get("TOKEN_STANDARD")?.limits[3]).toEqual({ perTransaction: 300_000_000n, perDay: 350_000_000n });
    expect(assets.get("EUR")).toBe(defaultPolicy.assets.get("EUR"));
    expect(policyOf({})).toEqual(defaultPolicy);
  });

  it("may add currencies, with limits as if one unit were worth a standard token", () => {
    const { assets } = policyOf({ assets: { XAU: { scale: 3 } } });
    expect(assets.get("XAU")).toMatchObject({ scale: 3, feeBasisPoints: 10, feeMinimum: 1n, networkFee: 0n });
    expect(assets.get("XAU")?.limits[0]).toEqual({ perTransaction: 100_000n, perDay: 200_000n });
  });

  it("that changes a scale does not keep amounts of the old scale", () => {
    const { assets } = policyOf({ assets: { JPY: { scale: 2 } } });
    expect(assets.get("JPY")).toMatchObject({ scale: 2, networkFee: 0n, feeMinimum: 1n });
    expect(assets.get("JPY")?.limits[0]).toEqual({ perTransaction: 10_000n, perDay: 20_000n });
  });

  it("that is invalid is refused with the path of the member", () => {
    expect(() => policyOf({ assets: { USD: { networkFee: "0.001" } } })).toThrow(
      "LEDGER_POLICY.assets.USD.networkFee must be an amount with at most 2 decimal places",
    );
  });
});

describe("an invalid environment", () => {
  it("is refused with all problems at once, each with the name of its variable", () => {
    const problems = problemsOf({
      PORT: "65536",
      DATABASE_URL: "postgres://root@db/platonic",
      TLS_KEY_FILE: "/nowhere",
      JWT_ISSUERS: '[{"issuer": "a", "jwks": "/nowhere", "aud": "x"}]',
      PLANS: '{"developer": {"requestsPerMinute": 0, "concurrentRequests": 1}}',
      CORS_ORIGINS: "https://a.example/path",
      BOOTSTRAP_API_KEY: "short",
      REDIS_URL: "redis:6379",
      LOG_LEVEL: "loud",
      SHUTDOWN_GRACE_MS: "1e3",
      THREADS: "0",
      WORKER_THREADS: "0",
    });
    const names = problems.map((line) => /^[A-Z_]+/.exec(line)?.[0]);
    expect(new Set(names)).toEqual(
      new Set([
        "PORT",
        "DATABASE_URL",
        "TLS_KEY_FILE",
        "TLS_CERT_FILE",
        "JWT_ISSUERS",
        "PLANS",
        "CORS_ORIGINS",
        "BOOTSTRAP_API_KEY",
        "REDIS_URL",
        "LOG_LEVEL",
        "SHUTDOWN_GRACE_MS",
        "THREADS",
        "WORKER_THREADS",
      ]),
    );
    expect(problems).toContain("JWT_ISSUERS[0].jwks names /nowhere, which cannot be read (ENOENT)");
    expect(problems.some((line) => line.startsWith("PLANS.developer.requestsPerMinute "))).toBe(true);
  });

  it.each<[string, NodeJS.ProcessEnv]>([
    ["a certificate without its key", { TLS_CERT_FILE: import.meta.filename }],
    ["a key without its certificate", { TLS_KEY_FILE: import.meta.filename }],
    ["a public URL with a path", { PUBLIC_URL: "https://platonic.example/api" }],
    ["a public URL for any origin", { PUBLIC_URL: "*" }],
    ["a port that is no number", { PORT: "http" }],
    ["a port with a sign", { PORT: "-1" }],
    ["a port with a fraction", { PORT: "80.5" }],
    ["a database of another kind", { DATABASE_URL: "postgres://user@host/name" }],
    ["a database URL without slashes", { DATABASE_URL: "mysql:user@host/name" }],
    ["a database URL with a character that must be escaped", { DATABASE_URL: "mysql://user:pass/word@host/name" }],
    ["a database URL with an unescaped #", { DATABASE_URL: "mysql://user:pass#word@host/name" }],
    ["a database URL with an invalid escape", { DATABASE_URL: "mysql://user:100%@host/name" }],
    ["a database URL without a host", { DATABASE_URL: "mysql:///name" }],
    ["a database URL with an empty host", { DATABASE_URL: "mysql://user@a,,b/name" }],
    ["a database URL that names a host twice", { DATABASE_URL: "mysql://user@a,b,a:3306/name" }],
    ["a database URL with a socket and several hosts", { DATABASE_URL: "mysql://user@a,b/name?socketPath=/s" }],
    ["a database URL without a user", { DATABASE_URL: "mysql://host/name" }],
    ["a database URL without a database", { DATABASE_URL: "mysql://user@host/" }],
    ["a database URL with a path", { DATABASE_URL: "mysql://user@host/name/other" }],
    ["a database URL with an unknown parameter", { DATABASE_URL: "mysql://user@host/name?ssl=1" }],
    ["a database URL with a duplicate parameter", { DATABASE_URL: "mysql://user@host/name?tls=true&tls=false" }],
    ["a database URL with an empty parameter", { DATABASE_URL: "mysql://user@host/name?socketPath=" }],
    ["a database URL with tls=yes", { DATABASE_URL: "mysql://user@host/name?tls=yes" }],
    ["a timeout of a database that is too short", { DATABASE_URL: "mysql://user@host/name?timeoutMs=1999" }],
    ["certificates of a database without TLS", { DATABASE_URL: "mysql://user@host/name?tlsCaFile=/dev/null" }],
    ["missing certificates of a database", { DATABASE_URL: "mysql://u@h/n?tls=true&tlsCaFile=/nowhere" }],
    ["TLS with an IP address of a database", { DATABASE_URL: "mysql://user@127.0.0.1/name?tls=true" }],
    ["a policy that is no object", { LEDGER_POLICY: "[]" }],
    ["a policy with an unknown member", { LEDGER_POLICY: '{"fees": 1}' }],
    ["a policy in a missing file", { LEDGER_POLICY: "@/nowhere" }],
    ["a policy of an asset with an invalid name", { LEDGER_POLICY: '{"assets": {"usd": {}}}' }],
    ["a new currency without a scale", { LEDGER_POLICY: '{"assets": {"XAU": {}}}' }],
    ["a changed scale of an internal token", { LEDGER_POLICY: '{"assets": {"TOKEN_STANDARD": {"scale": 7}}}' }],
    ["a scale beyond the maximum", { LEDGER_POLICY: '{"assets": {"XAU": {"scale": 13}}}' }],
    ["a fee finer than its asset", { LEDGER_POLICY: '{"assets": {"USD": {"feeMinimum": "0.001"}}}' }],
    ["a negative fee", { LEDGER_POLICY: '{"assets": {"USD": {"feeMinimum": -1}}}' }],
    ["a fee of 100 %", { LEDGER_POLICY: '{"exchangeBasisPoints": 10000}' }],
    ["a network fee of an internal token", { LEDGER_POLICY: '{"assets": {"TOKEN_MICRO": {"networkFee": "1"}}}' }],
    [
      "limits for some levels only",
      { LEDGER_POLICY: '{"assets": {"USD": {"limits": [{"perTransaction": 1, "perDay": 1}]}}}' },
    ],
    ["rates that are no list", { RATES: "{}" }],
    ["a rate of zero", { RATES: '[{"source": "USD", "target": "EUR", "bid": 0, "ask": 1}]' }],
    ["a rate whose ask is below its bid", { RATES: '[{"source": "USD", "target": "EUR", "bid": 2, "ask": 1}]' }],
    ["a rate of an unknown kind", { RATES: '[{"source": "gold", "target": "EUR", "bid": 1, "ask": 1}]' }],
    ["a rate feed at an ftp URL", { RATE_FEED_URL: "ftp://rates.example" }],
    ["a maximum rate age of zero", { RATE_MAX_AGE: "0" }],
    ["quotes valid for zero seconds", { QUOTE_SECONDS: "0" }],
    ["zero transactions per minute", { TRANSACTIONS_PER_MINUTE: "0" }],
    ["a backup retention of zero", { BACKUP_RETENTION: "0" }],
    ["backups that are neither on nor off", { BACKUPS: "yes" }],
    ["the PROXY protocol without trusted proxies", { PROXY_PROTOCOL: "v2" }],
    ["version 1 of the PROXY protocol", { PROXY_PROTOCOL: "v1", TRUSTED_PROXIES: "127.0.0.1" }],
    ["a trusted proxy by its name", { TRUSTED_PROXIES: "proxy.example" }],
    ["a trusted network without bits", { TRUSTED_PROXIES: "10.0.0.0/" }],
    ["issuers that are no list", { JWT_ISSUERS: "{}" }],
    ["issuers in a missing file", { JWT_ISSUERS: "@/nowhere" }],
    ["a duplicate issuer", { JWT_ISSUERS: JSON.stringify([issuer, issuer]) }],
    [
      "an issuer whose default plan is not configured",
      { JWT_ISSUERS: JSON.stringify([{ ...issuer, defaultPlan: "x" }]) },
    ],
    ["an issuer with keys at an ftp URL", { JWT_ISSUERS: JSON.stringify([{ ...issuer, jwks: "ftp://a/b" }]) }],
    ["a plan without a bound", { PLANS: '{"x": {"requestsPerMinute": 1}}' }],
    ["a plan with a bound that is no integer", { PLANS: '{"x": {"requestsPerMinute": 1.5, "concurrentRequests": 1}}' }],
    ["a plan with an invalid name", { PLANS: '{"X Y": {"requestsPerMinute": 1, "concurrentRequests": 1}}' }],
    ["a bootstrap key with spaces", { BOOTSTRAP_API_KEY: "a key that is long enough, with spaces" }],
    ["a bootstrap key in the format of a JWT", { BOOTSTRAP_API_KEY: `${"a".repeat(20)}.${"b".repeat(20)}.c` }],
    ["a bootstrap key with a wrong checksum", { BOOTSTRAP_API_KEY: `plt_${"a".repeat(49)}` }],
  ])("is refused: %s", (_, env) => {
    expect(problemsOf(env)).toHaveLength(1);
  });

  it("is refused without quoting its values", () => {
    const secret = "s3cr3t";
    for (const name of [
      "PORT",
      "DATABASE_URL",
      "TLS_KEY_FILE",
      "JWT_ISSUERS",
      "PLANS",
      "CORS_ORIGINS",
      "BOOTSTRAP_API_KEY",
      "REDIS_URL",
      "LOG_LEVEL",
    ]) {
      for (const value of [
        secret,
        `mysql://root:${secret}@db`,
        `{"${name}": "${secret}`,
        `[{"issuer": "${secret}"}]`,
      ]) {
        expect(problemsOf({ [name]: value }).join("\n"), name).not.toContain(secret);
      }
    }
  });
});

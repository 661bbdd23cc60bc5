import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { areas, loadConfig, suspects } from "../../server/app/config.ts";

const folder = mkdtempSync(join(tmpdir(), "platonic-settings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, content: string, mode = 0o600) => {
  const path = join(folder, name);
  writeFileSync(path, content, { mode });
  return path;
};

/** Returns the message of a refusal; undefined for settings that are taken. */
function refusal(env: NodeJS.ProcessEnv): string | undefined {
  try {
    loadConfig(env);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const issuer = (members: object) =>
  JSON.stringify([{ issuer: "i", audience: "a", jwks: "https://i.example/", ...members }]);

const webAddresses = {
  refused: [
    "example.org",
    "ftp://example.org/",
    "https:example.org",
    "https://",
    "https://user:pass@example.org/",
    "https://user@example.org/",
    "https://example.org/100%",
    "https://example.org/a b",
    "https://example.org/ ",
    "https://example.org\\a",
    "https://example.org/#there",
    "https://example.org:0/",
    "https://example.org:65536/",
  ],
  taken: ["https://example.org/a?b=%25", "http://127.0.0.1:9/x", "http://localhost/"],
};
const pairs = { refused: ["a", "a=1,,b=2", "=1", "a=1,b"], taken: ["a=1", "a=%20b, c=", "service.namespace=x"] };

const origins = [
  "https://a.example,",
  ",https://a.example",
  "https://a.example,https://a.example",
  "https://a.example/x",
];
const mail = "smtps://name:pass@mail.example";
const database = "mysql://name:pass@db.example/platonic";

/** Values of every setting that is a URL, a list or the path of a file or folder. The others are words and numbers. */
const table: Readonly<Record<string, { readonly refused: readonly string[]; readonly taken: readonly string[] }>> = {
  HOST: { refused: ["http://localhost", "a b", "[::1]", "a/b", "a..b"], taken: ["::1", "0.0.0.0", "my-host.example"] },
  PUBLIC_URL: {
    refused: [...webAddresses.refused, "https://a.example/", "https://A.example", "*"],
    taken: ["https://a.example", "http://localhost:8080"],
  },
  TRUSTED_PROXIES: {
    refused: ["10.0.0.0/8,", "10.0.0.1,10.0.0.1", "10.0.0.0/33", "proxy.example", "fe80::1%eth0", "10.0.0.1;10.0.0.2"],
    taken: ["10.0.0.0/8, ::1"],
  },
  CORS_ORIGINS: {
    refused: [...origins, "*,https://a.example", "null"],
    taken: ["*", "https://a.example, http://b.example:1"],
  },
  WEBAUTHN_ORIGINS: { refused: [...origins, "*"], taken: [] },
  DATABASE_URL: {
    refused: [
      "postgres://name@db/platonic",
      `${database}?ssl=true`,
      `${database}?tls=true&tls=true`,
      `${database}?tls`,
      `${database}#x`,
      "mysql://name:50%@db/platonic",
      "mysql://name@db:0/platonic",
      "mysql://name@db,/platonic",
      "mysql://name@db,db/platonic",
      "mysql://name@d b/platonic",
      `${database} `,
      `${database}?tls=true&tlsCaFile=/nowhere`,
    ],
    taken: [`${database}?timeoutMs=9000&tls=true`, "MARIADB://a@b%C3%BCcher.example/p"],
  },
  MAIL_URL: {
    refused: [
      "https://mail.example",
      "smtp:mail.example",
      "smtp://",
      `${mail}?pool=true`,
      `${mail}?name=a&name=b`,
      `${mail}?name=`,
      `${mail}?name=a%20b`,
      `${mail}/inbox`,
      `${mail}#x`,
      `${mail}:0`,
      `${mail},other.example`,
      "smtps://name:50%@mail.example",
      "smtps://na%zzme:pass@mail.example",
      "smtps://name@mail.example",
      "smtps://:pass@mail.example",
      "smtps://name:pa%0Dss@mail.example",
      `${mail}?tlsCaFile=/nowhere`,
    ],
    taken: [mail, `${mail}?name=me.example&tlsCaFile=${file("ca", "")}`, "smtp://127.0.0.1:2525", "smtp://[::1]"],
  },
  PHONE_WEBHOOK_URL: { refused: [...webAddresses.refused, "http://example.org/"], taken: webAddresses.taken },
  COMPLIANCE_WEBHOOK_URL: { refused: [...webAddresses.refused, "http://example.org/"], taken: webAddresses.taken },
  RATE_FEED_URL: { refused: webAddresses.refused, taken: webAddresses.taken },
  JWT_ISSUERS: {
    refused: [
      ...webAddresses.refused.map((jwks) => issuer({ jwks })),
      issuer({ plans: ["developer", "developer"] }),
      issuer({ permissions: ["geocode:*", "geocode:*"] }),
      '[{"issuer": "a", "issuer": "b", "audience": "a", "jwks": "https://i.example/"}]',
      "[,]",
    ],
    taken: webAddresses.taken.map((jwks) => issuer({ jwks })),
  },
  PLANS: {
    refused: [
      '{"a": {"requestsPerMinute": 1, "concurrentRequests": 1}, "a": {"requestsPerMinute": 2, "concurrentRequests": 1}}',
      '{"a": {"requestsPerMinute": 1, "concurrentRequests": 1, "perDay": 1}}',
      "@/nowhere",
      `@${folder}`,
    ],
    taken: ['{"a": {"requestsPerMinute": 1, "concurrentRequests": 1, "permissions": ["a:b"]}}'],
  },
  SESSION_GRANTS: {
    refused: ["geocode:* ", "geocode:*,wallets:*", "geocode:* geocode:*"],
    taken: ["geocode:* wallets:read"],
  },
  LEDGER_POLICY: { refused: ['{"assets": {}, "assets": {}}', "@/nowhere", "{"], taken: ["{}"] },
  RATES: {
    refused: [
      '[{"source": "USD", "target": "EUR", "bid": 1, "ask": 1}, {"source": "USD", "target": "EUR", "bid": 2, "ask": 2}]',
      "[{}]",
    ],
    taken: ["[]"],
  },
  HOST_POLICY: { refused: ["[{}]", "{}", '[{"uid": 1, "uid": 2, "operations": ["*"]}]'], taken: ["[]"] },
  HOST_SOCKET: { refused: ["relative/path"], taken: ["/run/a.sock"] },
  HOST_HOME: { refused: ["relative"], taken: ["/home"] },
  HOST_SHELL: { refused: ["sh"], taken: ["/bin/sh"] },
  DATA_DIR: { refused: [file("data", ""), `${file("below", "")}/data`], taken: [folder, join(folder, "new")] },
  BACKUP_DIR: { refused: [file("backups", ""), `${file("lower", "")}/x`], taken: [folder, join(folder, "new")] },
  BACKUP_HOOK: {
    refused: ["/nowhere", folder, "bin/sh", "sh", file("script", "#!/bin/sh\n")],
    taken: ["/bin/sh"],
  },
  TLS_CERT_FILE: { refused: ["/nowhere", folder], taken: [] },
  TLS_KEY_FILE: { refused: ["/nowhere", folder], taken: [] },
  VAULT_PASSPHRASE_FILE: {
    refused: ["/nowhere", folder, file("short", "short"), file("open", "a passphrase for everybody", 0o644)],
    taken: [file("passphrase", "a passphrase of my own\n")],
  },
  METRICS_HOST: { refused: ["metrics.example", "1.2.3"], taken: ["0.0.0.0", "::1"] },
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddresses,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: webAddresses,
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: pairs,
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddresses,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs,
  OTEL_TRACES_SAMPLER_ARG: { refused: ["-1", "1.1", "2", "1e-2", "one"], taken: ["0", "0.01", "1", "1.0"] },
  REDIS_URL: {
    refused: ["localhost:6379", "http://localhost", "redis://", "redis://host/?a=1", "redis://host/#a"],
    taken: ["redis://localhost", "rediss://:p%40ss@host.example:6380", "redis://user:pass@[::1]:6379/2"],
  },
  REDIS_PREFIX: { refused: ["a b", "ä", "a".repeat(65)], taken: ["a:", "platonic/eu:"] },
  SETTINGS_FILE: { refused: ["/nowhere", folder, file("empty", "")], taken: [file("one", "PORT=1\n")] },
};

/** Settings whose values are words, numbers or texts without a structure. */
const plain = [
  "PORT TRUSTED_PROXY_HEADER PROXY_PROTOCOL CONNECTIONS_PER_NETWORK DRAIN_MS SHUTDOWN_GRACE_MS MIGRATE_ON_START DATA_DIR_MOUNT",
  "BOOTSTRAP_API_KEY REDIS_CLUSTER OPEN_REGISTRATION REGISTRATIONS_PER_HOUR REGISTRATIONS_PER_NETWORK TOKEN_AUDIENCE OWN_ISSUER",
  "ROTATION_WINDOW EXPLAIN_TOKENS SERVICE_NAME MAIL_FROM PHONE_WEBHOOK_SECRET MAILS_PER_HOUR TEXT_MESSAGES_PER_HOUR",
  "DOCUMENT_MEBIBYTES_PER_IDENTITY COMPLIANCE_WEBHOOK_SECRET WEBAUTHN_RP_ID RATE_MAX_AGE QUOTE_SECONDS",
  "TRANSACTIONS_PER_MINUTE LEDGER_JOURNAL LEDGER_CACHED_ACCOUNTS WEBHOOK_ADDRESSES BACKUPS BACKUP_RETENTION BACKUP_HOOK_SECONDS HOST_SOCKET_MODE HOST_UID_BASE",
  "HOST_UID_COUNT XDG_RUNTIME_DIR LISTEN_PID LISTEN_FDS CHANNEL_PLAIN CHANNELS_PER_NETWORK CHANNELS_PER_IDENTITY",
  "GRPC_REFLECTION CONSOLE DEVELOPMENT THREADS WORKER_THREADS LOG_LEVEL AUDIT_RETENTION_DAYS METRICS_PORT OTEL_SERVICE_NAME",
  "OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_METRICS_PROTOCOL OTEL_METRIC_EXPORT_INTERVAL OTEL_SDK_DISABLED",
  "OTEL_TRACES_EXPORTER OTEL_EXPORTER_OTLP_TRACES_PROTOCOL OTEL_TRACES_SAMPLER OTEL_BSP_SCHEDULE_DELAY",
  "OTEL_BSP_EXPORT_TIMEOUT OTEL_BSP_MAX_QUEUE_SIZE OTEL_BSP_MAX_EXPORT_BATCH_SIZE",
].flatMap((line) => line.split(" "));

/** Settings without which those of the table are not complete. */
const companions: Readonly<Record<string, NodeJS.ProcessEnv>> = {
  MAIL_URL: { MAIL_FROM: "a@b.example" },
  PHONE_WEBHOOK_URL: { PHONE_WEBHOOK_SECRET: "s".repeat(32) },
  COMPLIANCE_WEBHOOK_URL: { COMPLIANCE_WEBHOOK_SECRET: "s".repeat(32) },
};

describe("every setting that is a URL, a list or a path", () => {
  it("stands in the table of this test", () => {
    const names = Object.values(areas).flatMap(({ variables }) => Object.keys(variables));
    expect(names.filter((name) => !(name in table) && !plain.includes(name))).toEqual([]);
  });

  it.each(Object.entries(table).flatMap(([name, { refused }]) => refused.map((value) => [name, value] as const)))(
    "%s is refused by its name as %j",
    (name, value) => {
      const message = refusal({ ...companions[name], [name]: value });
      expect(message?.split("\n")[1]?.trim().startsWith(name)).toBe(true);
      expect(message).not.toContain("pass@");
    },
  );

  it.each(Object.entries(table).flatMap(([name, { taken }]) => taken.map((value) => [name, value] as const)))(
    "%s is taken as %j",
    (name, value) => expect(refusal({ ...companions[name], [name]: value })).toBeUndefined(),
  );
});

describe("a file of settings", () => {
  const refused = (content: string) => refusal({ SETTINGS_FILE: file("settings", content) });

  it.each([
    [
      "a name that is no setting, with the nearest one",
      "DATABSE_URL=x",
      "has DATABSE_URL, which is no setting; did you mean DATABASE_URL?",
    ],
    ["a name in lower case", "port=1", "did you mean PORT?"],
    [
      "a name like no other",
      "QWERTY_ZXCVB=1",
      "has QWERTY_ZXCVB, which is no setting; docs/reference/settings.md lists them",
    ],
    ["a setting twice", "PORT=1\nHOST=::1\nPORT=2", "has PORT twice, on the lines 1 and 3"],
    ["a line that is no setting", "PORT=1\nHOST: ::1", "has a line 2 that is not like NAME=value"],
    ["an open quotation mark", 'PORT=1\nHOST="::1', "has a quotation mark on line 2 that is never closed"],
    ["nothing", "", "names a file without any setting"],
    ["blanks and comments alone", " \n\t\n# PORT=1\n", "names a file without any setting"],
    ["another file of settings", "PORT=1\nSETTINGS_FILE=/elsewhere", "names another SETTINGS_FILE"],
  ])("with %s is refused", (_, content, problem) => {
    expect(refused(content)).toContain(problem);
  });

  it("may have comments, empty values, export and values of several lines", () => {
    const content = `# A comment\nexport PORT=9 # and another\nRATES='[\n]'\nDATABASE_URL=\n\nHOST = "::1"\n`;
    const { http, ledger } = loadConfig({ SETTINGS_FILE: file("settings", content) });
    expect([http.port, http.host, ledger.rates]).toEqual([9, "::1", []]);
  });

  it("does not have its values quoted, nor names that may be part of one", () => {
    const message = refused("s3cr3t line\n-----s3cr3t=x\nPORT=s3cr3t\n");
    expect(message).toContain("line 1");
    expect(message).not.toContain("s3cr3t");
  });
});

describe("the environment, which belongs to other programs too,", () => {
  it("has names that are nearly those of settings told, and no others", () => {
    const env = {
      DATABSE_URL: "x",
      DATADIR: "x",
      DATA_DIRECTORY: "x",
      THREAD: "3",
      PORTT: "1",
      DATABASE_URL: "x",
      npm_config_cache: "x",
      OPEN_REGISTRATIONS: "1",
    };
    expect(suspects(env)).toEqual([
      "DATABSE_URL is no setting; did you mean DATABASE_URL?",
      "DATADIR is no setting; did you mean DATA_DIR?",
      "DATA_DIRECTORY is no setting; did you mean DATA_DIR?",
      "THREAD is no setting; did you mean THREADS?",
      "PORTT is no setting; did you mean PORT?",
      "OPEN_REGISTRATIONS is no setting; did you mean OPEN_REGISTRATION?",
    ]);
    expect(refusal({ DATABSE_URL: "x" })).toBeUndefined();
  });

  it("has no name told that every shell, container or terminal sets", () => {
    const names =
      "PATH HOME HOSTNAME HOSTTYPE SHELL SHLVL TERM USER LOGNAME PWD OLDPWD LANG LC_ALL MAIL EDITOR PAGER DISPLAY TZ " +
      "LESS LS_COLORS COLORTERM SSH_TTY SSH_CLIENT SSH_CONNECTION SSL_CERT_FILE SSL_CERT_DIR NODE_ENV NODE_OPTIONS " +
      "KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT_443_TCP PLATONIC_SERVICE_HOST PLATONIC_PORT " +
      "PLATONIC_PORT_8080_TCP_ADDR XDG_DATA_DIRS XDG_RUNTIME_DIR INVOCATION_ID JOURNAL_STREAM TMPDIR CI DEBUG COLUMNS LINES";
    expect(suspects(Object.fromEntries(names.split(" ").map((name) => [name, "x"])))).toEqual([]);
  });
});

describe("settings", () => {
  it("that are refused leave nothing behind", () => {
    const place = join(folder, "untouched");
    mkdirSync(place);
    expect(refusal({ DATA_DIR: join(place, "data"), VAULT_PASSPHRASE_FILE: file("weak", "weak") })).toContain(
      "16 to 4,096 bytes",
    );
    expect(readdirSync(place)).toEqual([]);
  });
});

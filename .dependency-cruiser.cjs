/**
 * Who may import whom. The folders are the architecture (docs/architecture.md); this program holds the code to it.
 * `test/code/import-rules.test.ts` plants violations and expects each to be reported, so a blind checker is noticed.
 */

const { readdirSync } = require("node:fs");

/** Forbids every import of files at `from` except `mayImport`. Paths are regular expressions from the root. */
function only(name, from, mayImport, comment) {
  return { name, severity: "error", comment, from: { path: from }, to: { pathNot: mayImport } };
}

/** Lets a package be imported at one place alone. */
function package_(name, packages, place, comment) {
  return {
    name,
    severity: "error",
    comment,
    from: { path: "^server/", pathNot: place },
    to: { path: `^node_modules/(${packages})/` },
  };
}

const core = "^server/core/";
const rpc = "^server/rpc/";
const outbound = "^server/outbound/";
const access = "^server/access/";
const database = "^server/database/";
const http = "^server/transports/http/";
/** Generated code, as a workspace names it. */
const generated = "^node_modules/platonic-contract/es/";
const protobuf = "^node_modules/@bufbuild/(protobuf|protovalidate)/";
const databasePackages = "^node_modules/(typeorm|better-sqlite3|@types/better-sqlite3|mysql2|reflect-metadata)/";
const pureNode = "^(node:)?(buffer|crypto|util)$";
const anyNode = "^(node:)?[a-z0-9_/]+$";

/**
 * Which modules a module may use, by their index.ts or module.ts, and the vocabulary of the ledger. Without a circle; geocode
 * and vault stand alone.
 */
const uses = {
  geocode: [],
  vault: [],
  identity: ["vault"],
  verification: ["identity", "vault"],
  ledger: ["identity"],
  wallets: ["identity", "ledger"],
  events: ["ledger", "wallets", "vault"],
  host: ["identity", "ledger", "wallets"],
  backup: ["vault"],
  processes: [],
  audit: [],
};
for (const name of readdirSync("server/modules")) {
  if (uses[name] === undefined) throw new Error(`server/modules/${name} has no import rules; add it to \`uses\``);
}

/** Words of a module that others may import one by one: types and pure functions. */
const vocabularies = { ledger: "^server/modules/ledger/domain/" };

/** The packages that parts of a module may import, beside what each layer may. */
const packages = {
  geocode: ["^node_modules/(@types/)?ndarray/"],
  identity: ["^node_modules/@noble/curves/"],
  events: ["^node_modules/(undici|birpc)/"],
  verification: ["^node_modules/(@node-rs/argon2|@simplewebauthn/server|nodemailer|otpauth)/"],
};

function moduleRules([name, used]) {
  const own = `^server/modules/${name}/`;
  // A room of a module, such as `events/webhooks`, has the layers of a module.
  const room = `${own}([a-z]+/|)`;
  const words = used.flatMap((other) => vocabularies[other] ?? []);
  const others = [...used.map((other) => `^server/modules/${other}/(index|module)\\.ts$`), ...words];
  const ownPackages = packages[name] ?? [];
  return [
    only(
      `${name}-domain`,
      `${room}(domain|engine|mathematics)/`,
      [
        `${room}(domain|engine|mathematics)/`,
        core,
        `${access}domain/`,
        pureNode,
        ...ownPackages.filter((path) => !/argon2/.test(path)),
      ],
      "the domain is pure: no I/O, no clock, no randomness, no generated code",
    ),
    only(
      `${name}-operations`,
      `${room}((operations|orders|messages)/|operations\\.ts$)`,
      [
        `${own}(?!([a-z]+/|)store/|module\\.ts$|config\\.ts$)`,
        ...used.map((other) => `^server/modules/${other}/index\\.ts$`),
        ...words,
        core,
        rpc,
        `${access}domain/`,
        "^gen/",
        protobuf,
        pureNode,
      ],
      "operations join the contract and the domain; they know no transport and no store",
    ),
    only(
      `${name}-store`,
      `${room}store/`,
      [
        `${room}(store|domain|engine)/`,
        `${own}(records|context)\\.ts$`,
        ...used.map((other) => `^server/modules/${other}/index\\.ts$`),
        ...words,
        core,
        `${access}(domain|store)/`,
        database,
        databasePackages,
        anyNode,
      ],
      "only stores write, and they decide nothing",
    ),
    only(
      `module-${name}`,
      own,
      [
        own,
        ...others,
        core,
        rpc,
        access,
        database,
        outbound,
        databasePackages,
        "^gen/",
        protobuf,
        ...ownPackages,
      ].concat(["^node_modules/(pino|zod)/", "^package\\.json$", anyNode]),
      "modules meet through index.ts, module.ts and vocabularies alone, and know no transport and no app",
    ),
  ];
}

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "data flows one way; an import of a type is an arrow, too",
      from: {},
      to: { circular: true },
    },
    only(
      "core",
      core,
      [
        core,
        "^package[.]json$",
        "^(node:)?(async_hooks|buffer|crypto|fs(/promises)?|os|path|url|util|v8)$",
        "^node_modules/(zod|sodium-native)/",
      ],
      "the ground floor: it depends on nothing of ours",
    ),
    only(
      "rpc",
      rpc,
      [
        core,
        rpc,
        "^gen/es/(google|platonic/(access|call|fault|rest|text))/",
        protobuf,
        "^node_modules/pino/",
        pureNode,
      ],
      "what every call goes through; it knows no transport, no module, and access only by ports of its own",
    ),
    only(
      "access",
      `${access}(?!(store|redis)/)`,
      [
        access,
        core,
        rpc,
        database,
        "^gen/es/platonic/(access|admin|rest)/",
        protobuf,
        "^node_modules/(jose|pino|zod)/",
        anyNode,
      ],
      "who calls, and how much they may",
    ),
    only(
      "access-without-store",
      `${access}(?!store/|redis/|module\\.ts$)`,
      ["^(?!server/(access/(store|redis)|database)/)"],
      "stores are handed in",
    ),
    only(
      "access-store",
      `${access}store/`,
      [`${access}(domain|store)/`, core, database, databasePackages, pureNode],
      "stores",
    ),
    only(
      "access-redis",
      `${access}redis/`,
      [`${access}redis/`, core, "^node_modules/ioredis/", pureNode],
      "the counter of calls that processes share beside the database",
    ),
    only("http", http, [http, core, rpc, anyNode, "^node_modules/zod/"], "the port carries bytes for other transports"),
    only(
      "rest",
      "^server/transports/rest/",
      ["^server/transports/(rest|http)/", core, rpc, "^gen/es/(google|platonic/rest)/", protobuf, pureNode],
      "a transport knows descriptors and no service; transports do not know each other",
    ),
    only(
      "connect",
      "^server/transports/connect/",
      [
        "^server/transports/(connect|http)/",
        core,
        rpc,
        "^gen/es/(google|platonic/fault)/",
        protobuf,
        "^node_modules/(@connectrpc|zod)/",
        "^(node:)?(http|util|zlib)$",
      ],
      "a transport knows descriptors and no service; transports do not know each other",
    ),
    only(
      "grpc",
      "^server/grpc/",
      ["^server/grpc/", "^gen/es/grpc/", protobuf],
      "reflection and health could be published by themselves: they know nothing else of ours",
    ),
    only(
      "varlink",
      "^server/transports/varlink/",
      [
        "^server/transports/varlink/",
        core,
        rpc,
        "^gen/es/platonic/(fault|host|varlink)/",
        protobuf,
        "^node_modules/(koffi|pino)/",
        "^(node:)?(crypto|events|fs|net|os|path)$",
      ],
      "a transport knows descriptors and no service but the host's own",
    ),
    only(
      "channel",
      "^server/transports/channel/",
      [
        "^server/transports/(channel|http)/",
        core,
        rpc,
        "^gen/es/(google|platonic/(channel|fault))/",
        protobuf,
        "^node_modules/(ws|@types/ws|zod|pino)/",
        "^(node:)?(crypto|http|stream)$",
      ],
      "a transport knows descriptors and few methods by their names",
    ),
    package_(
      "websocket",
      "ws|@types/ws",
      "^server/transports/channel/websocket/",
      "the channel is the same over whatever carries its messages",
    ),
    package_(
      "opentelemetry",
      "@opentelemetry",
      "^server/app/(metrics|telemetry|traces)/",
      "metrics are plain numbers and spans plain objects, which only what pushes them knows how to send",
    ),
    package_("libsodium", "sodium-native", "^server/core/sodium\\.ts$", "every user must do without it, too"),
    {
      name: "settings",
      severity: "error",
      comment: "settings are read in config.ts files",
      from: { path: "^server/", pathNot: "(^|/)config(\\.ts$|/)|^server/modules/ledger/rates/" },
      to: { path: "^node_modules/zod/" },
    },
    only(
      "database",
      database,
      [database, core, databasePackages, "^node_modules/zod/", "^package\\.json$", anyNode],
      "modules register their tables; the database imports no module",
    ),
    only(
      "threads",
      "^server/threads/",
      ["^server/threads/", core, rpc, protobuf, "^node_modules/piscina/", anyNode],
      "pools of threads; the programs that they run are composed by app",
    ),
    only("outbound", outbound, [outbound, core, "^node_modules/undici/", anyNode], "how other services are reached"),
    {
      name: "names",
      severity: "error",
      comment: "names are resolved at one place, so that a slow one delays no other",
      from: { path: "^server/", pathNot: outbound },
      to: { path: "^(node:)?dns(/promises)?$" },
    },
    ...Object.entries(uses).flatMap(moduleRules),
    {
      name: "app-is-the-root",
      severity: "error",
      comment: "app and the programs of server/ compose everything, and nothing imports them",
      from: { pathNot: "^(test|bench|scripts)/|^server/(app/|[a-z-]+\\.ts$)" },
      to: { path: "^server/(app/|[a-z-]+\\.ts$)" },
    },
    only(
      "clients",
      "^clients/",
      ["^clients/", "^gen/", "^node_modules/", "^package\\.json$", anyNode],
      "clients speak the protocols and never reach into the server",
    ),
    only(
      "console",
      "^clients/console/src/",
      [
        "^clients/(console/src|typescript/src|demo/wine\\.csv)",
        generated,
        "^node_modules/(preact|@preact/signals|three|@types/three|@bufbuild/protobuf|@connectrpc/connect|@noble/curves|minisearch|qr|vite)/",
      ],
      "the console is a client in a browser, by the client for TypeScript alone",
    ),
    only(
      "sdk",
      "^clients/typescript/src/(?!node[./]|wallet/file-storage\\.ts$)",
      [
        "^clients/typescript/src/(?!node[./]|wallet/file-storage\\.ts$)",
        "^clients/typescript/package\\.json$",
        generated,
        "^node_modules/(@bufbuild/protobuf|@connectrpc/(connect|connect-web)|@noble/(ciphers|curves|hashes))/",
      ],
      "the package runs in browsers: nothing of Node, and no package that it does not name",
    ),
    {
      name: "production",
      severity: "error",
      comment: "`npm ci --omit=dev` installs all that the service and the command line need",
      from: { path: "^(server|clients/(cli|host|quickstart|typescript/src))/" },
      to: {
        dependencyTypes: ["npm-dev", "npm-no-pkg"],
        dependencyTypesNot: ["type-only"],
        pathNot: "^node_modules/(@types|platonic-contract)/",
      },
    },
    only(
      "scripts",
      "^scripts/",
      ["^scripts/", "^server/", "^clients/cli/", "^gen/", "^node_modules/", "^package\\.json$", anyNode],
      "tools",
    ),
    {
      name: "generated",
      severity: "error",
      comment: "generated code stands alone",
      from: { path: "^gen/" },
      to: { path: "^(server|clients|test|bench|scripts)/" },
    },
    {
      name: "resolvable",
      severity: "error",
      comment: "an import that is not found would be checked by no rule",
      from: { path: "^(server|clients|scripts|bench)/" },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: ["node_modules", "^gen"] },
    // Hidden folders hold builds under way, whose files can vanish; the build of the console makes the modules `virtual:`.
    exclude: { path: "^clients/(typescript|console)/dist/|(^|/)\\.[^./]|^virtual:" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};

/**
 * Who may import whom. The folders are the architecture (docs/architecture.md); this is the program that holds them to
 * it. `test/code/rooms.test.ts` plants violations and sees them refused, so that a blind checker is noticed.
 */

/** Everything in a room but what it may import. Paths are regular expressions from the root. */
function room(name, from, mayImport, comment) {
  return {
    name,
    severity: "error",
    comment,
    from: { path: from },
    to: { pathNot: mayImport },
  };
}

const fault = "^server/domain/fault\\.ts$";
const sha256 = "^server/domain/sha256\\.ts$";
const bounds = "^server/limits\\.ts$";
const niceness = "^server/niceness\\.ts$";
const sodium = "^server/sodium\\.ts$";

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "data flows one way",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    room(
      "domain-geometry",
      "^server/domain/geometry/",
      ["^server/domain/geometry/", fault, "^node_modules/(@types/)?ndarray/"],
      "the domain is pure: no I/O, no generated code, no package but ndarray",
    ),
    room("domain-access", "^server/domain/access/", ["^server/domain/access/", fault], "the domain is pure"),
    room(
      "domain-identity",
      "^server/domain/identity/",
      [
        "^server/domain/identity/",
        "^server/domain/access/sessions\\.ts$",
        fault,
        sha256,
        "^node_modules/@noble/curves/",
        "^(node:)?crypto$",
      ],
      "the domain is pure: of cryptography only what follows from its arguments",
    ),
    room(
      "domain-verification",
      "^server/domain/verification/",
      ["^server/domain/verification/", fault, "^(node:)?crypto$"],
      "the domain is pure: digests, but no network, no hashing that takes long, no package",
    ),
    room(
      "domain-ledger",
      "^server/domain/ledger/",
      [
        "^server/domain/ledger/",
        "^server/domain/identity/(identities|signature|signing-purposes)\\.ts$",
        fault,
        sha256,
        "^(node:)?crypto$",
      ],
      "the domain is pure: what becomes of money follows from arguments alone",
    ),
    room("domain-fault", fault, [fault], "the root of all imports"),
    room("domain-sha256", sha256, [sha256, "^(node:)?crypto$"], "a function of its argument"),
    room(
      "operations",
      "^server/operations/",
      [
        "^server/(operations|domain)/",
        "^server/verification/(verifier|procedure)\\.ts$",
        "^server/pipeline/(call|api-key)\\.ts$",
        "^gen/",
        "^node_modules/@bufbuild/protobuf/",
        "^(node:)?crypto$",
      ],
      "operations join the contract to the domain and know no wire and no store",
    ),
    room(
      "pipeline",
      "^server/pipeline/",
      [
        "^server/(pipeline|domain/access)/",
        "^server/domain/uuid\\.ts$",
        fault,
        sha256,
        bounds,
        "^gen/",
        "^node_modules/(@bufbuild|jose|pino)/",
        "^(node:)?(crypto|zlib|fs|fs/promises|url|buffer)$",
      ],
      "the pipeline is the same for every door and knows none of them",
    ),
    room(
      "door-http",
      "^server/doors/http/",
      ["^server/doors/http/", "^server/pipeline/", fault, bounds, "^(node:)?[a-z0-9_/]+$"],
      "the port carries bytes for the other doors",
    ),
    room(
      "door-rest",
      "^server/doors/rest/",
      [
        "^server/doors/(rest|http)/",
        "^server/pipeline/",
        fault,
        bounds,
        "^gen/es/(rest|google)/",
        "^node_modules/@bufbuild/",
        "^(node:)?buffer$",
      ],
      "a door knows descriptors and no service; doors do not know each other",
    ),
    room(
      "door-rpc",
      "^server/doors/rpc/",
      [
        "^server/doors/(rpc|http)/",
        "^server/pipeline/",
        fault,
        bounds,
        "^gen/es/(fault|google)/",
        "^node_modules/(@bufbuild|@connectrpc)/",
        "^(node:)?(util|zlib)$",
      ],
      "a door knows descriptors and no service; doors do not know each other",
    ),
    room(
      "door-host",
      "^server/doors/host/",
      [
        "^server/doors/host/",
        "^server/doors/rest/(json|reader|writer)\\.ts$",
        "^server/pipeline/",
        "^server/domain/access/",
        fault,
        bounds,
        "^gen/es/(fault|host|varlink)/",
        "^node_modules/(@bufbuild|koffi)/",
        "^(node:)?(crypto|events|fs|net|os|path)$",
      ],
      "a door knows descriptors and no service but the host's own; it speaks the dialect of REST, and not of HTTP",
    ),
    room(
      "door-channel",
      "^server/doors/channel/",
      [
        "^server/doors/(channel|http)/",
        "^server/doors/rpc/binary-(reader|writer)\\.ts$",
        "^server/pipeline/",
        fault,
        bounds,
        sodium,
        "^gen/es/(channel|fault|google)/",
        "^node_modules/(@bufbuild|ws|@types/ws)/",
        "^(node:)?(crypto|http|stream)$",
      ],
      "a door knows descriptors and few methods by their names; it spells messages as RPC does, and knows no other door",
    ),
    {
      name: "websocket",
      severity: "error",
      comment: "the channel is the same over whatever carries its messages",
      from: { path: "^server/", pathNot: "^server/doors/channel/socket\\.ts$" },
      to: { path: "^node_modules/(ws|@types/ws)/" },
    },
    room(
      "workers",
      "^server/workers/",
      [
        "^server/(workers|operations|pipeline)/",
        "^server/doors/(rest|rpc)/form\\.ts$",
        fault,
        "^gen/",
        "^server/domain/identity/signature\\.ts$",
        niceness,
        sodium,
        "^node_modules/piscina/",
      ],
      "other threads do the work of large calls, by the same forms and operations, and check signatures",
    ),
    room(
      "vault",
      "^server/vault/",
      ["^server/vault/", "^(node:)?(crypto|fs)$"],
      "keys stay among few files that can be read at one sitting; where records are kept is a port",
    ),
    room(
      "backup",
      "^server/backup/",
      [
        "^server/(backup|store|vault|domain/ledger)/",
        "^server/domain/identity/signature\\.ts$",
        niceness,
        "^(node:)?(crypto|fs/promises|path|worker_threads)$",
      ],
      "copies of the database, their encryption and a look at all of them; they know no contract, no caller and no wire",
    ),
    room(
      "store",
      "^server/store/",
      [
        "^server/(store|domain)/",
        "^server/vault/(records|context)\\.ts$",
        niceness,
        "^node_modules/(typeorm|better-sqlite3|@types/better-sqlite3|mysql2|reflect-metadata)/",
        "^(node:)?[a-z0-9_/]+$",
      ],
      "only the store writes, and it decides nothing",
    ),
    room(
      "verification",
      "^server/verification/",
      [
        "^server/(verification|domain)/",
        "^node_modules/(@node-rs/argon2|@simplewebauthn/server|nodemailer|otpauth)/",
        "^(node:)?crypto$",
      ],
      "methods of verification that need packages and the network; they know no contract and no store",
    ),
    room(
      "config",
      "^server/config\\.ts$",
      [
        "^server/config-(channel|host|identity|kinds|ledger)\\.ts$",
        "^server/domain/access/",
        "^server/pipeline/(api-key|bearer)\\.ts$",
        "^server/store/database-url\\.ts$",
        "^node_modules/zod/",
        "^(node:)?[a-z0-9_/]+$",
      ],
      "the only reader of the environment",
    ),
    room(
      "config-parts",
      "^server/config-(channel|host|identity|kinds)\\.ts$",
      [
        "^server/config-kinds\\.ts$",
        "^server/domain/verification/addresses\\.ts$",
        "^node_modules/zod/",
        "^(node:)?[a-z0-9_/]+$",
      ],
      "the variables of each area, for the one reader of the environment",
    ),
    room(
      "config-ledger",
      "^server/config-ledger\\.ts$",
      ["^server/config-kinds\\.ts$", "^server/domain/ledger/", "^server/rates/spelling\\.ts$", "^node_modules/zod/"],
      "how fees, limits and rates are spelled in the environment",
    ),
    room(
      "rates",
      "^server/rates/",
      ["^server/(rates|domain/ledger)/", "^node_modules/zod/"],
      "where rates come from; whether they are believed is for the domain",
    ),
    room("niceness", niceness, ["^(node:)?os$"], "which thread goes first"),
    room("limits", bounds, [bounds], "numbers only"),
    room("sodium", sodium, ["^node_modules/sodium-native/"], "a package that some platforms do not have, or nothing"),
    {
      name: "libsodium",
      severity: "error",
      comment: "whoever uses it must do without it, too",
      from: { path: "^server/", pathNot: sodium },
      to: { path: "^node_modules/sodium-native/" },
    },
    {
      name: "main-is-the-root",
      severity: "error",
      comment: "main.ts composes everything, restore.ts is another program, and nothing imports them",
      from: { pathNot: "^test/" },
      to: { path: "^server/(main|restore)\\.ts$" },
    },
    room(
      "clients",
      "^clients/",
      ["^clients/", "^gen/", "^node_modules/", "^(node:)?[a-z0-9_/]+$"],
      "clients speak the protocols and never reach into the server",
    ),
    room(
      "sdk",
      "^clients/typescript/src/(?!node\\.ts$|wallet/file-storage\\.ts$)",
      [
        "^clients/typescript/src/(?!node\\.ts$|wallet/file-storage\\.ts$)",
        "^gen/",
        "^node_modules/(@bufbuild/protobuf|@connectrpc/(connect|connect-web)|@noble/(ciphers|curves))/",
      ],
      "the package runs in browsers: nothing of Node, and no package that it does not name",
    ),
    {
      name: "generated",
      severity: "error",
      comment: "generated code stands alone",
      from: { path: "^gen/" },
      to: { path: "^(server|clients|test)/" },
    },
    {
      name: "resolvable",
      severity: "error",
      comment: "an import that is not found would be checked by no rule",
      from: { path: "^(server|clients)/" },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: ["node_modules", "^gen"] },
    exclude: { path: "^clients/typescript/dist/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkPackages } from "../support/linked-packages.ts";

/** A canary: imports that the rules forbid are planted in a copy of the tree, to see that the checker is not blind. */
const forbidden = [
  ["server/core", "../rpc/call.ts", "core"],
  ["server/core", "typeorm", "core"],
  ["server/core", "zod", "settings"],
  ["server/rpc", "../access/domain/keys.ts", "rpc"],
  ["server/rpc", "../transports/http/exchange.ts", "rpc"],
  ["server/rpc", "../modules/geocode/operations.ts", "rpc"],
  ["server/rpc", "../database/source.ts", "rpc"],
  ["server/access", "../modules/identity/domain/identities.ts", "access"],
  ["server/access", "../transports/http/exchange.ts", "access"],
  ["server/access/authentication", "../store/keys.ts", "access-without-store"],
  ["server/access/store", "../../rpc/call.ts", "access-store"],
  ["server/database", "../modules/ledger/store/hold-row.ts", "database"],
  ["server/database", "#contract/admin/v1/keys_pb.js", "database"],
  ["server/database", "../rpc/call.ts", "database"],
  ["server/threads", "../modules/geocode/operations.ts", "threads"],
  ["server/threads", "../transports/rest/codec.ts", "threads"],
  ["server/modules/geocode/mathematics", "node:fs", "geocode-domain"],
  ["server/modules/geocode/mathematics", "../../../rpc/plan.ts", "geocode-domain"],
  ["server/modules/geocode/mathematics", "../../../../gen/es/platonic/geocode/v1/geometry_pb.js", "geocode-domain"],
  ["server/modules/identity/domain", "node:fs", "identity-domain"],
  ["server/modules/identity/domain", "../../geocode/mathematics/scale.ts", "identity-domain"],
  ["server/modules/identity/operations", "../store/identities.ts", "identity-operations"],
  ["server/modules/identity/operations", "../../../transports/rest/codec.ts", "identity-operations"],
  ["server/modules/identity/store", "../operations/identities.ts", "identity-store"],
  ["server/modules/verification/domain", "node:fs", "verification-domain"],
  ["server/modules/ledger/domain", "node:fs", "ledger-domain"],
  ["server/modules/ledger/engine", "node:fs", "ledger-domain"],
  ["server/modules/ledger/orders", "../../identity/domain/identities.ts", "ledger-operations"],
  ["server/modules/ledger/store", "../../../rpc/call.ts", "ledger-store"],
  ["server/modules/ledger", "../identity/domain/identities.ts", "module-ledger"],
  ["server/modules/vault", "../../app/config.ts", "app-is-the-root"],
  ["server/modules/host", "../../transports/varlink/policy.ts", "module-host"],
  ["server/modules/geocode", "../identity/index.ts", "module-geocode"],
  ["server/modules/identity", "../verification/module.ts", "module-identity"],
  ["server/modules/ledger", "../vault/index.ts", "module-ledger"],
  ["server/modules/ledger/domain", "../../identity/index.ts", "ledger-domain"],
  ["server/modules/vault", "../identity/index.ts", "module-vault"],
  ["server/modules/backup", "../ledger/index.ts", "module-backup"],
  ["server/transports/http", "../rest/route.ts", "http"],
  ["server/transports/http", "../../main.ts", "app-is-the-root"],
  ["server/transports/rest", "../connect/transport.ts", "rest"],
  ["server/transports/rest", "../../modules/geocode/operations.ts", "rest"],
  ["server/transports/rest", "../../../gen/es/platonic/geocode/v1/service_pb.js", "rest"],
  ["server/transports/connect", "../rest/route.ts", "connect"],
  ["server/transports/connect", "../../database/source.ts", "connect"],
  ["server/transports/channel", "../connect/status.ts", "channel"],
  ["server/transports/channel", "../../access/store/sessions.ts", "channel"],
  ["server/transports/channel", "../../../gen/es/platonic/identity/v1/identity_pb.js", "channel"],
  ["server/transports/channel", "node:net", "channel"],
  ["server/transports/channel/session", "ws", "websocket"],
  ["server/transports/channel", "sodium-native", "libsodium"],
  ["server/transports/varlink", "../connect/status.ts", "varlink"],
  ["server/transports/varlink", "../http/exchange.ts", "varlink"],
  ["server/transports/varlink", "../../modules/host/operations/kernel.ts", "varlink"],
  ["server/transports/varlink", "../../../gen/es/platonic/wallet/v1/transaction_pb.js", "varlink"],
  ["clients/cli", "../../server/core/fault.ts", "clients"],
  ["clients/typescript/src", "node:fs", "sdk"],
  ["server/rpc", "./no-such-file.ts", "resolvable"],
  ["server/core/batching", "./planted-58.ts", "no-cycles"],
  ["clients/cli", "fast-check", "production"],
  ["server/app", "fast-check", "production"],
  ["clients/console/src", "../../../server/core/fault.ts", "clients"],
  ["clients/console/src", "node:fs", "console"],
  ["clients/console/src", "markdown-it", "console"],
  ["server/outbound", "../rpc/call.ts", "outbound"],
  ["server/modules/events/webhooks", "node:dns/promises", "names"],
  ["server/modules/ledger", "../events/feed/feed.ts", "module-ledger"],
  ["server/modules/ledger", "../wallets/index.ts", "module-ledger"],
  ["server/modules/events/feed", "../../ledger/engine/decide/decide.ts", "module-events"],
  ["server/modules/wallets/operations", "../../ledger/engine/decide/decide.ts", "wallets-operations"],
  ["server/modules/wallets/operations", "../../ledger/store/wallets.ts", "wallets-operations"],
  ["server/modules/wallets", "../ledger/orders/submission.ts", "module-wallets"],
  ["server/modules/events/webhooks/domain", "node:fs", "events-domain"],
  ["server/modules/events/webhooks/operations", "../store/webhooks.ts", "events-operations"],
  ["server/modules/events/webhooks/store", "../../../../rpc/call.ts", "events-store"],
] as const;

let tree: string;
let broken: { rule: string; file: string }[];

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "platonic-imports-"));
  for (const path of [".dependency-cruiser.cjs", "tsconfig.json", "package.json", "server", "clients", "gen"]) {
    cpSync(path, join(tree, path), { recursive: true });
  }
  linkPackages(tree);
  forbidden.forEach(([folder, imported], index) => {
    const text = `import * as planted from "${imported}";\nexport const use = planted;\n`;
    writeFileSync(join(tree, folder, `planted-${index}.ts`), text);
  });
  broken = brokenRules();
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

test.each(forbidden.map(([folder, imported, rule], index) => ({ folder, imported, rule, index })))(
  "an import of $imported in $folder breaks the rule $rule",
  ({ folder, rule, index }) => {
    const file = `${folder}/planted-${index}.ts`;
    expect(broken.filter((violation) => violation.file === file).map((violation) => violation.rule)).toContain(rule);
  },
);

test("the tree without what was planted obeys the rules", () => {
  expect(broken.filter((violation) => !violation.file.includes("planted-"))).toEqual([]);
});

function brokenRules(): { rule: string; file: string }[] {
  const { summary } = JSON.parse(check()) as {
    summary: { violations: { rule: { name: string }; from: string }[]; totalCruised: number };
  };
  // A checker that sees nothing finds nothing wrong.
  expect(summary.totalCruised).toBeGreaterThan(50);
  return summary.violations.map((violation) => ({ rule: violation.rule.name, file: violation.from }));
}

function check(): string {
  const parameters = ["--config", ".dependency-cruiser.cjs", "--preserve-symlinks", "--output-type", "json"];
  try {
    return execFileSync("node_modules/.bin/depcruise", [...parameters, "server", "clients", "gen"], {
      cwd: tree,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
  } catch (error) {
    // Its exit code is the number of violations.
    return (error as { stdout: string }).stdout;
  }
}

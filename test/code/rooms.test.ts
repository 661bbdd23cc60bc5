import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** A canary: imports that the rules forbid are planted in a copy of the house, to see that the checker is not blind. */
const forbidden = [
  ["server/domain/geometry", "node:fs", "domain-geometry"],
  ["server/domain/geometry", "../access/plan.ts", "domain-geometry"],
  ["server/domain/geometry", "../../../gen/es/geocode/v1/geometry_pb.js", "domain-geometry"],
  ["server/domain/geometry", "zod", "domain-geometry"],
  ["server/domain/access", "../geometry/scale.ts", "domain-access"],
  ["server/domain/identity", "node:fs", "domain-identity"],
  ["server/domain/identity", "../geometry/scale.ts", "domain-identity"],
  ["server/domain/verification", "node:fs", "domain-verification"],
  ["server/domain/ledger", "node:fs", "domain-ledger"],
  ["server/domain/ledger", "../access/plan.ts", "domain-ledger"],
  ["server/verification", "../store/keys.ts", "verification"],
  ["server/vault", "../store/vault.ts", "vault"],
  ["server/vault", "typeorm", "vault"],
  ["server/backup", "../config.ts", "backup"],
  ["server/workers", "../store/keys.ts", "workers"],
  ["server/store", "../vault/vault.ts", "store"],
  ["server/operations", "../store/keys.ts", "operations"],
  ["server/operations", "../doors/rest/json.ts", "operations"],
  ["server/pipeline", "../doors/rest/json.ts", "pipeline"],
  ["server/pipeline", "../domain/geometry/scale.ts", "pipeline"],
  ["server/pipeline", "../store/keys.ts", "pipeline"],
  ["server/doors/http", "../rest/json.ts", "door-http"],
  ["server/doors/rest", "../rpc/door.ts", "door-rest"],
  ["server/doors/rest", "../../operations/geocode.ts", "door-rest"],
  ["server/doors/rest", "../../../gen/es/geocode/v1/service_pb.js", "door-rest"],
  ["server/doors/rpc", "../rest/json.ts", "door-rpc"],
  ["server/doors/rpc", "../../store/keys.ts", "door-rpc"],
  ["server/store", "../../gen/es/admin/v1/keys_pb.js", "store"],
  ["server/store", "../pipeline/call.ts", "store"],
  ["server/doors/http", "../../main.ts", "main-is-the-root"],
  ["clients/cli", "../../server/domain/fault.ts", "clients"],
  ["server/pipeline", "./no-such-file.ts", "resolvable"],
  ["server/operations", "./planted-32.ts", "no-cycles"],
  ["server/doors/channel", "../rpc/codec.ts", "door-channel"],
  ["server/doors/channel", "../../store/sessions.ts", "door-channel"],
  ["server/doors/channel", "../../../gen/es/identity/v1/identity_pb.js", "door-channel"],
  ["server/doors/channel", "node:net", "door-channel"],
  ["server/doors/channel", "ws", "websocket"],
  ["server/doors/host", "../rpc/codec.ts", "door-host"],
  ["server/doors/host", "../http/exchange.ts", "door-host"],
  ["server/doors/host", "../../store/sessions.ts", "door-host"],
  ["server/doors/host", "../../operations/kernel.ts", "door-host"],
  ["server/doors/host", "../../../gen/es/wallet/v1/transaction_pb.js", "door-host"],
  ["server/doors/rest", "../host/messages.ts", "door-rest"],
  ["server/rates", "../store/ledger/rates.ts", "rates"],
  ["server/doors/channel", "sodium-native", "libsodium"],
  ["server/backup", "node:os", "backup"],
] as const;

let house: string;
let broken: { rule: string; file: string }[];

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), "platonic-rooms-"));
  for (const path of [".dependency-cruiser.cjs", "tsconfig.json", "package.json", "server", "clients", "gen"]) {
    cpSync(path, join(house, path), { recursive: true });
  }
  symlinkSync(join(process.cwd(), "node_modules"), join(house, "node_modules"));
  forbidden.forEach(([room, imported], index) => {
    const text = `import * as planted from "${imported}";\nexport const use = planted;\n`;
    writeFileSync(join(house, room, `planted-${index}.ts`), text);
  });
  broken = brokenRules();
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

test.each(forbidden.map(([room, imported, rule], index) => ({ room, imported, rule, index })))(
  "an import of $imported in $room breaks the rule $rule",
  ({ room, rule, index }) => {
    const file = `${room}/planted-${index}.ts`;
    expect(broken.filter((violation) => violation.file === file).map((violation) => violation.rule)).toContain(rule);
  },
);

test("the house without what was planted obeys its rules", () => {
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
      cwd: house,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
  } catch (error) {
    // Its exit code is the number of violations.
    return (error as { stdout: string }).stdout;
  }
}

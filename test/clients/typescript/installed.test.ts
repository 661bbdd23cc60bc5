// @module-tag slow/programs

import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installPackage } from "../../sdks/drivers/typescript/driver.ts";

/** A project outside of the repository, in which npm has installed the package. */
const project = mkdtempSync(join(tmpdir(), "platonic-installed-"));
const messages = join(project, "node_modules/platonic-client/dist/messages/platonic");
beforeAll(() => installPackage(project));
afterAll(() => rmSync(project, { recursive: true }));

const settings = {
  node10: { moduleResolution: "node10", module: "commonjs", ignoreDeprecations: "6.0" },
  node16: { moduleResolution: "node16", module: "node16" },
  nodenext: { moduleResolution: "nodenext", module: "nodenext" },
  bundler: { moduleResolution: "bundler", module: "es2022" },
} as const;

/** Libraries and types of a program. */
const platforms = {
  "Node alone": { lib: ["es2024"], types: ["node"] },
  "Node and the library dom": { lib: ["es2024", "dom", "dom.iterable"], types: ["node"] },
  "browsers alone": { lib: ["es2024", "dom", "dom.iterable"], types: [] },
  "workers of browsers": { lib: ["es2024", "webworker", "webworker.iterable"], types: [] },
} as const;

const cases = Object.keys(settings).flatMap((setting) =>
  Object.keys(platforms).map((platform) => [setting, platform]),
) as [keyof typeof settings, keyof typeof platforms][];

/** Returns the compiler that resolves modules so: TypeScript 6 is the last one that does it as Node 10 did. */
function compilerOf(setting: keyof typeof settings): string {
  return resolve(setting === "node10" ? "node_modules/typescript/bin/tsc6" : "node_modules/tsc/bin/tsc");
}

/** A program that uses every entry point. */
function program(isForNode: boolean): string {
  const entries = globSync("**/*_pb.js", { cwd: messages }).map((name) => name.replace(/_pb\.js$/, ""));
  expect(entries.length).toBeGreaterThan(20);
  return `
    ${entries.map((entry, index) => `import * as messages${index} from "platonic-client/messages/${entry}";`).join("\n")}
    import { Client, MemoryStorage, newSigningKey, WalletClient } from "platonic-client";
    import { TokenType } from "platonic-client/messages/wallet/v1/money";
    import { WalletService } from "platonic-client/messages/wallet/v1/wallet_service";
    ${isForNode ? 'import { FileStorage } from "platonic-client/node";' : ""}
    export const all: object[] = [${entries.map((_, index) => `messages${index}`).join(", ")}];
    export async function pay(): Promise<string> {
      const client = new Client({ endpoint: "https://platonic.example", credentials: "key" });
      const { wallet: found } = await client.of(WalletService).getWallet({ identityId: "i" });
      const { sign } = await newSigningKey();
      const rotationKey = { version: 1, secret: new Uint8Array(32) };
      const wallet = new WalletClient({
        credentials: { identityId: found?.identityId ?? "i", keyId: "k", sign, rotationKey },
        endpoint: "https://platonic.example",
        storage: ${isForNode ? 'new FileStorage("journal")' : "new MemoryStorage()"},
      });
      const outcome = await wallet.pay({ recipient: "r", tokenType: TokenType.MICRO, amount: "1" });
      return outcome.status === "completed" ? outcome.result.confirmationCode : outcome.status;
    }
  `;
}

describe("the package, installed by npm", () => {
  test.each(cases)("is typed for %s, for %s, without skipLibCheck", (setting, platform) => {
    const { lib, types } = platforms[platform];
    const checks = { strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true, noEmit: true };
    const typeRoots = [resolve("node_modules/@types")];
    const compilerOptions = { target: "es2024", lib, types, typeRoots, ...checks, ...settings[setting] };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["use.ts"] }));
    writeFileSync(join(project, "use.ts"), program(types.length > 0));
    execFileSync(process.execPath, [compilerOf(setting), "-p", project], { stdio: "pipe" });
  });

  test("weighs at most 7 MB with its dependencies", () => {
    const files = readdirSync(join(project, "node_modules"), { recursive: true, withFileTypes: true });
    const bytes = files.map((file) => (file.isFile() ? statSync(join(file.parentPath, file.name)).size : 0));
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(7_000_000);
  });

  test.each(["", "/node", "/messages/wallet/v1/money"])("is loaded from CommonJS: platonic-client%s", (entry) => {
    const script = `if (Object.keys(require("platonic-client${entry}")).length === 0) throw new Error("it is empty")`;
    execFileSync(process.execPath, ["--input-type=commonjs", "-e", script], { cwd: project, stdio: "pipe" });
  });
});

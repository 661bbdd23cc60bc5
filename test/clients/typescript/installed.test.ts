// @module-tag slow/programs

import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
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

  describe("beside OpenTelemetry", () => {
    const packages = [
      "api@1.10.0",
      "context-async-hooks@3.1.0",
      "core@3.1.0",
      "sdk-trace@3.1.0",
      "instrumentation-undici@0.34.0",
    ];
    const [, program] =
      /^## Traces\n.*?^```js\n(.*?)^```$/ms.exec(readFileSync("clients/typescript/README.md", "utf8")) ?? [];
    const traces: string[] = [];
    const service = createServer(({ headersDistinct }, answer) => {
      traces.push(...(headersDistinct["traceparent"] ?? ["none"]));
      answer.setHeader("Content-Type", "application/json").end("{}");
    });
    beforeAll(async () => {
      const names = packages.map((name) => `@opentelemetry/${name}`);
      const options = ["--no-save", "--no-audit", "--no-fund", "--prefer-offline"];
      execFileSync("npm", ["install", ...options, ...names], { cwd: project, stdio: "pipe" });
      await once(service.listen(0), "listening");
    });
    afterAll(() => service.close());

    const load = {
      module: "--input-type=module",
      commonjs: "--input-type=commonjs",
    };
    const isInstrumented = { "by itself": false, "with the instrumentation of fetch": true };
    const manners = Object.keys(load).flatMap((kind) => Object.keys(isInstrumented).map((how) => [kind, how]));

    test.each(manners as [keyof typeof load, keyof typeof isInstrumented][])(
      "carries its trace once, as %s, %s",
      async (kind, how) => {
        const { port } = service.address() as AddressInfo;
        const body = `
        api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
        api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
        api.trace.setGlobalTracerProvider(new TracerProvider());
        ${isInstrumented[how] ? "new UndiciInstrumentation().enable();" : ""}
        const client = new Client({ endpoint: "http://127.0.0.1:${port}" });
        const { trace } = api;
        ${(program as string).replace(/^import.*$/m, "")}`;
        const imported = [
          ["* as api", "@opentelemetry/api"],
          ["{ AsyncLocalStorageContextManager }", "@opentelemetry/context-async-hooks"],
          ["{ W3CTraceContextPropagator }", "@opentelemetry/core"],
          ["{ TracerProvider }", "@opentelemetry/sdk-trace"],
          ["{ UndiciInstrumentation }", "@opentelemetry/instrumentation-undici"],
          ["{ Client }", "platonic-client"],
        ];
        const isModule = kind === "module";
        const lines = imported.map(([names = "", from]) =>
          isModule ? `import ${names} from "${from}";` : `const ${names.replace("* as ", "")} = require("${from}");`,
        );
        const text = [...lines, isModule ? body : `(async () => {${body}})();`].join("\n");
        traces.length = 0;
        const { stdout } = await promisify(execFile)(process.execPath, [load[kind], "-e", text], { cwd: project });
        const traceId = stdout.trim().split(" ").at(-1);
        expect(traceId).toMatch(/^[0-9a-f]{32}$/);
        expect(traces).toEqual([expect.stringMatching(`^00-${traceId}-[0-9a-f]{16}-01$`)]);
      },
    );
  });

  test.each(["", "/node", "/messages/wallet/v1/money"])("is loaded from CommonJS: platonic-client%s", (entry) => {
    const script = `if (Object.keys(require("platonic-client${entry}")).length === 0) throw new Error("it is empty")`;
    execFileSync(process.execPath, ["--input-type=commonjs", "-e", script], { cwd: project, stdio: "pipe" });
  });
});

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

test("the package is built, is typed for browsers alone, and reaches nothing of Node", () => {
  const told = execFileSync(process.execPath, ["clients/typescript/build.ts"], { cwd: root, encoding: "utf8" });
  expect(told).toMatch(/kB gzip/);
  // A project that has it as a dependency, and no types of Node.
  const project = mkdtempSync(join(root, "clients/typescript/dist/project-"));
  try {
    const options = { target: "es2024", lib: ["es2024", "dom", "dom.iterable"], types: [], strict: true, noEmit: true };
    const compilerOptions = { ...options, module: "nodenext", skipLibCheck: false, exactOptionalPropertyTypes: true };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["use.ts"] }));
    writeFileSync(join(project, "package.json"), '{ "type": "module" }');
    execFileSync("mkdir", [join(project, "node_modules")]);
    symlinkSync(join(root, "clients/typescript"), join(project, "node_modules/platonic-client"));
    writeFileSync(
      join(project, "use.ts"),
      `import { BrowserStorage, WalletClient, newSigningKey } from "platonic-client";
       import { TokenType } from "platonic-client/messages/wallet/v1/money";
       const { sign } = await newSigningKey();
       const rotationKey = { version: 1, secret: new Uint8Array(32) };
       const wallet = new WalletClient({
         credentials: { identityId: "i", keyId: "k", sign, rotationKey },
         configuration: { httpEndpoint: "https://platonic.example" },
         serverKey: { staticKeys: [] },
         storage: new BrowserStorage(localStorage, "i"),
       });
       const outcome = await wallet.pay({ recipient: "r", tokenType: TokenType.MICRO, amount: "1" });
       if (outcome.status === "completed") console.log(outcome.result.confirmationCode);`,
    );
    execFileSync(process.execPath, [join(root, "node_modules/tsc/bin/tsc"), "-p", project], { stdio: "pipe" });
    const names = execFileSync(
      process.execPath,
      ["-e", 'import("platonic-client").then((all) => console.log(Object.keys(all).join(" ")))'],
      { cwd: project, encoding: "utf8" },
    );
    expect(names).toMatch(/\bWalletClient\b/);
  } finally {
    rmSync(project, { recursive: true });
  }
}, 120_000);

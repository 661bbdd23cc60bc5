// @module-tag slow/programs

import { execFile, execFileSync, spawn } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { rootCertificates } from "node:tls";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { type DescFile, toJsonString } from "@bufbuild/protobuf";
import { type FileDescriptorProto, FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { publint } from "publint";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { operatorKey, startServer } from "../../support/server.ts";

const root = join(import.meta.dirname, "../../..");
const source = join(root, "clients/typescript");
/** A project outside of the repository, with only the package and its declared dependencies. */
const project = mkdtempSync(join(tmpdir(), "platonic-project-"));
const installed = join(project, "node_modules/platonic-client");

let packed: { readonly filename: string; readonly files: readonly { readonly path: string }[] };
let tarball: Buffer;
beforeAll(() => {
  execFileSync(process.execPath, ["clients/typescript/build.ts"], { cwd: root });
  const output = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", project], {
    cwd: source,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  [packed] = JSON.parse(output);
  tarball = readFileSync(join(project, packed.filename));
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", packed.filename, "--strip-components=1", "-C", installed], { cwd: project });
  const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) {
    const link = join(project, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, "node_modules", name), link);
  }
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
});
afterAll(() => rmSync(project, { recursive: true }));

describe("the package", () => {
  test("contains what was built, its README and licence, and nothing else", () => {
    const paths = packed.files.map(({ path }) => path);
    const built = readdirSync(join(source, "dist"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(source.length + 1));
    expect(paths.toSorted()).toEqual(["LICENSE", "README.md", "package.json", ...built].toSorted());
    for (const path of built) expect(path).toMatch(/\.(js|d\.c?ts)$/);
  });

  test("passes publint, and its types resolve wherever modules are loaded", async () => {
    const bytes = new Uint8Array(tarball);
    const { messages } = await publint({ strict: true, pack: { tarball: bytes.buffer } });
    expect(messages).toEqual([]);
    const analysis = await checkPackage(createPackageFromTarballData(bytes), {
      includeEntrypoints: ["messages/wallet/v1/money"],
    });
    if (analysis.types === false) throw new Error("the package has no types");
    expect(Object.keys(analysis.entrypoints)).toContain("./messages/wallet/v1/money");
    // It has ES modules only, which CommonJS loads, too.
    const problems = analysis.problems.filter(({ kind }) => kind !== "CJSResolvesToESM");
    expect(problems).toEqual([]);
  });

  test.each([
    ["browsers alone", [], `new BrowserStorage(localStorage, "i")`],
    ["Node", ["node"], `new FileStorage("operations")`],
  ])("is typed for %s", (_, types, storage) => {
    const options = { target: "es2024", lib: ["es2024", "dom", "dom.iterable"], types, strict: true, noEmit: true };
    const compilerOptions = { ...options, module: "nodenext", skipLibCheck: false, exactOptionalPropertyTypes: true };
    const typeRoots = [join(root, "node_modules/@types")];
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...compilerOptions, typeRoots }, include: ["use.ts"] }),
    );
    writeFileSync(
      join(project, "use.ts"),
      `import { BrowserStorage, WalletClient, newSigningKey } from "platonic-client";
       ${types.length > 0 ? `import { FileStorage } from "platonic-client/node";` : ""}
       import { TokenType } from "platonic-client/messages/wallet/v1/money";
       const { sign } = await newSigningKey();
       const rotationKey = { version: 1, secret: new Uint8Array(32) };
       const wallet = new WalletClient({
         credentials: { identityId: "i", keyId: "k", sign, rotationKey },
         configuration: { httpEndpoint: "https://platonic.example" },
         serverKey: { staticKeys: [] },
         storage: ${storage},
       });
       const outcome = await wallet.pay({ recipient: "r", tokenType: TokenType.MICRO, amount: "1" });
       if (outcome.status === "completed") console.log(outcome.result.confirmationCode);`,
    );
    execFileSync(process.execPath, [join(root, "node_modules/tsc/bin/tsc"), "-p", project], { stdio: "pipe" });
  });

  test("is loaded by Node", () => {
    const program = `
      const all = await Promise.all(["", "/node", "/messages/wallet/v1/money"].map((of) => import("platonic-client" + of)));
      console.log(all.flatMap(Object.keys).join(" "));`;
    const names = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
      cwd: project,
      encoding: "utf8",
    });
    for (const name of ["WalletClient", "FileStorage", "TokenType"]) expect(names).toContain(name);
  });

  test("sends idempotency keys", () => {
    const program = `
      import { httpTransport, IdentityClient } from "platonic-client";
      const fetch = async (_, { headers }) => {
        console.log(new Headers(headers).get("idempotency-key"));
        const type = { "Content-Type": "application/json" };
        return new Response(JSON.stringify({ code: "invalid_argument" }), { status: 400, headers: type });
      };
      const { identities } = new IdentityClient(httpTransport({ baseUrl: "https://platonic.example", fetch }));
      await identities.createIdentity({}).catch(() => {});`;
    const options = { cwd: project, encoding: "utf8" } as const;
    const sent = execFileSync(process.execPath, ["--input-type=module", "-e", program], options);
    expect(sent.trim()).toMatch(/^[\w-]{22}$/);
  });

  test("runs the program of its README against a service for development, which prints what is there", async () => {
    const { url, close } = await startServer({ DEVELOPMENT: "1" });
    onTestFinished(close);
    const readme = readFileSync(join(installed, "README.md"), "utf8");
    const [program, printed] = [...readme.matchAll(/^```(?:js|text)\n(.*?)^```$/gms)].map(([, text]) => text as string);
    writeFileSync(join(project, "sample.js"), program as string);
    const env = { ...process.env, PLATONIC_URL: url, PLATONIC_API_KEY: operatorKey };
    const { stdout } = await promisify(execFile)(process.execPath, ["sample.js"], { cwd: project, env });
    expect(stdout).toBe(printed);
    expect(statSync(join(project, "ada.json")).mode & 0o777).toBe(0o600);
  });

  /** The program of a section of the README. */
  function programOf(section: string): string {
    const text = readFileSync(join(installed, "README.md"), "utf8").split(`\n${section}\n`)[1] ?? "";
    return (/^```js\n(.*?)^```$/ms.exec(text) ?? [])[1] as string;
  }

  test("runs the geometry of its README", async () => {
    const { url, close } = await startServer();
    onTestFinished(close);
    const start = `import { Client } from "platonic-client";
      const client = new Client({ endpoint: process.env.PLATONIC_URL, credentials: process.env.PLATONIC_API_KEY });`;
    const program = `${start}\n${programOf("## Client")}\nconsole.log(transformedData.length);`;
    writeFileSync(join(project, "geometry.js"), program);
    const env = { ...process.env, PLATONIC_URL: url, PLATONIC_API_KEY: operatorKey };
    const { stdout } = await promisify(execFile)(process.execPath, ["geometry.js"], { cwd: project, env });
    expect(stdout).toBe("3\n");
  });

  test("runs the receiver of webhooks of its README", async () => {
    const secret = `whsec_${randomBytes(24).toString("base64")}`;
    const reporting = programOf("## Webhooks").replace(
      ".listen(process.env.PORT)",
      ".listen(0, function () { console.log(this.address().port); })",
    );
    writeFileSync(join(project, "webhooks.js"), reporting);
    const receiver = spawn(process.execPath, ["webhooks.js"], {
      cwd: project,
      env: { ...process.env, WEBHOOK_SECRET: secret },
    });
    onTestFinished(() => void receiver.kill());
    const lines = createInterface(receiver.stdout)[Symbol.asyncIterator]();
    const { value: port } = await lines.next();
    const [id, timestamp, body] = ["event-1", String(Math.floor(Date.now() / 1000)), '{"entry":{"sequence":"7"}}'];
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    const signature = `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    const post = (headers: object) =>
      fetch(`http://127.0.0.1:${port}`, {
        method: "POST",
        body,
        headers: { "webhook-id": id, "webhook-timestamp": timestamp, ...headers },
      });
    expect((await post({ "webhook-signature": signature })).status).toBe(204);
    expect((await lines.next()).value).toBe("event-1 { sequence: '7' }");
    expect((await post({ "webhook-signature": "v1,AAAA" })).status).toBe(403);
  });

  test("runs the proxy and the authorities of its README", () => {
    const authority = join(project, "authority.pem");
    writeFileSync(authority, rootCertificates[0] as string);
    const start = `import { readFile } from "node:fs/promises";\nimport { Client } from "platonic-client";`;
    writeFileSync(join(project, "proxy.js"), `${start}\n${programOf("## Proxies and certificates")}\nclient.close();`);
    execFileSync(process.execPath, ["proxy.js"], { cwd: project, stdio: "pipe" });
  });

  test("runs the example of ndarray in the documentation", async () => {
    const { url, close } = await startServer();
    onTestFinished(close);
    const [, program] =
      /^```js\n(import ndarray .*?)^```$/ms.exec(readFileSync("docs/geometry/encode.md", "utf8")) ?? [];
    writeFileSync(join(project, "ndarray.mjs"), program as string);
    for (const name of ["ndarray", "iota-array", "is-buffer"]) {
      cpSync(`node_modules/${name}`, join(project, "node_modules", name), { recursive: true });
    }
    const env = { ...process.env, PLATONIC_URL: url, PLATONIC_API_KEY: operatorKey };
    const { stdout } = await promisify(execFile)(process.execPath, ["ndarray.mjs"], { cwd: project, env });
    expect(stdout).toBe("[ 12, 3 ] [ 12 ]\n");
  });

  test("has the messages of the contract, without the options that only the service reads", async () => {
    const names = globSync("**/*_pb.js", { cwd: join(installed, "dist/messages") });
    expect(names.length).toBeGreaterThan(10);
    for (const name of globSync("platonic/{admin,geocode,identity,wallet}/**/*_pb.js", { cwd: join(root, "gen/es") })) {
      expect(names).toContain(name);
    }
    for (const name of names) {
      const [lean, full] = await Promise.all(
        [join(installed, "dist/messages"), join(root, "gen/es")].map((folder) => fileOf(join(folder, name))),
      );
      // Unknown fields of a descriptor are the options that other files declare.
      const shapeOf = ({ options: _, ...proto }: FileDescriptorProto) =>
        toJsonString(FileDescriptorProtoSchema, { ...proto, dependency: [] });
      expect(shapeOf(lean as FileDescriptorProto)).toBe(shapeOf(full as FileDescriptorProto));
      // Packages of Go and Java are of no use here.
      expect(lean?.options).toEqual(
        full?.options?.features && expect.objectContaining({ goPackage: "", javaPackage: "" }),
      );
      expect(lean?.options?.features).toEqual(full?.options?.features);
    }
  });

  test("knows the terms of calls without the options that only the service reads", async () => {
    const load = (path: string) => import(pathToFileURL(join(installed, "dist", path)).href);
    const { deadlineOf, isRepeatable, takesKey } = await load("call-terms.js");
    const { TransactionService } = await load("messages/platonic/wallet/v1/transaction_service_pb.js");
    const { transferBatch, createTransaction } = TransactionService.method;
    expect([deadlineOf(transferBatch), isRepeatable(transferBatch), takesKey(transferBatch)]).toEqual([
      60_000,
      true,
      false,
    ]);
    expect([deadlineOf(createTransaction), takesKey(createTransaction)]).toEqual([30_000, true]);
  });

  /** The descriptor of a generated module. */
  async function fileOf(path: string): Promise<FileDescriptorProto> {
    const exported: object[] = Object.values(await import(pathToFileURL(path).href));
    return exported.find((value): value is DescFile => "kind" in value && value.kind === "file")
      ?.proto as FileDescriptorProto;
  }

  /** Size of the compressed bundle that a browser loads, in bytes. */
  async function bundled(names: string): Promise<number> {
    const input = join(project, "bundle.js");
    writeFileSync(input, `export ${names} from "platonic-client";`);
    const bundle = await rolldown({ input, platform: "browser" });
    const { output } = await bundle.generate({ format: "esm", minify: true });
    await bundle.close();
    const [{ code, imports }] = output;
    expect(imports).toEqual([]);
    return gzipSync(code).length;
  }

  test("has bundles of the README's sizes for browsers, without modules of Node", async () => {
    const sizes = {
      all: await bundled("*"),
      geometry: await bundled("{ GeocodeClient, httpTransport }"),
      receipts: await bundled("{ verifyReceipt }"),
      webhooks: await bundled("{ verifyWebhook }"),
    };
    process.stdout.write(`bytes in a browser, compressed: ${JSON.stringify(sizes)}\n`);
    // Features that every SDK has (docs/sdks.md) take 13 kB of it: closing, deposits, pages, exchanges, linked and bulk payments, webhooks,
    // hooks, versions, traces, heads of the ledger. Which stored endpoints are trusted takes half a kilobyte.
    expect(sizes.all).toBeLessThan(105_000);
    expect(sizes.geometry).toBeLessThan(42_800);
    expect(sizes.receipts).toBeLessThan(20_000);
    expect(sizes.webhooks).toBeLessThan(2_000);
  });
});

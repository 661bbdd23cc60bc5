import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openConsole } from "../../server/app/console/documents.ts";
import { replyDocument } from "../../server/transports/http/documents.ts";
import type { Exchange } from "../../server/transports/http/exchange.ts";

const run = promisify(execFile);
const page = "<!doctype html><title>Platonic</title>".padEnd(2_000);

/** A folder as the build of the console leaves it. */
function builtConsole(): URL {
  const folder = mkdtempSync(join(tmpdir(), "platonic-console-"));
  writeFileSync(join(folder, "index.html"), page);
  writeFileSync(join(folder, "index.html.br"), brotliCompressSync(page));
  writeFileSync(join(folder, "main-1a2b.js"), "export {};");
  const files = [
    {
      paths: ["/", "/wallet"],
      file: "index.html",
      mediaType: "text/html; charset=utf-8",
      isImmutable: false,
      codings: { br: ".br" },
    },
    {
      paths: ["/assets/main-1a2b.js"],
      file: "main-1a2b.js",
      mediaType: "text/javascript",
      isImmutable: true,
      codings: {},
    },
  ];
  writeFileSync(join(folder, "console.json"), JSON.stringify(files));
  return pathToFileURL(`${folder}/`);
}

test("the console of many files is read by a process that may have few descriptors", async () => {
  const folder = mkdtempSync(join(tmpdir(), "platonic-console-"));
  const files = Array.from({ length: 300 }, (_, index) => {
    const file = `part-${index}.js`;
    for (const name of [file, `${file}.br`]) writeFileSync(join(folder, name), "export {};");
    return { paths: [`/${file}`], file, mediaType: "text/javascript", isImmutable: true, codings: { br: ".br" } };
  });
  writeFileSync(join(folder, "console.json"), JSON.stringify(files));
  const program = `
    import { openConsole } from ${JSON.stringify(new URL("../../server/app/console/documents.ts", import.meta.url).href)};
    const warn = (text) => console.log(text);
    console.log((await openConsole(true, { warn }, new URL(${JSON.stringify(pathToFileURL(`${folder}/`).href)}))).size);`;
  const script = 'ulimit -n 100 && exec "$0" --input-type=module --eval "$1"';
  const { stdout } = await run("bash", ["-c", script, process.execPath, program]);
  expect(stdout.trim()).toBe("300");
});

const silent = { warn: () => undefined };

/** Asks a document as a caller with these headers. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const document = (await openConsole(true, silent, builtConsole())).get(path);
  if (document === undefined) return undefined;
  let answer: { status: number; headers: Map<string, string>; body: Buffer } | undefined;
  const reply = (status: number, list: readonly string[], body: Uint8Array | string = "") => {
    const pairs = list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] as string] as const] : []));
    answer = { status, headers: new Map(pairs), body: Buffer.from(body as Uint8Array) };
  };
  await replyDocument({ headers, reply } as unknown as Exchange, document);
  return answer;
}

describe("the console", () => {
  test("is answered at the path of each of its pages, and at no other", async () => {
    expect((await ask("/"))?.body.toString()).toBe(page);
    expect((await ask("/wallet"))?.body.toString()).toBe(page);
    expect(await ask("/index.html")).toBeUndefined();
    expect(await ask("/console.json")).toBeUndefined();
  });

  test("runs its own scripts alone, loads nothing from elsewhere, and is framed by nobody", async () => {
    const policy = (await ask("/"))?.headers.get("Content-Security-Policy") ?? "";
    const directives = new Map(policy.split("; ").map((one) => [one.split(" ")[0], one.split(" ").slice(1)]));
    expect(directives.get("default-src")).toEqual(["'none'"]);
    expect(directives.get("script-src")).toEqual(["'self'"]);
    expect(directives.get("connect-src")).toEqual(["'self'"]);
    expect(directives.get("frame-ancestors")).toEqual(["'none'"]);
    expect(policy).not.toMatch(/unsafe|\*|http/);
  });

  test("has pages asked for again and scripts kept, whose names change with their content", async () => {
    expect((await ask("/"))?.headers.get("Cache-Control")).toBe("no-cache");
    expect((await ask("/assets/main-1a2b.js"))?.headers.get("Cache-Control")).toContain("immutable");
  });

  test.each(["br", "gzip, br", "BR;q=0.5", "gzip;q=1.0, br;q=0.1"])(
    "is compressed for callers that accept %s",
    async (given) => {
      const answer = await ask("/", { "accept-encoding": given });
      expect(answer?.headers.get("Content-Encoding")).toBe("br");
      expect(answer?.body.equals(brotliCompressSync(page))).toBe(true);
    },
  );

  test.each(["", "gzip", "br;q=0", "br; q=0.0", "bread"])(
    "is not compressed for callers that accept '%s'",
    async (given) => {
      const answer = await ask("/", { "accept-encoding": given });
      expect(answer?.headers.get("Content-Encoding")).toBeUndefined();
      expect(answer?.headers.get("Vary")).toBe("Accept-Encoding");
      expect(answer?.body.toString()).toBe(page);
    },
  );

  test("has a tag of its own in each coding, so that caches do not confuse them", async () => {
    const [plain, coded] = [await ask("/"), await ask("/", { "accept-encoding": "br" })];
    const tagOf = (answer: typeof plain) => answer?.headers.get("ETag") as string;
    expect(tagOf(plain)).not.toBe(tagOf(coded));
    expect((await ask("/", { "accept-encoding": "br", "if-none-match": tagOf(coded) }))?.status).toBe(304);
    expect((await ask("/", { "accept-encoding": "br", "if-none-match": tagOf(plain) }))?.status).toBe(200);
  });

  test("is left out by CONSOLE=off, and where it has not been built or is not whole, which the log says", async () => {
    const warnings: string[] = [];
    const log = { warn: (line: string) => warnings.push(line) } as unknown as typeof silent;
    expect((await openConsole(false, log, builtConsole())).size).toBe(0);
    expect(warnings).toEqual([]);
    const [empty, broken] = [1, 2].map(() => `${mkdtempSync(join(tmpdir(), "platonic-console-"))}/`) as [
      string,
      string,
    ];
    cpSync(new URL("console.json", builtConsole()), join(broken, "console.json"));
    for (const folder of [empty, broken]) expect((await openConsole(true, log, pathToFileURL(folder))).size).toBe(0);
    expect(warnings).toEqual(Array(2).fill(expect.stringContaining("npm run console")));
  });
});

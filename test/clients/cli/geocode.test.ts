import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { legalRequests, operationNames, paths } from "../../support/geocode-operations.ts";
import { bundled } from "../../support/programs/bundled.ts";
import { operatorKey, programEnvironment } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer();

/** Runs the program in a process of its own, with this on its standard input. */
async function run(args: readonly string[], input = "") {
  const env = { ...programEnvironment, PLATONIC_URL: server().url, PLATONIC_API_KEY: operatorKey };
  const child = spawn(process.execPath, [bundled("clients/cli/bin.ts"), ...args], { env });
  child.stdin.end(input);
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

describe("geocode", () => {
  test.each(operationNames)("%s answers as the service does", async (operation) => {
    const body = JSON.stringify(legalRequests[operation]);
    const headers = { Authorization: `Bearer ${operatorKey}`, "Content-Type": "application/json" };
    const response = await fetch(server().url + paths[operation], { method: "POST", headers, body });
    const { result } = (await response.json()) as { readonly result: unknown };
    const { code, out, err } = await run(["geocode", nameOf(paths[operation])], body);
    expect([code, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toEqual(result);
  });

  test("takes its request as an option, too", async () => {
    const request = JSON.stringify(legalRequests.transform);
    const { code, out } = await run(["geocode", "transform", "--request", request, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ source_dimensions: 5, target_dimensions: 4 });
  });

  test("takes its request from standard input if the option is -", async () => {
    const request = JSON.stringify(legalRequests.transform);
    const { code, out } = await run(["geocode", "transform", "--request", "-"], request);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ source_dimensions: 5, target_dimensions: 4 });
  });

  test("takes its request from a file that the option names", async () => {
    const folder = mkdtempSync(join(tmpdir(), "platonic-request-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "request.json");
    writeFileSync(file, JSON.stringify(legalRequests.transform));
    const { code, out } = await run(["geocode", "transform", "--request", `@${file}`]);
    expect([code, JSON.parse(out)]).toMatchObject([0, { source_dimensions: 5, target_dimensions: 4 }]);
    writeFileSync(file, "no json");
    const bad = await run(["geocode", "transform", "--request", `@${file}`]);
    expect([bad.code, bad.err]).toEqual([2, expect.stringContaining(`${file} is not JSON`)]);
    const absent = await run(["geocode", "transform", "--request", `@${file}.gone`]);
    expect([absent.code, absent.err]).toEqual([2, expect.stringContaining(`${file}.gone cannot be read: ENOENT`)]);
  });

  test("says what the service refuses", async () => {
    const { code, out, err } = await run(["geocode", "transform"], '{"data": [1]}');
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^platonic: PARAMETER_REQUIRED: source_dimensions .+\n$/);
  });

  test.each(["", "no json"])("refuses the request %j as wrong usage", async (request) => {
    const { code, err } = await run(["geocode", "encode"], request);
    expect(code).toBe(2);
    expect(err).toContain(
      "geocode encode needs a request in JSON: by --request JSON or --request @FILE, or on standard input\n",
    );
  });
});

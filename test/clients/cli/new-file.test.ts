import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { NewFile, writeNew } from "../../../clients/cli/new-file.ts";
import { bundled } from "../../support/programs/bundled.ts";
import { operatorKey, programEnvironment, startServer, type TestServer } from "../../support/server.ts";
import { machine, username } from "./machine.ts";
import { meddlingProxy } from "./meddling-proxy.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ DEVELOPMENT: "1" });
  return server.close;
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "platonic-files-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A wallet with a receipt and a document, and the commands that write files about them. */
async function written() {
  const { settings, run, done } = machine({ PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey });
  const { identityId: bob } = await done("identity", "register", username("bob"), "--profile", "bob");
  await done("identity", "register", username("ada"));
  for (const profile of ["default", "bob"]) await done("wallet", "create", "--profile", profile);
  await done("wallet", "deposit", "100");
  const { id } = await done("wallet", "pay", bob, "5");
  const passport = join(settings, "passport.pdf");
  writeFileSync(passport, "%PDF-1.4\n%%EOF\n");
  const { case: submitted } = await done("identity", "document", "enhanced", passport);
  const shown = await done("reviews", "show", submitted.id);
  const commands = {
    "identity export": [],
    "wallet receipt": [id],
    "ledger keys": [],
    "ledger export": [],
    "reviews document": [shown.documents[0].id],
  };
  const env = { ...programEnvironment, PLATONIC_API_KEY: operatorKey, XDG_CONFIG_HOME: settings };
  return { run, done, commands: Object.entries(commands), env };
}

test.runIf(process.platform === "linux")(
  "a command whose disk is full leaves no file, and its repetition writes it",
  async () => {
    const { run, commands, env } = await written();
    for (const [name, operands] of commands) {
      const place = folder();
      const line = [...name.split(" "), ...operands, join(place, "file")];
      // No program that this shell begins can make a file longer.
      const limited = ["-c", 'ulimit -f 0; exec "$0" "$@"', process.execPath, bundled("clients/cli/bin.ts"), ...line];
      const child = spawn("sh", limited, { env: { ...env, PLATONIC_URL: server.url } });
      const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
      expect([name, code, readdirSync(place)]).toEqual([name, 1, []]);
      expect(said).toMatch(/^platonic: EFBIG/);
      expect(await run(...line)).toMatchObject({ code: 0, err: "" });
      expect(readdirSync(place)).toEqual(["file"]);
    }
  },
  60_000,
);

test.skipIf(process.platform === "win32")(
  "an interrupted export of the ledger leaves no file, and has its name only when it is whole",
  async () => {
    const { run, env } = await written();
    const place = folder();
    const line = ["ledger", "export", join(place, "ledger.jsonl")];
    let [child, asked]: [ChildProcess | undefined, number] = [undefined, 0];
    const during: string[] = [];
    const proxy = await meddlingProxy(server.url, (_, answer) => {
      asked += 1;
      if (asked < 2) return answer;
      during.push(...readdirSync(place));
      child?.kill("SIGINT");
      return undefined;
    });
    child = spawn(process.execPath, [bundled("clients/cli/bin.ts"), ...line], { env: { ...env, PLATONIC_URL: proxy } });
    expect(await once(child, "exit")).toEqual([null, "SIGINT"]);
    expect(during).toEqual([expect.stringMatching(/^ledger\.jsonl\.\w+\.partial$/)]);
    expect(readdirSync(place)).toEqual([]);
    expect((await run(...line)).code).toBe(0);
    expect(readdirSync(place)).toEqual(["ledger.jsonl"]);
  },
);

test("a new file replaces none, not even one that was made meanwhile", () => {
  const place = folder();
  const path = join(place, "file");
  const file = new NewFile(path, 0o600);
  file.write("ours");
  expect(existsSync(path)).toBe(false);
  writeFileSync(path, "theirs");
  expect(() => file.publish()).toThrow("EEXIST");
  file.end();
  expect(() => writeNew(path, "ours")).toThrow("EEXIST");
  expect([readFileSync(path, "utf8"), readdirSync(place)]).toEqual(["theirs", ["file"]]);
  writeNew(join(place, "other"), "ours", 0o600);
  if (process.platform !== "win32") expect(statSync(join(place, "other")).mode & 0o777).toBe(0o600);
});

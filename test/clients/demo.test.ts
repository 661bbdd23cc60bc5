// @module-tag slow/programs

import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { linkPackages } from "../support/linked-packages.ts";

/** The demo makes some 19,000 calls, and other tests run beside it. */
const timeoutMs = 240_000;

let temporary: string;
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), "platonic-demo-test-"));
});
afterEach(() => rmSync(temporary, { recursive: true, force: true }));

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the demo with its own folder for temporary files; `watch` is called with the output so far. */
function runDemo(watch: (out: string, child: ChildProcess) => void = () => {}, root = "."): Promise<Run> {
  return new Promise((finish, reject) => {
    const child = spawn(process.execPath, ["clients/demo/demo.ts"], {
      cwd: root,
      env: { ...process.env, TMPDIR: temporary },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk) => {
      out += chunk;
      watch(out, child);
    });
    child.stderr.on("data", (chunk) => {
      err += chunk;
    });
    child.once("error", reject).once("close", (code) => finish({ code, out, err }));
  });
}

/** The port that the demo's server listened on. */
function portIn(out: string): number {
  return Number(/listens at http:\/\/127\.0\.0\.1:(\d+)/.exec(out)?.[1]);
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = createConnection({ port, host: "127.0.0.1" });
    socket.once("error", () => answer(false));
    socket.once("connect", () => {
      socket.destroy();
      answer(true);
    });
  });
}

describe("the demo", () => {
  test("shows every operation over every protocol and leaves nothing behind", { timeout: timeoutMs }, async () => {
    const { code, out, err } = await runDemo();
    expect(err).toBe("");
    expect(code).toBe(0);
    expect(out).toContain("178 wines");
    // The figures follow from the mathematics; they are not recorded.
    expect(out).toMatch(/^ {2}dodecahedron +20 +1\.0000 +\d\.\de-1[4-7]$/m);
    expect(out).toMatch(/^ {2}harmonize +1\.0000 +1\.0000 +1\.0000$/m);
    for (const type of ["linear", "harmonic", "phi", "jitterbug"]) {
      expect(out).toMatch(new RegExp(`^ {2}${type} +0\\.\\d{4} +0\\.\\d{4}$`, "m"));
    }
    expect(out).toMatch(/^ {2}at 0\.00 +icosahedron +12 /m);
    expect(out).toMatch(/^ {2}at 1\.00 +octahedron +6 +1\.4142$/m);
    for (const wire of ["gRPC", "Connect over HTTP/2", "REST"]) {
      expect(out).toMatch(new RegExp(`^ {2}${wire} +6408 +\\d+\\.\\d\\d +\\d+$`, "m"));
    }
    expect(out).toContain("All 6408 answers are the same over all 3 protocols.");
    for (const line of [
      "AUTH_NONE, for nothing is verified yet",
      "The same token once more is refused",
      "make it LEVEL_STANDARD",
      "she gets 10 recovery codes",
      "earns AUTH_STANDARD",
      "her session is refused at once",
      "bea has 100 standard and 0 micro; carl has 0 standard and 5 micro.",
      "is refused: TX_ERROR_INSUFFICIENT_FUNDS.",
      // 4 less half a percent, by 0.995.
      "exchanges 4 standard for 3.9601 micro, at 0.995.",
      "what is missing is exchanged with it, in one step",
      "the newest first: transaction, exchange, transaction, transaction, deposit.",
      "entry 3 of the ledger",
      "7 entries, each as it was written",
    ]) {
      expect(out).toContain(line);
    }
    // No terminal, so no bar, no colours.
    for (const mark of ["\u001b", "\r", "█"]) expect(out).not.toContain(mark);
    expect(await isOpen(portIn(out))).toBe(false);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "cleans up when it is stopped by %s",
    { timeout: timeoutMs },
    async (signal) => {
      let killed = false;
      const { code, out, err } = await runDemo((soFar, child) => {
        if (killed || !soFar.includes("questions go to it")) return;
        killed = true;
        child.kill(signal);
      });
      expect(err).toBe(`demo: stopped by ${signal}\n`);
      expect(code).toBe(1);
      expect(await isOpen(portIn(out))).toBe(false);
      expect(readdirSync(temporary)).toEqual([]);
    },
  );

  test("cleans up when its output is closed", { timeout: timeoutMs }, async () => {
    const { code, out, err } = await runDemo((soFar, child) => {
      if (soFar.includes("questions go to it")) child.stdout?.destroy();
    });
    expect(err).toBe("demo: write EPIPE\n");
    expect(code).toBe(1);
    expect(await isOpen(portIn(out))).toBe(false);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test.each([
    [
      "exits",
      "process.stderr.write('no port left\\n'); process.exit(3);",
      "the server ended before it listened (3)\nno port left",
    ],
    [
      "does not answer",
      "console.log(JSON.stringify({ level: 30, url: 'http://127.0.0.1:1', msg: 'listening' }));",
      "Transform over gRPC: ",
    ],
  ])("says what is wrong when the server %s", { timeout: timeoutMs }, async (_, program, message) => {
    const elsewhere = join(temporary, "elsewhere");
    for (const path of ["clients", "gen", "package.json"]) cpSync(path, join(elsewhere, path), { recursive: true });
    linkPackages(elsewhere);
    mkdirSync(join(elsewhere, "server"));
    writeFileSync(join(elsewhere, "server/main.ts"), program);
    const { code, err } = await runDemo(() => {}, elsewhere);
    expect(err).toContain(`demo: ${message}`);
    expect(code).toBe(1);
    expect(readdirSync(temporary)).toEqual(["elsewhere"]);
  });
});

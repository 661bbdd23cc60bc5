// @module-tag slow/programs

import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { isWithoutBrowser } from "../support/browser.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { containersProblem } from "../support/image/bases.ts";
import { promtoolProblem } from "../support/metrics/promtool.ts";
import { clock } from "./clock.ts";

const problem = containersProblem() ?? promtoolProblem();
const isSkipped = problem !== undefined && process.env["CI"] !== "true";
const run = promisify(execFile);

/** Blocks of a language in the part of a page that begins with a heading, without the indentation of their list. */
function blocksOf(page: string, heading: string, language: string): string[] {
  const [, part = ""] = readFileSync(page, "utf8").split(`\n## ${heading}\n`);
  const found =
    part.split("\n## ", 1)[0]?.matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^\\1\`\`\`$`, "gms")) ?? [];
  return [...found].map(([, indentation = "", text = ""]) => text.replaceAll(new RegExp(`^${indentation}`, "gm"), ""));
}

/** The folder of a clone, on a machine that has no other network than its own, where the ports of the pages are free. */
class Machine {
  readonly #folder: string;
  readonly #network: string;
  readonly #home = temporaryDirectory();

  private constructor(folder: string, network: string) {
    this.#folder = folder;
    this.#network = network;
  }

  static async open(): Promise<Machine> {
    const folder = join(temporaryDirectory(), "platonic");
    mkdirSync(folder);
    const options = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    for (const file of execFileSync("git", options, { encoding: "utf8" }).split("\0").filter(Boolean))
      cpSync(file, join(folder, file));
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
    const child = spawn("unshare", ["--net", "sh", "-c", "ip link set lo up && echo up && exec cat"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const ended = once(child, "close");
    onTestFinished(async () => {
      child.stdin.end();
      await ended;
    });
    await once(child.stdout, "data");
    return new Machine(folder, `--net=/proc/${child.pid}/ns/net`);
  }

  /** Runs commands to their end, and returns what they print. */
  async run(text: string): Promise<string> {
    const { stdout } = await run("nsenter", this.#words(text), this.#options);
    return stdout;
  }

  /** Runs commands until they print a text, one time after the other. */
  async until(text: string, printed: string): Promise<void> {
    await expect.poll(() => this.run(text).catch(String)).toContain(printed);
  }

  /** Leaves a command running, as another terminal does. */
  leave(text: string): { stop(): Promise<void> } {
    const child: ChildProcess = spawn("nsenter", this.#words(text), {
      ...this.#options,
      stdio: "ignore",
      detached: true,
    });
    const ended = once(child, "close");
    const stop = async (signal: NodeJS.Signals) => {
      // A terminal sends it to all processes of the command.
      if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid as number), signal);
      await ended;
    };
    onTestFinished(() => stop("SIGKILL"));
    return { stop: () => stop("SIGINT") };
  }

  write(path: string, text: string): void {
    mkdirSync(join(this.#folder, path, ".."), { recursive: true });
    writeFileSync(join(this.#folder, path), text);
  }

  read(path: string): Buffer {
    return readFileSync(join(this.#folder, path));
  }

  #words(text: string): string[] {
    return [this.#network, "bash", "-euo", "pipefail", "-c", text];
  }

  get #options() {
    const { PATH } = process.env;
    return {
      cwd: this.#folder,
      env: { PATH, HOME: this.#home, npm_config_update_notifier: "false" },
      maxBuffer: 1 << 26,
    };
  }
}

describe.skipIf(isSkipped)(`the page about operating${isSkipped ? ` (skipped: ${problem})` : ""}`, () => {
  test("leads from nothing to a picture of the dashboards, command by command", async () => {
    const [start = "", scrape = "", prometheus = "", ask = "", draw = "", ...more] = blocksOf(
      "docs/operating.md",
      "From nothing to a dashboard",
      "sh",
    );
    const [settings = ""] = blocksOf("docs/operating.md", "From nothing to a dashboard", "yaml");
    expect(more).toEqual([]);
    const machine = await Machine.open();
    const time = clock();

    expect(start).toMatch(/^npm ci && /);
    const service = machine.leave(start.replace("npm ci && ", ""));
    await machine.until(scrape, "platonic_build_info{");
    time.step("the service runs, and shows its metrics");

    machine.write("prometheus/prometheus.yml", settings);
    machine.leave(prometheus);
    await machine.until(ask, '"version":"0.1.0"');
    time.step("Prometheus has scraped them");

    // In one shell, whose variables later blocks use.
    const [page, heading] = ["docs/quick-start.md", "Make a call"];
    const [, ...headings] = readFileSync(page, "utf8")
      .split("\n## ")
      .map((part) => part.split("\n", 1)[0] as string);
    const uses = headings.slice(headings.indexOf(heading)).flatMap((one) => blocksOf(page, one, "sh"));
    expect(uses.length).toBeGreaterThan(4);
    expect(await machine.run(uses.join("\n"))).toContain("12.5");
    time.step("the quick start has used it");

    if (!isWithoutBrowser) {
      await machine.run(draw);
      const pictures = globSync("deploy/grafana/*.json").map((file) => file.replace(/.*\/(.*)\.json$/, "$1.png"));
      expect(pictures).toHaveLength(2);
      for (const picture of pictures) expect(machine.read(picture).toString("latin1", 1, 4)).toBe("PNG");
      time.step("both dashboards are drawn");
    }

    await service.stop();
    await machine.until("curl -sS http://127.0.0.1:9090/api/v1/alerts", "PlatonicDown");
    time.step("the alert is pending after the stop");
    time.tell();
  });
});

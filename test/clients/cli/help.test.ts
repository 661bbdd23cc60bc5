import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { everyCommand } from "../../../clients/cli/commands.ts";
import { platonic } from "../../../clients/cli/platonic.ts";

const commands = await everyCommand();

/** Returns what the program writes, on either output. */
async function output(...args: string[]): Promise<string> {
  const written: string[] = [];
  const write = (text: string) => {
    written.push(text);
  };
  await platonic(args, { env: {}, write, complain: write });
  return written.join("");
}

test.each(commands.map(({ name }) => name))(
  "%s --help says what the command does, and how it is called",
  async (name) => {
    const help = await output(...name.split(" "), "--help");
    const { summary, examples = [] } = commands.find((command) => command.name === name) ?? { summary: "?" };
    expect(help).toContain(`platonic ${name}`);
    expect(help).toContain(summary);
    const isArea = commands.some((command) => command.name.startsWith(`${name} `));
    if (!isArea) for (const example of examples) expect(help).toContain(example);
  },
);

test("the word that several commands begin with has a help of its own", async () => {
  const help = await output("keys", "--help");
  for (const name of ["keys create --name NAME", "keys list", "keys revoke ID"]) expect(help).toContain(name);
  expect(help).not.toContain("vault");
  const backup = await output("backup", "--help");
  for (const name of ["platonic backup\n", "backup list", "backup drill"]) expect(backup).toContain(name);
});

test.each([[], ["--help"], ["-h"], ["help"]])("platonic %j writes what there is, with status 0", async (...args) => {
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  const complain = (text: string) => void written.push(`complaint: ${text}`);
  expect(await platonic(args.flat(), { env: {}, write, complain })).toBe(0);
  expect(written.join("")).toMatch(/^Usage: platonic COMMAND/);
  expect(written.join("")).toContain("platonic start runs the service");
});

test("platonic help COMMAND is its --help", async () => {
  expect(await output("help", "wallet", "pay")).toBe(await output("wallet", "pay", "--help"));
});

test.each(["-v", "--version"])("platonic %s writes the version, with status 0", (flag) => {
  const { status, stdout } = spawnSync(process.execPath, ["clients/cli/bin.ts", flag], { encoding: "utf8" });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^platonic \d/)]);
});

test.runIf(existsSync("/dev/full"))(
  "an output that cannot be written is told, with an error status and without a stack",
  () => {
    const { status, stderr } = spawnSync("sh", ["-c", `"${process.execPath}" clients/cli/bin.ts --help >/dev/full`], {
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^platonic: standard output: .*no space left.*\n$/i)]);
  },
);

test.runIf(existsSync("/dev/full"))("a complaint that cannot be written leaves the status as it is", () => {
  for (const [words, env, expected] of [
    ["keys list", { PLATONIC_URL: "http://127.0.0.1:1", PLATONIC_API_KEY: "none" }, 3],
    ["users", {}, 2],
  ] as const) {
    const line = `"${process.execPath}" clients/cli/bin.ts ${words} 2>/dev/full`;
    expect(spawnSync("sh", ["-c", line], { env: { ...process.env, ...env } }).status).toBe(expected);
  }
});

test("--help after a word that is no command says so", async () => {
  expect(await output("users", "--help")).toMatch(/^platonic: there is no command users\n/);
});

const completed: readonly (readonly [string, readonly string[]])[] = [
  ["", ["geocode", "keys"]],
  ["ke", ["keys"]],
  ["keys ", ["create", "list", "revoke"]],
  ["keys create --p", ["--plan", "--permission"]],
  ["backup ", ["list", "drill", "--json", "--help"]],
  ["backup list ", ["--json", "--help"]],
  ["wallet balance --profile ", ["default", "bob"]],
  ["wallet balance --profile b", ["bob"]],
];

/** Settings with two profiles. */
function environment() {
  const settings = mkdtempSync(join(tmpdir(), "platonic-profiles-"));
  onTestFinished(() => rmSync(settings, { recursive: true, force: true }));
  for (const name of ["default", "bob"]) mkdirSync(join(settings, "platonic", name), { recursive: true });
  return { ...process.env, XDG_CONFIG_HOME: settings };
}

const hasShell = (name: string) => spawnSync(name, ["-c", "true"]).status === 0;

test.each(completed)("Bash completes %j", async (line, expected) => {
  const script = await output("completion");
  const words = ["platonic", ...line.split(" ")];
  const place = words.length - 1;
  const ask = `COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${place}; _platonic; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const found = execFileSync("bash", ["-c", `${script}\n${ask}`], { encoding: "utf8", env: environment() })
    .trim()
    .split("\n");
  for (const word of expected) expect(found).toContain(word);
  expect(found.every((word) => word.startsWith(words[place] ?? ""))).toBe(true);
});

test.runIf(hasShell("zsh")).each(completed)("Zsh completes %j", async (line, expected) => {
  const script = await output("completion", "--shell", "zsh");
  const words = ["platonic", ...line.split(" ")];
  const ask = `words=(${words.map((word) => `"${word}"`).join(" ")}); CURRENT=${words.length}; _platonic`;
  const stubs = "compdef() { }; _files() { }; compadd() { shift; print -l -- $@ }";
  const found = execFileSync("zsh", ["-fc", `${stubs}\n${script}\n${ask}`], { encoding: "utf8", env: environment() });
  for (const word of expected) expect(found.split("\n")).toContain(word);
});

test.runIf(hasShell("fish")).each(completed)("fish completes %j", async (line, expected) => {
  const script = await output("completion", "--shell", "fish");
  const ask = `complete -C'platonic ${line}'`;
  const found = execFileSync("fish", ["-Nc", `${script}\n${ask}`], { encoding: "utf8", env: environment() });
  for (const word of expected) expect(found.split("\n").map((one) => one.split("\t")[0])).toContain(word);
});

test("the scripts of all shells know every command", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const script = await output("completion", "--shell", shell);
    for (const { name, options = {} } of commands) {
      expect(script).toMatch(new RegExp(`["']${name}["'*]+.*\n?.*--json`));
      for (const option of Object.keys(options)) expect(script).toContain(`--${option}`);
    }
  }
  expect(await output("completion", "--shell", "tcsh")).toContain("--shell must be one of: bash, zsh, fish");
});

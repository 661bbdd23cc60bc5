import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { commands } from "../../../clients/cli/commands.ts";
import { platonic } from "../../../clients/cli/platonic.ts";

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

test("--help after a word that is no command says so", async () => {
  expect(await output("users", "--help")).toMatch(/^platonic: there is no command users\n/);
});

test.each<[string, string[]]>([
  ["", ["geocode", "keys"]],
  ["ke", ["keys"]],
  ["keys ", ["create", "list", "revoke"]],
  ["keys create --p", ["--plan", "--permission"]],
  ["backup ", ["list", "drill", "--json", "--help"]],
  ["backup list ", ["--json", "--help"]],
])("Bash completes %j", async (line, expected) => {
  const script = await output("completion");
  const words = ["platonic", ...line.split(" ")];
  const place = words.length - 1;
  const ask = `COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${place}; _platonic; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const completed = execFileSync("bash", ["-c", `${script}\n${ask}`], { encoding: "utf8" })
    .trim()
    .split("\n");
  for (const word of expected) expect(completed).toContain(word);
  expect(completed.every((word) => word.startsWith(words[place] ?? ""))).toBe(true);
});

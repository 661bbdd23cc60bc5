import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const instructions = [
  "FROM",
  "ARG",
  "ENV",
  "LABEL",
  "WORKDIR",
  "COPY",
  "RUN",
  "USER",
  "EXPOSE",
  "STOPSIGNAL",
  "HEALTHCHECK",
  "CMD",
];
/** Options of instructions. */
const known = /^--(from|interval|timeout|start-period|retries)=/;

interface Instruction {
  readonly name: string;
  readonly words: readonly string[];
  readonly text: string;
}

/** Returns what is wrong in a Containerfile that is found before minutes of a build: it names something that is not there. */
export function containerfileFaults(text: string): string[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line): Instruction => {
      const [name = "", ...words] = line.split(/\s+/);
      return { name, words, text: line.slice(name.length).trim() };
    });
  const names = lines.filter(({ name }) => !instructions.includes(name)).map(({ name }) => `no instruction is ${name}`);
  return [
    ...names,
    ...faultsOfStages(lines),
    ...faultsOfPaths(lines),
    ...faultsOfShell(lines),
    ...faultsOfStart(lines),
  ];
}

function faultsOfStages(lines: readonly Instruction[]): string[] {
  const declared = new Set(lines.filter(({ name }) => name === "ARG").map(({ text }) => text.split("=", 1)[0]));
  const stages = new Set(lines.flatMap(({ name, words }) => (name === "FROM" && words[1] === "AS" ? [words[2]] : [])));
  const faults = lines.flatMap(({ name, text }) => {
    if (name === "RUN") return [];
    const unknown = [...text.matchAll(/\$\{(\w+)\}/g)].filter(([, argument]) => !declared.has(argument));
    return unknown.map(([, argument]) => `${name} uses ${argument}, which no ARG declares`);
  });
  for (const { words } of lines)
    for (const word of words) {
      const [, stage] = /^--from=(.*)/.exec(word) ?? [];
      if (stage !== undefined && !stages.has(stage)) faults.push(`no stage is ${stage}`);
    }
  return faults;
}

/** Files of the context, which `.dockerignore` may leave out. */
function faultsOfPaths(lines: readonly Instruction[]): string[] {
  const kept: readonly string[] = readFileSync(".dockerignore", "utf8").match(/(?<=^!).+/gm) ?? [];
  const copied = lines.filter(({ name, text }) => name === "COPY" && !text.startsWith("--from"));
  const sources = copied.flatMap(({ words }) => words.slice(0, -1)).filter((path) => path !== ".");
  const isKept = (path: string) => existsSync(path) && kept.includes(path.split("/", 1)[0] as string);
  const options = lines
    .filter(({ name }) => name === "COPY" || name === "HEALTHCHECK")
    .flatMap(({ words }) =>
      words.slice(
        0,
        words.findIndex((word) => !word.startsWith("--")),
      ),
    );
  return [
    ...sources.filter((path) => !isKept(path)).map((path) => `the context has no ${path}`),
    ...options.filter((word) => !known.test(word)).map((word) => `no option is ${word}`),
  ];
}

/** Scripts that RUN names, and the grammar of its commands. */
function faultsOfShell(lines: readonly Instruction[]): string[] {
  return lines
    .filter(({ name }) => name === "RUN")
    .flatMap(({ text }) => {
      const scripts: readonly string[] = text.match(/scripts\/\S+/g) ?? [];
      const missing = scripts
        .filter((path) => !existsSync(path))
        .map((path) => `RUN names ${path}, which is not there`);
      try {
        execFileSync("sh", ["-n", "-c", text], { stdio: "ignore" });
        return missing;
      } catch {
        return [...missing, `RUN has no commands of a shell: ${text}`];
      }
    });
}

/** What the last stage starts, and as whom. */
function faultsOfStart(lines: readonly Instruction[]): string[] {
  const one = (wanted: string) => lines.findLast(({ name }) => name === wanted)?.text ?? "";
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Readonly<Record<string, string>> };
  const faults: string[] = [];
  const words = (text: string): string[] => {
    try {
      return JSON.parse(text) as string[];
    } catch {
      return [];
    }
  };
  const start = words(one("CMD")).join(" ").replace(/\.js$/, ".ts");
  if (start === "" || scripts["start"]?.endsWith(` exec ${start}`) !== true)
    faults.push("CMD is not that of npm start");
  const check = words(one("HEALTHCHECK").replace(/.* CMD /, ""));
  if (check[0] !== "node" || !existsSync((check[1] ?? "").replace(/\.js$/, ".ts")))
    faults.push("HEALTHCHECK checks nothing");
  if (!/^\d+:\d+$/.test(one("USER")) || one("USER").startsWith("0:"))
    faults.push("USER is no number of an ordinary user");
  if (one("STOPSIGNAL") !== "SIGTERM") faults.push("STOPSIGNAL is not what the service ends by");
  return faults;
}

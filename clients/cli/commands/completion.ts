import { type Command, command } from "../command.ts";

/** Writes a script by which Bash completes commands and options. It is made of the commands themselves. */
export const completion = command({
  name: "completion",
  summary: "Writes a script by which Bash, and Zsh with bashcompinit, complete commands and options.",
  examples: ["source <(platonic completion)", "platonic completion > /etc/bash_completion.d/platonic"],
  async run({ commands }) {
    const script = bashScript(commands);
    return { json: { script }, text: script };
  },
});

/** Returns the words that may follow the words before them. */
function bashScript(commands: readonly Command[]): string {
  const following = new Map<string, Set<string>>();
  const follow = (before: string, word: string) =>
    following.set(before, (following.get(before) ?? new Set()).add(word));
  for (const { name, options = {} } of commands) {
    const words = name.split(" ");
    words.forEach((word, place) => {
      follow(words.slice(0, place).join(" "), word);
    });
    for (const option of [...Object.keys(options), "json", "help"]) follow(name, `--${option}`);
  }
  // The longest beginning first: `backup list` before `backup`.
  const cases = [...following].sort(([a], [b]) => b.length - a.length);
  const lines = cases.map(([before, words]) => `    "${before}"${before && "*"}) words="${[...words].join(" ")}" ;;`);
  return `_platonic() {
  local before="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words
  case "$before" in
${lines.join("\n")}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _platonic platonic
`;
}

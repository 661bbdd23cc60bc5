import type { Command } from "./command.ts";

/** Lists the names of profiles, in any shell. */
const profiles = `ls -1 "\${XDG_CONFIG_HOME:-$HOME/.config}/platonic" 2>/dev/null`;

/** Returns the script of Bash. */
export function bashScript(commands: readonly Command[]): string {
  return `_platonic() {
  local before="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words
${lookUp(commands)}
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _platonic platonic
`;
}

/** Returns the script of Zsh. */
export function zshScript(commands: readonly Command[]): string {
  return `#compdef platonic
_platonic() {
  local before="\${words[2,CURRENT-1]}" candidates
${lookUp(commands).replaceAll("words=", "candidates=")}
  compadd -- \${=candidates}
  [[ -n $candidates ]] || _files
}
compdef _platonic platonic
`;
}

/** Returns the script of fish. */
export function fishScript(commands: readonly Command[]): string {
  const cases = followers(commands).map(
    ([before, words]) => `    case '${before}${before && "*"}'\n      string split ' ' -- '${[...words].join(" ")}'`,
  );
  return `function __platonic_words
  set -l before (string join ' ' -- (commandline -opc)[2..])
  switch $before
    case '*--profile'
      sh -c '${profiles}'
${cases.join("\n")}
  end
end
complete -c platonic -f -a '(__platonic_words)'
`;
}

/** Returns code that sets `words` to the possible next words; Bash and Zsh both accept it. */
function lookUp(commands: readonly Command[]): string {
  const cases = followers(commands).map(
    ([before, words]) => `    "${before}"${before && "*"}) words="${[...words].join(" ")}" ;;`,
  );
  return `  case "$before" in
    *--profile) words="$(${profiles})" ;;
${cases.join("\n")}
  esac`;
}

/** Returns the words that may follow each beginning; the longest beginning first: `backup list` before `backup`. */
function followers(commands: readonly Command[]): [string, Set<string>][] {
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
  return [...following].sort(([a], [b]) => b.length - a.length);
}

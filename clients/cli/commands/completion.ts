import { type Command, command } from "../command.ts";
import { bashScript, fishScript, zshScript } from "../completion-scripts.ts";
import { UsageError } from "../usage-error.ts";

const scripts: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Writes a shell script that completes commands, options and profiles, generated from the commands themselves. */
export const completion = command({
  name: "completion",
  summary: "Writes a script by which Bash, Zsh or fish completes commands, options and profiles.",
  options: { shell: { value: "SHELL", help: "bash, zsh or fish (bash)" } },
  examples: [
    "source <(platonic completion)",
    "source <(platonic completion --shell zsh)",
    "platonic completion --shell fish > ~/.config/fish/completions/platonic.fish",
  ],
  async run({ commands, options: { shell = "bash" } }) {
    if (!Object.hasOwn(scripts, shell))
      throw new UsageError(`--shell must be one of: ${Object.keys(scripts).join(", ")}`);
    const script = scripts[shell]?.(await commands()) ?? "";
    return { json: { shell, script }, text: script };
  },
});

import type { Service } from "./service.ts";
import type { IdentitySession } from "./session.ts";

/** One command of the program. */
export interface Command<
  Operands extends readonly string[] = readonly string[],
  Options extends OptionTable = OptionTable,
> {
  /** The words that select it, such as `keys revoke`. */
  readonly name: string;
  /** Describes in a sentence what it does. */
  readonly summary: string;
  /** Command lines that show its use. */
  readonly examples?: readonly string[];
  /** Names of its operands, all of which are required. */
  readonly operands?: Operands;
  /** Name of one more operand, which is optional. */
  readonly optionalOperand?: string;
  readonly options?: Options;
  /** Name of its standard input, if it reads that. */
  readonly input?: string;
  /** Returns the outcome to print, or the exit status of a command that has printed its own. */
  run(call: Call<Operands, Options>): Promise<Outcome | number>;
}

export type OptionTable = Readonly<Record<string, SingleOption | RepeatableOption>>;

interface SingleOption {
  /** Name of its value in the usage text. */
  readonly value: string;
  readonly help: string;
  readonly isRequired?: true;
  /** Whether an empty text is a value; otherwise it is wrong usage, such as that of a variable that is not set. */
  readonly mayBeEmpty?: true;
}

interface RepeatableOption extends SingleOption {
  readonly isRepeatable: true;
}

/** Arguments of one call of a command. */
export interface Call<Operands extends readonly string[], Options extends OptionTable> extends ProcessIo {
  readonly operands: { readonly [Index in keyof Operands]: string };
  readonly optionalOperand?: string | undefined;
  readonly options: { readonly [Name in keyof Options]?: ValueOf<Options[Name]> | undefined };
  /** Whether the output is for programs. Only commands that print it themselves need to know. */
  readonly isJson: boolean;
  /** Loads all commands, for help and completion. */
  readonly commands: () => Promise<readonly Command[]>;
  /**
   * Connects to the service configured by the environment.
   *
   * @throws UsageError
   */
  readonly service: () => Service;
  /**
   * Returns the session of the identity of a profile, which ends with the command.
   *
   * @throws UsageError
   */
  readonly session: (profile: string | undefined) => IdentitySession;
  /** Has work done when the outcome is written, or could not be. */
  readonly ending: (end: Ending) => void;
}

/** Work at the end of a command; `isTold`: whether the output has taken what the command said. */
export type Ending = (isTold: boolean) => Promise<void>;

type ValueOf<Option> = Option extends RepeatableOption ? string[] : string;

/** Environment and outputs of the program. */
export interface ProcessIo {
  readonly env: NodeJS.ProcessEnv;
  readonly write: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Writes an outcome; resolves when the output has taken it, and rejects if it cannot. By default `write` writes it. */
  readonly tell?: (text: string) => Promise<void>;
  /** Whether `complain` writes to a terminal. */
  readonly isTerminal?: boolean;
}

/** The result of a command, in forms for programs and for people. */
export interface Outcome {
  readonly json: unknown;
  readonly text: string;
  /** Exit status, if it is not 0. */
  readonly status?: number;
}

/** Declares a command; infers the types of its operands and options. */
export function command<
  const Operands extends readonly string[] = [],
  const Options extends OptionTable = Record<never, never>,
>(declared: Command<Operands, Options>): Command {
  return declared;
}

import { packageVersion } from "../package-version.ts";

/** Header of answers with the version of the service. */
const header = "Platonic-Version";

/** Listener of warnings, one text each; default: `console.warn`. */
export type WarningListener = (text: string) => void;

/** The version of a service, as its first answer tells it; warns once of one that does not fit this client. */
export class ServiceVersion {
  readonly #endpoint: string;
  readonly #warn: WarningListener;
  #known: string | undefined;

  constructor(endpoint: string, warn: WarningListener = warnInLog) {
    this.#endpoint = endpoint;
    this.#warn = warn;
  }

  /** Such as `0.1.0`; undefined before the first answer. */
  get known(): string | undefined {
    return this.#known;
  }

  /** Reads the headers of an answer. The listener is called asynchronously, so that it neither delays nor breaks a call. */
  learn(headers: Pick<Headers, "get">): void {
    if (this.#known !== undefined) return;
    const told = headers.get(header) ?? "";
    const version = numbersOf(told);
    if (version === undefined) return;
    this.#known = told;
    const text = this.#warningOf(told, difference(version, numbersOf(packageVersion) as Version));
    if (text !== undefined) queueMicrotask(() => this.#warn(text));
  }

  #warningOf(told: string, difference: number): string | undefined {
    const start = `the service at ${this.#endpoint} has version ${told}`;
    const own = `than this client (${packageVersion})`;
    if (difference > 0) return `${start}, newer ${own}: update the client`;
    if (difference === 0) return undefined;
    const advice = "update the service, or use the client of its version";
    return `${start}, older ${own}: calls that it does not know fail with NOT_FOUND; ${advice}`;
  }
}

/** Writes a warning to the console. */
export function warnInLog(text: string): void {
  // biome-ignore lint/suspicious/noConsole: the usual log of this language
  console.warn(text);
}

/** Major and minor number. */
type Version = readonly [number, number];

/** Reads a version by Semantic Versioning; undefined if the text is none. */
function numbersOf(text: string): Version | undefined {
  const [, major, minor] = /^(\d{1,9})\.(\d{1,9})\.\d{1,9}(?:[-+][\w.+-]+)?$/.exec(text) ?? [];
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)];
}

/** Compares the numbers that change when callers break: the major one, and while it is 0 the minor one. */
function difference([major, minor]: Version, [ownMajor, ownMinor]: Version): number {
  return major !== ownMajor || major > 0 ? major - ownMajor : minor - ownMinor;
}

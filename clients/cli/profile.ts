import { readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { CredentialsJson } from "../typescript/src/index.ts";
import { type Credentials, credentialsFromJson, credentialsToJson } from "../typescript/src/index.ts";
import { makeFolder } from "../typescript/src/wallet/file-storage.ts";
import { ReservedFile } from "./reserved-file.ts";
import { UsageError } from "./usage-error.ts";

/** Option with which commands name a profile. */
export const profileOption = { value: "NAME", help: "the identity on this machine (default)" } as const;

/** Room for the credentials that a call makes. */
const renewedBytes = 4_096;

/** A call that makes new credentials, which nobody can ask for later. */
interface Renewal<Made> {
  /** Makes the call with an idempotency key. */
  readonly make: (key: string) => Promise<Made>;
  /** Whether the profile has what the call has made. */
  readonly isKept: (current: Credentials, made: Made) => boolean;
  readonly changed: (current: Credentials, made: Made) => Credentials;
  /** Returns the text of the error if what was made cannot be stored after all. */
  readonly told: (made: Made, why: string) => string;
}

/** An identity on this machine: its credentials, which contain secrets, and the journal of its payments. */
export class Profile {
  readonly name: string;
  /** Folder of the journal. */
  readonly journal: string;
  readonly #folder: string;
  readonly #path: string;

  /** @throws UsageError for a name that is no file name */
  constructor(env: NodeJS.ProcessEnv, name = "default") {
    if (!/^[\w-]{1,64}$/.test(name))
      throw new UsageError("a profile has 1 to 64 letters, digits, hyphens and underscores");
    this.name = name;
    this.#folder = join(folderOf(env), name);
    this.#path = join(this.#folder, "credentials.json");
    this.journal = join(this.#folder, "journal");
  }

  /** @throws UsageError if there are none */
  credentials(): Credentials {
    let text: string;
    try {
      text = readFileSync(this.#path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      throw new UsageError(`there is no profile ${this.name}: platonic identity register makes one`);
    }
    if (text === "")
      throw new UsageError(`the registration of the profile ${this.name} was cut off: remove ${this.#path}`);
    return credentialsFromJson(JSON.parse(text) as CredentialsJson);
  }

  /** Creates an identity and stores its credentials, which cannot be recovered elsewhere. Never replaces others. */
  async keep(register: () => Promise<Credentials>): Promise<Credentials> {
    await makeFolder(this.#folder, 0o700);
    try {
      // Before the registration, so that its credentials can be stored.
      writeFileSync(this.#path, "", { flag: "wx", mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      throw new UsageError(`the profile ${this.name} is an identity already: choose another --profile`);
    }
    try {
      const credentials = await register();
      writeFileSync(this.#path, textOf(credentials), { flush: true });
      return credentials;
    } catch (error) {
      rmSync(this.#path, { force: true });
      if (namesIn(this.#folder).length === 0) rmdirSync(this.#folder);
      throw error;
    }
  }

  /** Replaces the credentials atomically by changed ones of the same identity. @throws UsageError if there are none */
  change(changed: (current: Credentials) => Credentials): void {
    const text = textOf(changed(this.credentials()));
    const path = `${this.#path}.new`;
    writeFileSync(path, text, { mode: 0o600, flush: true });
    renameSync(path, this.#path);
  }

  /**
   * Replaces the credentials atomically by what a call makes. The disk has a place for them, and the idempotency key of the
   * call, before it is made: repeated after a kill, it makes the same.
   */
  async renew<Made>({ make, isKept, changed, told }: Renewal<Made>): Promise<Made> {
    const current = this.credentials();
    const keyPath = `${this.#path}.key`;
    const place = new ReservedFile(`${this.#path}.new`, renewedBytes);
    try {
      const left = keyIn(keyPath);
      let made = await make(left ?? newKeyIn(keyPath));
      // The earlier command was cut off when all was done, so that this one is no repetition.
      if (left !== undefined && isKept(current, made)) made = await make(newKeyIn(keyPath));
      try {
        place.publish(textOf(changed(current, made)), this.#path);
      } catch (error) {
        throw new Error(told(made, (error as Error).message));
      }
      rmSync(keyPath, { force: true });
      return made;
    } finally {
      place.end();
    }
  }

  /** Removes the credentials and the journal from this machine. */
  forget(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Returns the ids of payments that an earlier command has left without an outcome. */
  unsettled(): string[] {
    return namesIn(this.journal).flatMap((name) => /^(.*)\.operation$/.exec(name)?.[1] ?? []);
  }
}

/** Lists the names of the profiles of this machine. */
export function profileNames(env: NodeJS.ProcessEnv): string[] {
  return namesIn(folderOf(env)).sort();
}

/** Folder of all profiles. */
function folderOf(env: NodeJS.ProcessEnv): string {
  return join(env["XDG_CONFIG_HOME"] || join(env["HOME"] || homedir(), ".config"), "platonic");
}

function textOf(credentials: Credentials): string {
  return `${JSON.stringify(credentialsToJson(credentials), null, 2)}\n`;
}

/** Stores a new idempotency key in a file, and returns it. */
function newKeyIn(path: string): string {
  const key = crypto.randomUUID();
  writeFileSync(path, key, { mode: 0o600, flush: true });
  return key;
}

/** Returns the idempotency key in a file; undefined if it has none. */
function keyIn(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8") || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}

/** Lists the names in a folder; none if it does not exist. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return [];
  }
}

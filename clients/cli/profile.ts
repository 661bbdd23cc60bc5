import { readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { CredentialsJson } from "../typescript/src/index.ts";
import { type Credentials, credentialsFromJson, credentialsToJson } from "../typescript/src/index.ts";
import { makeFolder } from "../typescript/src/wallet/file-storage.ts";
import { UsageError } from "./usage-error.ts";

/** Option with which commands name a profile. */
export const profileOption = { value: "NAME", help: "the identity on this machine (default)" } as const;

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
      writeFileSync(this.#path, `${JSON.stringify(credentialsToJson(credentials), null, 2)}\n`, { flush: true });
      return credentials;
    } catch (error) {
      rmSync(this.#path, { force: true });
      if (namesIn(this.#folder).length === 0) rmdirSync(this.#folder);
      throw error;
    }
  }

  /** Replaces the credentials atomically by changed ones of the same identity. @throws UsageError if there are none */
  change(changed: (current: Credentials) => Credentials): void {
    const text = `${JSON.stringify(credentialsToJson(changed(this.credentials())), null, 2)}\n`;
    const path = `${this.#path}.new`;
    writeFileSync(path, text, { mode: 0o600, flush: true });
    renameSync(path, this.#path);
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

/** Lists the names in a folder; none if it does not exist. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return [];
  }
}

import { readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { CredentialsJson } from "../typescript/src/index.ts";
import { type Credentials, credentialsFromJson, credentialsToJson } from "../typescript/src/index.ts";
import { makeFolder } from "../typescript/src/wallet/file-storage.ts";
import { UsageError } from "./usage-error.ts";

/** Option by which commands name a profile. */
export const profileOption = { value: "NAME", help: "the identity on this machine (default)" } as const;

/** An identity on this machine: its credentials, which hold secrets, and the journal of its payments. */
export class Profile {
  readonly name: string;
  /** Folder of the journal. */
  readonly journal: string;
  readonly #folder: string;
  readonly #path: string;

  /** @throws UsageError for a name that is none of a file */
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

  /** Has an identity made, and keeps its credentials, which nobody else can bring back. Never replaces others. */
  async keep(register: () => Promise<Credentials>): Promise<Credentials> {
    await makeFolder(this.#folder, 0o700);
    try {
      // Before anything is registered, so that what is registered can be kept.
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

  /** Replaces the credentials by changed ones of the same identity, at once or not at all. @throws UsageError if there are none */
  change(changed: (current: Credentials) => Credentials): void {
    const text = `${JSON.stringify(credentialsToJson(changed(this.credentials())), null, 2)}\n`;
    const path = `${this.#path}.new`;
    writeFileSync(path, text, { mode: 0o600, flush: true });
    renameSync(path, this.#path);
  }

  /** Removes the credentials from this machine, with the journal. */
  forget(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Ids of the payments that an earlier command has left without their outcome. */
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

/** Names in a folder; none if it is not there. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return [];
  }
}

import { readFileSync } from "node:fs";

/** Secrets that stand in files, and the problems of these files, one line for each. */
interface SecretFiles {
  readonly given: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** Returns the name of the variable that names the file of a secret. */
export function fileVariable(secret: string): string {
  return `${secret}_FILE`;
}

/**
 * Reads the secrets whose files are named, such as that of `DATABASE_URL_FILE`. A line break at the end does not count:
 * most editors write one.
 *
 * @param secrets names of settings that may stand in a file
 */
export function readSecretFiles(stated: Readonly<NodeJS.Dict<string>>, secrets: readonly string[]): SecretFiles {
  const given: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of secrets) {
    const variable = fileVariable(name);
    const path = stated[variable];
    if (path === undefined) continue;
    try {
      given[name] = contentOf(path);
      if (stated[name] !== undefined) problems.push(`${name} and ${variable} are both set: unset one of them`);
    } catch (error) {
      problems.push(`${variable} names ${path}, which ${(error as Error).message}`);
    }
  }
  return { given, problems };
}

/** @throws Error that says what is wrong with the file and quotes nothing of it */
function contentOf(path: string): string {
  let content: string;
  try {
    content = readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw new Error(`cannot be read (${(error as NodeJS.ErrnoException).code}): let this user read it`);
  }
  if (content === "") throw new Error("is empty");
  return content;
}

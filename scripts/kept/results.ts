import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A test file that passed, with where and when. */
export interface Result {
  readonly passed: number;
  readonly commit: string;
  readonly at: string;
}

/** Results are valid for a week: certificates, packages of registries and what else no digest has may change. */
const msMax = 7 * 86_400_000;

/** Results of test files that passed, by the digest of their inputs, in a folder of the user's cache. */
export class Results {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  find(inputs: string, file: string): Result | undefined {
    const place = this.#placeOf(inputs, file);
    if (!existsSync(place) || Date.now() - statSync(place).mtimeMs > msMax) return undefined;
    return JSON.parse(readFileSync(place, "utf8"));
  }

  keep(inputs: string, file: string, result: Result): void {
    const place = this.#placeOf(inputs, file);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, JSON.stringify(result));
  }

  #placeOf(inputs: string, file: string): string {
    return join(this.#folder, `results-${inputs}`, `${file}.json`);
  }
}

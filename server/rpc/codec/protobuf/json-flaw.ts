import { nearestName } from "../../../core/nearest-name.ts";
import { memberPath } from "../../validation/issue.ts";

/** An unknown name in an otherwise well-formed request: of a member, or of an enum value. */
export class JsonFlaw extends Error {
  /** Path from the message that is being read. */
  readonly path: string;
  readonly #text: string;

  private constructor(path: string, text: string) {
    super(`${path} ${text}`);
    this.path = path;
    this.#text = text;
  }

  /** A member that its message does not have. */
  static ofMember(name: string, known: Iterable<string>): JsonFlaw {
    return new JsonFlaw(name, `is no member of its message${adviceOf(name, known)}`);
  }

  /** A word that is no value of its enum. */
  static ofWord(word: string, known: Iterable<string>): JsonFlaw {
    return new JsonFlaw("", `must be a value of its enum${adviceOf(word, known)}`);
  }

  /** Returns the flaw with its path extended by the enclosing member. */
  within(name: string): JsonFlaw {
    return new JsonFlaw(this.path === "" ? name : memberPath(name, this.path), this.#text);
  }
}

function adviceOf(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? "" : `; the nearest is ${nearest}`;
}

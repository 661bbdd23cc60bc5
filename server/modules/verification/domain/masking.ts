/**
 * Wrapper of a secret that JSON, logs and error texts do not show. `reveal` returns the secret.
 */
export class Concealed<Value> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  reveal(): Value {
    return this.#value;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  /** Output of `util.inspect`, and so of the console. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return shown;
  }
}

const shown = "[concealed]";

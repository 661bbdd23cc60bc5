/**
 * A secret on its way: neither JSON, nor a log, nor the text of an error shows it. Whoever needs it says so by `reveal`.
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

  /** What `util.inspect`, and so the console, shows. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return shown;
  }
}

const shown = "[concealed]";

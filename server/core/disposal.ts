/** Gives Node 22 the parts of `AsyncDisposableStack` that the server uses. Later versions keep their own. */
class Stack {
  #disposals: (() => unknown)[] = [];

  use<Resource extends AsyncDisposable | null | undefined>(resource: Resource): Resource {
    if (resource) this.#disposals.push(() => resource[Symbol.asyncDispose]());
    return resource;
  }

  adopt<Value>(value: Value, dispose: (value: Value) => unknown): Value {
    this.#disposals.push(() => dispose(value));
    return value;
  }

  defer(dispose: () => unknown): void {
    this.#disposals.push(dispose);
  }

  move(): Stack {
    const moved = new Stack();
    moved.#disposals = this.#disposals.splice(0);
    return moved;
  }

  /** Disposes of everything in reverse order, even if some disposals fail. */
  async disposeAsync(): Promise<void> {
    const errors: unknown[] = [];
    for (let dispose = this.#disposals.pop(); dispose !== undefined; dispose = this.#disposals.pop()) {
      try {
        await dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) throw new AggregateError(errors, "several resources could not be closed");
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.disposeAsync();
  }
}

const platform = globalThis as { AsyncDisposableStack?: unknown };
platform.AsyncDisposableStack ??= Stack;

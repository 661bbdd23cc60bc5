import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, type ContextManager, ROOT_CONTEXT } from "@opentelemetry/api";

/** Knows the context in which work began, as the context manager of OpenTelemetry for Node does. */
export class AsynchronousContexts implements Omit<ContextManager, "bind" | "enable"> {
  readonly #now = new AsyncLocalStorage<Context>();
  active() {
    return this.#now.getStore() ?? ROOT_CONTEXT;
  }
  with<Rest extends unknown[], Work extends (...rest: Rest) => ReturnType<Work>>(
    next: Context,
    work: Work,
    that?: ThisParameterType<Work>,
    ...rest: Rest
  ): ReturnType<Work> {
    return this.#now.run(next, () => work.call(that as never, ...rest));
  }
  disable(): never {
    return this as never;
  }
}

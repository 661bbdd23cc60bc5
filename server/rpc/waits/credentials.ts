import type { Message } from "@bufbuild/protobuf";
import { Fault } from "../../core/fault.ts";
import { type Access, permit } from "../authorization.ts";
import type { Principal } from "../principal.ts";

export interface CredentialsDeps {
  readonly access: Access;
  /** Identifies the caller again. @throws Fault if its credentials are no longer good */
  readonly identify: () => Principal | Promise<Principal>;
  /** Interval in which they are looked at while somebody waits: other processes revoke too, and time ends some. */
  readonly checkMs: number;
  /** Calls the listener when this process has changed what credentials may do. Returns a function that removes it. */
  readonly onChanged?: ((listener: () => void) => () => void) | undefined;
}

/** Credentials of a caller who waits for an answer, which it only gets as long as they are good. */
export class Credentials {
  readonly #deps: CredentialsDeps;
  /** The request, once it is read: callers may be permitted some requests only. */
  request: Message | undefined;

  constructor(deps: CredentialsDeps) {
    this.#deps = deps;
  }

  /** Refuses the caller as any call with these credentials would be now. @throws Fault */
  verify(): void | Promise<void> {
    const caller = this.#deps.identify();
    return caller instanceof Promise ? caller.then((principal) => this.#permit(principal)) : this.#permit(caller);
  }

  /** Returns why the caller is refused now; undefined if it is not. An outage of the database says nothing of the caller. */
  async refusal(): Promise<Fault | undefined> {
    try {
      await this.verify();
      return undefined;
    } catch (error) {
      return error instanceof Fault && refusals.has(error.reason) ? error : undefined;
    }
  }

  /** Calls back once the caller is refused: at once for what this process revokes. Returns a function that ends the watch. */
  watch(onRefused: (refusal: Fault) => void): () => void {
    const { checkMs, onChanged } = this.#deps;
    const look = async () => {
      const refusal = await this.refusal();
      if (refusal !== undefined) onRefused(refusal);
    };
    const timer = setInterval(() => void look(), checkMs).unref();
    const stop = onChanged?.(() => void look());
    return () => {
      clearInterval(timer);
      stop?.();
    };
  }

  #permit(principal: Principal): void {
    const check = permit(principal, this.#deps.access);
    if (this.request !== undefined) check?.(this.request);
  }
}

const refusals = new Set<Fault["reason"]>(["AUTHENTICATION_REQUIRED", "INVALID_API_KEY", "PERMISSION_DENIED"]);

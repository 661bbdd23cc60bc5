import type { Message } from "@bufbuild/protobuf";
import { Fault } from "../../core/fault.ts";
import { type Access, permit } from "../authorization.ts";
import type { Principal } from "../principal.ts";

/**
 * Calls the listener when what the credentials of a principal may do has changed; undefined: those of any. Returns a function
 * that removes the listener.
 */
export type OnAccessChanged = (listener: (principalId: string | undefined) => void) => () => void;

export interface CredentialsDeps {
  readonly principalId: string;
  readonly access: Access;
  /** Identifies the caller again. @throws Fault if its credentials are no longer valid */
  readonly identify: () => Principal | Promise<Principal>;
  /** Interval at which credentials are checked during a wait, since some expire. */
  readonly checkMs: number;
  readonly onChanged?: OnAccessChanged | undefined;
}

/** Credentials of a waiting caller, who gets an answer only while they are valid. */
export class Credentials {
  readonly #deps: CredentialsDeps;
  /** The request, once it is read: some callers are permitted only some requests. */
  request: Message | undefined;

  constructor(deps: CredentialsDeps) {
    this.#deps = deps;
  }

  /** Refuses the caller if a new call with these credentials would be refused. @throws Fault */
  verify(): void | Promise<void> {
    const caller = this.#deps.identify();
    return caller instanceof Promise ? caller.then((principal) => this.#permit(principal)) : this.#permit(caller);
  }

  /** Returns why the caller is refused now; undefined if it is not. An outage of the database does not refuse it. */
  async refusal(): Promise<Fault | undefined> {
    try {
      await this.verify();
      return undefined;
    } catch (error) {
      return error instanceof Fault && refusals.has(error.reason) ? error : undefined;
    }
  }

  /**
   * Calls back once the caller is refused: at once if a change of its credentials is told. Returns a function that ends
   * the watch.
   */
  watch(onRefused: (refusal: Fault) => void): () => void {
    const { principalId, checkMs, onChanged } = this.#deps;
    const look = async () => {
      const refusal = await this.refusal();
      if (refusal !== undefined) onRefused(refusal);
    };
    const timer = setInterval(() => void look(), checkMs).unref();
    const stop = onChanged?.((changed) => {
      if (changed === undefined || changed === principalId) void look();
    });
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

import type { Call } from "./call.ts";
import type { Choices } from "./idempotency/choices.ts";
import type { Principal } from "./principal.ts";

/** Context of an operation. The call creates its signal only for operations that read it. */
export class CallContext {
  readonly principal: Principal;
  readonly choices: Choices | undefined;
  readonly #call: Call;

  constructor(principal: Principal, call: Call, choices?: Choices) {
    this.principal = principal;
    this.#call = call;
    this.choices = choices;
  }

  withChoices(choices: Choices): CallContext {
    return new CallContext(this.principal, this.#call, choices);
  }

  get address(): string {
    return this.#call.address;
  }

  get signal(): AbortSignal | undefined {
    return this.#call.signal;
  }

  get channelBinding(): string | undefined {
    return this.#call.channelBinding;
  }

  get idempotencyKey(): string | undefined {
    return this.#call.idempotencyKey;
  }

  get operationId(): string | undefined {
    return this.#call.operationId;
  }

  get isAnonymous(): boolean {
    return this.#call.principal === undefined && (this.#call.authorization ?? "") === "";
  }

  get hasPriority(): boolean | undefined {
    return this.#call.hasPriority;
  }
}

import type { CallAct } from "./audit/call-act.ts";
import type { Call } from "./call.ts";
import type { Choices } from "./idempotency/choices.ts";
import type { Principal } from "./principal.ts";
import type { CallWait, Waiting } from "./waits/call-wait.ts";

/** Context of an operation. The call creates its signal only for operations that read it. */
export class CallContext {
  readonly principal: Principal;
  readonly choices: Choices | undefined;
  readonly act: CallAct | undefined;
  readonly #call: Call;
  readonly #newWait: () => CallWait;

  constructor(principal: Principal, call: Call, newWait: () => CallWait, act?: CallAct, choices?: Choices) {
    this.principal = principal;
    this.#call = call;
    this.#newWait = newWait;
    this.act = act;
    this.choices = choices;
  }

  withChoices(choices: Choices): CallContext {
    return new CallContext(this.principal, this.#call, this.#newWait, this.act, choices);
  }

  /** Waits for work without occupying the call's slots, and only while the caller's credentials are valid. */
  wait<Value>(work: Waiting<Value>): Promise<Value> {
    return this.#newWait().for(work);
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

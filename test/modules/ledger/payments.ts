import { expect } from "vitest";
import { ApiClient } from "../../support/identity/api-client.ts";
import { replayed } from "../../support/ledger/checked.ts";
import { type Holder, newHolder, type SignedOrderJson } from "../../support/wallet-holder.ts";

/** Payments of one holder to another, sent concurrently and repeated until each is acknowledged. */
export class Payments {
  readonly sender: Holder;
  readonly recipient: Holder;
  /** Number of requests sent. */
  requests = 0;
  /** Number of requests that a server refused. */
  refused = 0;
  /** Status and code of the refusals. */
  readonly refusals = new Set<string>();
  #unanswered = 0;
  #problem: unknown;
  readonly #waiting: SignedOrderJson[];
  readonly #orders: readonly SignedOrderJson[];
  /** Confirmation codes of acknowledged orders. */
  readonly #acknowledged = new Map<SignedOrderJson, string>();

  private constructor(sender: Holder, recipient: Holder, count: number) {
    this.sender = sender;
    this.recipient = recipient;
    this.#orders = Array.from({ length: count }, () =>
      sender.signed(sender.order({ recipient: recipient.id, amount: "0.1" })),
    );
    this.#waiting = [...this.#orders];
  }

  /** Payments of a tenth of a token each, for which the sender has enough. */
  static async between(url: string, count: number): Promise<Payments> {
    const api = new ApiClient({ url });
    const sender = await newHolder(api as never, { TOKEN_STANDARD: count });
    return new Payments(sender, await newHolder(api as never), count);
  }

  /** Resolves when all are acknowledged. */
  send(urlOf: () => Promise<string>): Promise<unknown> {
    const work = Promise.all(Array.from({ length: 20 }, () => this.#sendQueued(urlOf)));
    work.catch((error: unknown) => {
      this.#problem = error;
    });
    return work;
  }

  /** Resolves when `count` payments are acknowledged. */
  acknowledged(count: number): Promise<void> {
    return this.#until(() => this.#acknowledged.size >= count);
  }

  /** Resolves when `count` requests had no answer. */
  unansweredTimes(count: number): Promise<void> {
    return this.#until(() => this.#unanswered >= count);
  }

  /** Resolves when `count` requests were refused. */
  refusedTimes(count: number): Promise<void> {
    return this.#until(() => this.refused >= count);
  }

  async #until(isReached: () => boolean): Promise<void> {
    while (!isReached()) {
      if (this.#problem !== undefined) throw this.#problem;
      await nextTurn();
    }
  }

  /** Expects that every payment was made once, with its acknowledged result, and that the ledger is consistent. */
  async expectOnce(url: string): Promise<void> {
    const api = new ApiClient({ url });
    expect(this.#acknowledged.size).toBe(this.#orders.length);
    for (const [order, code] of this.#acknowledged) expect(await this.#sendOnce(url, order)).toBe(code);
    const count = this.#orders.length;
    const held = async ({ id }: Holder) => {
      const { wallet } = (await api.call("GET", `/api/wallets/${id}`)).body.result;
      return Number(wallet.standard.exact_amount);
    };
    expect(await held(this.recipient)).toBeCloseTo(0.1 * count, 8);
    // The fee is a thousandth.
    expect(await held(this.sender)).toBeCloseTo(count - 0.1001 * count, 8);
    expect(await replayed(api)).toMatchObject({ is_whole: true, findings: [], entries: count + 1 });
  }

  async #sendQueued(urlOf: () => Promise<string>): Promise<void> {
    for (let order = this.#waiting.shift(); order !== undefined; order = this.#waiting.shift()) {
      const code = await this.#sendOnce(await urlOf(), order);
      if (code === undefined) this.#waiting.unshift(order);
      else this.#acknowledged.set(order, code);
      await nextTurn();
    }
  }

  /** Returns the confirmation code; undefined if there was no answer, or a refusal. */
  async #sendOnce(url: string, signed_order: SignedOrderJson): Promise<string | undefined> {
    this.requests++;
    const request = { sender: this.sender.id, signed_order };
    const answer = await new ApiClient({ url })
      .call("POST", "/api/transactions/transfer", request)
      .catch(() => undefined);
    if (answer === undefined) this.#unanswered++;
    else if (answer.status === 200) {
      expect(answer.body.result).toMatchObject({ success: true });
      return answer.body.result.confirmation_code as string;
    } else {
      this.refused++;
      this.refusals.add(`${answer.status} ${answer.body?.error?.code}`);
    }
    return undefined;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

import { expect } from "vitest";
import { World } from "../../support/identity/world.ts";
import { type Holder, newHolder, type SignedOrderJson } from "../../support/wallet-holder.ts";

/** Payments of one holder to another, sent from many lanes until each of them has its answer, whatever fails. */
export class Payments {
  readonly sender: Holder;
  readonly recipient: Holder;
  /** How often a payment was sent. */
  turn = 0;
  /** How often one answered that it cannot. */
  refused = 0;
  /** What it said then: status and code. */
  readonly refusals = new Set<string>();
  #unanswered = 0;
  #problem: unknown;
  readonly #waiting: SignedOrderJson[];
  readonly #orders: readonly SignedOrderJson[];
  /** The confirmation code that was answered for an order. */
  readonly #acknowledged = new Map<SignedOrderJson, string>();

  private constructor(sender: Holder, recipient: Holder, count: number) {
    this.sender = sender;
    this.recipient = recipient;
    this.#orders = Array.from({ length: count }, () =>
      sender.signed(sender.order({ recipient: recipient.id, amount: "0.1" })),
    );
    this.#waiting = [...this.#orders];
  }

  /** Of a tenth of a token each, of which the sender has enough. */
  static async between(url: string, count: number): Promise<Payments> {
    const world = new World({ url });
    const sender = await newHolder(world as never, { TOKEN_STANDARD: count });
    return new Payments(sender, await newHolder(world as never), count);
  }

  /** Resolves when all are acknowledged. */
  send(urlOf: () => Promise<string>): Promise<unknown> {
    const work = Promise.all(Array.from({ length: 20 }, () => this.#lane(urlOf)));
    work.catch((error: unknown) => {
      this.#problem = error;
    });
    return work;
  }

  /** So many are acknowledged. */
  acknowledged(count: number): Promise<void> {
    return this.#until(() => this.#acknowledged.size >= count);
  }

  /** No server has answered so often. */
  unansweredTimes(count: number): Promise<void> {
    return this.#until(() => this.#unanswered >= count);
  }

  /** A server has answered so often that it cannot. */
  refusedTimes(count: number): Promise<void> {
    return this.#until(() => this.refused >= count);
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (this.#problem !== undefined) throw this.#problem;
      await nextTurn();
    }
  }

  /** That every payment was made once, as it was told then, and that the ledger is whole. */
  async expectOnce(url: string): Promise<void> {
    const world = new World({ url });
    expect(this.#acknowledged.size).toBe(this.#orders.length);
    for (const [order, code] of this.#acknowledged) expect(await this.#sent(url, order)).toBe(code);
    const count = this.#orders.length;
    const held = async ({ id }: Holder) => {
      const { wallet } = (await world.call("GET", `/api/wallets/${id}`)).body.result;
      return Number(wallet.standard.exact_amount);
    };
    expect(await held(this.recipient)).toBeCloseTo(0.1 * count, 8);
    // The fee is a thousandth.
    expect(await held(this.sender)).toBeCloseTo(count - 0.1001 * count, 8);
    let { check } = (await world.call("POST", "/v1/admin/ledger/check", {})).body.result;
    while (check.is_running) ({ check } = (await world.call("GET", "/v1/admin/ledger/check")).body.result);
    expect(check).toMatchObject({ is_whole: true, findings: [], entries: count + 1 });
  }

  async #lane(urlOf: () => Promise<string>): Promise<void> {
    for (let order = this.#waiting.shift(); order !== undefined; order = this.#waiting.shift()) {
      const code = await this.#sent(await urlOf(), order);
      if (code === undefined) this.#waiting.unshift(order);
      else this.#acknowledged.set(order, code);
      await nextTurn();
    }
  }

  /** The confirmation code; undefined when there was no answer, or none that says what became of it. */
  async #sent(url: string, signed_order: SignedOrderJson): Promise<string | undefined> {
    this.turn++;
    const request = { sender: this.sender.id, signed_order };
    const answer = await new World({ url }).call("POST", "/api/transactions/transfer", request).catch(() => undefined);
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

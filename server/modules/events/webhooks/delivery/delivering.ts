import type { DueWebhook } from "../domain/webhook.ts";
import type { Runner } from "./runner.ts";
import type { Holder, Slots } from "./slots.ts";

/** An endpoint to which this process delivers. */
export class Delivering implements Holder {
  readonly share: string;
  readonly sinceMs: number;
  readonly stop = new AbortController();
  ended: Promise<void> = Promise.resolve();
  isLeaving = false;
  #runner: Runner | undefined;

  constructor({ id, owner }: DueWebhook, sinceMs: number) {
    this.share = shareOf(id, owner);
    this.sinceMs = sinceMs;
  }

  get isBusy(): boolean {
    return this.#runner?.isBusy === true;
  }

  async run(runner: Runner): Promise<void> {
    this.#runner = runner;
    if (this.isLeaving) runner.leave();
    await runner.run(this.stop.signal);
  }

  leave(): void {
    this.isLeaving = true;
    this.#runner?.leave();
  }

  keep(): void {
    this.#runner?.keep();
  }
}

/** Returns the share of an endpoint. Each endpoint of the operator has its own. */
function shareOf(id: string, owner: string): string {
  return owner === "" ? id : owner;
}

interface Assignment {
  readonly slots: Slots<Delivering>;
  readonly start: (due: DueWebhook) => void;
  readonly nowMs: number;
}

/** Starts the endpoints that get a slot, and asks an endpoint to leave for each of the others that should have one. */
export function assign(due: readonly DueWebhook[], { slots, start, nowMs }: Assignment): void {
  let { leaving } = slots;
  for (const one of fairly(due, slots)) {
    const share = shareOf(one.id, one.owner);
    if (slots.isFreeFor(share)) start(one);
    else if (leaving > 0) leaving -= 1;
    else slots.leaverFor(share, nowMs)?.leave();
  }
  for (let { shortage } = slots; shortage > 0; shortage--) slots.fromLargest(0)?.leave();
}

/** Sorts endpoints so that shares fill evenly; equal ranks keep the given order. */
function fairly(due: readonly DueWebhook[], slots: Slots<Delivering>): DueWebhook[] {
  const counts = new Map<string, number>();
  const ranked = due.map((one) => {
    const share = shareOf(one.id, one.owner);
    const rank = counts.get(share) ?? slots.countOf(share);
    counts.set(share, rank + 1);
    return { one, rank };
  });
  return ranked.sort((one, other) => one.rank - other.rank).map(({ one }) => one);
}

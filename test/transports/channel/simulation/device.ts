import { MemoryStorage } from "../../../../clients/typescript/src/wallet/operation-storage.ts";
import { owners } from "./bank.ts";
import { type PaymentPlan, signedBill } from "./bill.ts";
import { Client } from "./client.ts";
import type { World } from "./world.ts";

/** A device, whose stored payments survive the processes that run on it. */
export class Device {
  readonly #world: World;
  readonly #number: number;
  readonly #owner: string;
  readonly #start: () => Client;
  readonly #clients: Client[] = [];

  constructor(world: World, number: number) {
    const { random } = world;
    this.#world = world;
    this.#number = number;
    const owner = random.pick(owners);
    const terms = {
      useChannel: random.chance(0.9),
      confirmTimeoutMs: random.pick([2_000, 8_000, 30_000]),
      retryCount: random.below(4),
      patienceMs: 2_000,
    };
    const deps = { ...world, owner, storage: new MemoryStorage(), terms, hasSessionOnly: random.chance(0.2) };
    this.#owner = owner;
    this.#start = () => new Client(deps);
    this.#clients.push(this.#start());
  }

  /** Starts another process. The old one ends, or stays like a second page of a browser. */
  restart(): void {
    if (this.#world.random.chance(0.8)) this.#client.kill();
    this.#clients.push(this.#start());
  }

  /** Makes payments, and requests that must not run twice. */
  async use(times: number): Promise<void> {
    const { random, witness } = this.#world;
    for (let index = 1; index <= times; index += 1) {
      const count = random.chance(0.2) ? 2 + random.below(3) : 1;
      const plans = Array.from({ length: count }, (_, place) => this.#plan(10 * index + place));
      for (const plan of plans) witness.planned(plan);
      const bill = await signedBill(this.#owner, plans);
      this.#world.sometime(() => void this.#client.pay(bill));
      this.#world.sometime(() => this.#count(index));
    }
  }

  /** Returns the ids of unanswered requests. */
  async waiting(): Promise<string[]> {
    return (await Promise.all(this.#clients.map((client) => client.waiting()))).flat();
  }

  get #client(): Client {
    return this.#clients.at(-1) as Client;
  }

  #plan(number: number): PaymentPlan {
    const { random } = this.#world;
    const sender = this.#owner;
    const recipient = random.pick(owners.filter((owner) => owner !== sender));
    const units = random.chance(0.1) ? 600 : 1 + random.below(90);
    return { id: `00000000-0000-7000-8000-${this.#digits(number)}`, sender, recipient, units };
  }

  #count(index: number): void {
    const { random } = this.#world;
    const timeoutMs = random.chance(0.3) ? 1_000 + random.below(5_000) : undefined;
    void this.#client.count(`00000000-0000-4000-8000-${this.#digits(index)}`, timeoutMs);
  }

  #digits(index: number): string {
    return String(1_000 * this.#number + index).padStart(12, "0");
  }
}

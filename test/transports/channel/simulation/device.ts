import { MemoryStorage } from "../../../../clients/typescript/src/wallet/operation-storage.ts";
import { Client } from "./client.ts";
import { type PaymentPlan, signedGroup } from "./payment-group.ts";
import { owners } from "./shared-ledger.ts";
import type { Simulation } from "./simulation.ts";

/** A device, whose stored payments outlive the client processes that run on it. */
export class Device {
  readonly #simulation: Simulation;
  readonly #number: number;
  readonly #owner: string;
  readonly #start: () => Client;
  readonly #clients: Client[] = [];

  constructor(simulation: Simulation, number: number) {
    const { random } = simulation;
    this.#simulation = simulation;
    this.#number = number;
    const owner = random.pick(owners);
    const terms = {
      useChannel: random.chance(0.9),
      confirmTimeoutMs: random.pick([2_000, 8_000, 30_000]),
      retryCount: random.below(4),
      patienceMs: 2_000,
    };
    const deps = { ...simulation, owner, storage: new MemoryStorage(), terms, hasSessionOnly: random.chance(0.2) };
    this.#owner = owner;
    this.#start = () => new Client(deps);
    this.#clients.push(this.#start());
  }

  /** Starts another client process. The old one is killed, or goes on like a second browser tab. */
  restart(): void {
    if (this.#simulation.random.chance(0.8)) this.#client.kill();
    this.#clients.push(this.#start());
  }

  /** Schedules payments, and requests that must not be executed twice. */
  async schedule(times: number): Promise<void> {
    const { random, checker } = this.#simulation;
    for (let index = 1; index <= times; index += 1) {
      const count = random.chance(0.2) ? 2 + random.below(3) : 1;
      const plans = Array.from({ length: count }, (_, place) => this.#plan(10 * index + place));
      for (const plan of plans) checker.planned(plan);
      const group = await signedGroup(this.#owner, plans);
      this.#simulation.atRandomTime(() => void this.#client.pay(group));
      this.#simulation.atRandomTime(() => this.#requestOnce(index));
    }
  }

  /** Returns the ids of unanswered requests. */
  async unanswered(): Promise<string[]> {
    return (await Promise.all(this.#clients.map((client) => client.unanswered()))).flat();
  }

  get #client(): Client {
    return this.#clients.at(-1) as Client;
  }

  #plan(number: number): PaymentPlan {
    const { random } = this.#simulation;
    const sender = this.#owner;
    const recipient = random.pick(owners.filter((owner) => owner !== sender));
    const units = random.chance(0.1) ? 600 : 1 + random.below(90);
    return { id: `00000000-0000-7000-8000-${this.#digits(number)}`, sender, recipient, units };
  }

  #requestOnce(index: number): void {
    const { random } = this.#simulation;
    const timeoutMs = random.chance(0.3) ? 1_000 + random.below(5_000) : undefined;
    void this.#client.requestOnce(`00000000-0000-4000-8000-${this.#digits(index)}`, timeoutMs);
  }

  #digits(index: number): string {
    return String(1_000 * this.#number + index).padStart(12, "0");
  }
}

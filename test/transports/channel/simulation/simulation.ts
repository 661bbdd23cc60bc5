import type { Plan } from "../../../../server/rpc/plan.ts";
import { Random } from "../../../support/laws/random.ts";
import type { Bank } from "./bank.ts";
import { Faults } from "./faults.ts";
import { Network } from "./network.ts";
import { Server } from "./server.ts";
import type { Size } from "./service.ts";
import { Sessions } from "./sessions.ts";
import { VirtualTime } from "./virtual-time.ts";
import { Witness } from "./witness.ts";

/** Duration of the faults. */
export const troubleMs = 90_000;

/** Objects that all parts of a schedule share. */
export class World {
  readonly random: Random;
  readonly time = new VirtualTime();
  readonly faults: Faults;
  readonly witness: Witness;
  readonly sessions: Sessions;
  readonly server: Server;
  readonly network: Network;
  /** Every frame, and its fate. */
  readonly story: string[] = [];
  readonly #startMs = this.time.nowMs;
  readonly #rushMs: number;

  constructor(seed: number, bank: Bank) {
    const random = new Random(seed);
    const { time } = this;
    this.random = random;
    this.#rushMs = random.below(troubleMs);
    this.faults = new Faults(random);
    this.witness = new Witness(bank);
    this.sessions = new Sessions(planOf(random));
    const { faults, witness, sessions } = this;
    this.server = new Server({ time, random, faults, bank, sessions, witness, size: sizeOf(random) });
    const onFrame = (way: string, bytes: number, fate: string) => {
      this.story.push(`${this.elapsedMs} ms, ${way}, ${bytes} bytes: ${fate}`);
    };
    this.network = new Network(this.server, { time, random, faults, onFrame });
  }

  get elapsedMs(): number {
    return this.time.nowMs - this.#startMs;
  }

  /** Calls back during the faults: half of the calls in a burst, the rest at any time. */
  sometime(act: () => void): void {
    const { random } = this;
    this.time.after(random.chance(0.5) ? this.#rushMs + random.below(500) : random.below(troubleMs), act);
  }
}

function planOf(random: Random): Plan {
  return {
    name: "identity",
    requestsPerMinute: random.pick([120, 1e9]),
    concurrentRequests: 2 + random.below(6),
  };
}

/** Small enough that every bound is reached in some schedule. */
function sizeOf(random: Random): Size {
  return {
    queueMax: random.pick([2, 8, 1_000]),
    batchMax: random.pick([1, 3, 1_000]),
    transactionsPerMinute: random.pick([30, 1e9]),
    windowSeconds: random.pick([30, 300]),
  };
}

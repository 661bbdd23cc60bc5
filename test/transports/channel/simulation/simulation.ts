import type { Plan } from "../../../../server/rpc/plan.ts";
import { Random } from "../../../support/laws/random.ts";
import { Checker } from "./checker.ts";
import { Faults } from "./faults.ts";
import { Network } from "./network.ts";
import { Server } from "./server.ts";
import type { Size } from "./service.ts";
import { Sessions } from "./sessions.ts";
import type { SharedLedger } from "./shared-ledger.ts";
import { VirtualTime } from "./virtual-time.ts";

/** Duration of the faults, in ms. */
export const faultyMs = 90_000;

/** The parts of a schedule: time, faults, network, server and checker. */
export class Simulation {
  readonly random: Random;
  readonly time = new VirtualTime();
  readonly faults: Faults;
  readonly checker: Checker;
  readonly sessions: Sessions;
  readonly server: Server;
  readonly network: Network;
  /** One line for each frame: time, direction, length and treatment. */
  readonly frameLog: string[] = [];
  readonly #startMs = this.time.nowMs;
  readonly #burstMs: number;

  constructor(seed: number, ledger: SharedLedger) {
    const random = new Random(seed);
    const { time } = this;
    this.random = random;
    this.#burstMs = random.below(faultyMs);
    this.faults = new Faults(random);
    this.checker = new Checker(ledger);
    this.sessions = new Sessions(planOf(random));
    const { faults, checker, sessions } = this;
    this.server = new Server({ time, random, faults, ledger, sessions, checker, size: sizeOf(random) });
    const onFrame = (direction: string, bytes: number, treatment: string) => {
      this.frameLog.push(`${this.elapsedMs} ms, ${direction}, ${bytes} bytes: ${treatment}`);
    };
    this.network = new Network(this.server, { time, random, faults, onFrame });
  }

  get elapsedMs(): number {
    return this.time.nowMs - this.#startMs;
  }

  /** Calls back while there are faults: half of the calls in a burst, the rest at any time. */
  atRandomTime(act: () => void): void {
    const { random } = this;
    this.time.after(random.chance(0.5) ? this.#burstMs + random.below(500) : random.below(faultyMs), act);
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

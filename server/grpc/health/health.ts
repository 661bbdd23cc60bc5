import { HealthCheckResponse_ServingStatus as ServingStatus } from "#contract/grpc/health/v1/health_pb.js";

export interface HealthOptions {
  /** Full names of the services. */
  readonly services: readonly string[];
  /** Whether calls are accepted now. A failure counts as no. */
  readonly isServing: () => Promise<boolean>;
  /** Interval at which that is checked while somebody watches. */
  readonly readingMs: number;
}

/**
 * State of a server and its services, which share one: each needs what the others need. It is read on request, and at
 * an interval only while somebody watches.
 */
export class Health {
  readonly #services: ReadonlySet<string>;
  readonly #options: HealthOptions;
  readonly #watchers = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #status: ServingStatus = ServingStatus.UNKNOWN;
  #readings = 0;
  /** Number of the newest finished reading. */
  #lastReading = 0;

  constructor(options: HealthOptions) {
    this.#options = options;
    this.#services = new Set(["", ...options.services]);
  }

  /** Number of watchers. */
  get watchers(): number {
    return this.#watchers.size;
  }

  /** Returns the state of a service, or of the server for the empty name; undefined for an unknown service. */
  async status(service: string): Promise<ServingStatus | undefined> {
    return this.#services.has(service) ? this.refresh() : undefined;
  }

  /** Returns the states of the server, under the empty name, and of all services. */
  async all(): Promise<Map<string, ServingStatus>> {
    const status = await this.refresh();
    return new Map([...this.#services].map((service) => [service, status]));
  }

  /**
   * Yields the state of a service and then each change, until the signal aborts. A slow reader gets only the latest
   * state.
   */
  async *watch(service: string, signal: AbortSignal): AsyncGenerator<ServingStatus, void> {
    let wake = () => {};
    const watcher = () => wake();
    signal.addEventListener("abort", watcher);
    this.#add(watcher);
    try {
      let told: ServingStatus | undefined;
      await this.refresh();
      while (!signal.aborted) {
        const status = this.#services.has(service) ? this.#status : ServingStatus.SERVICE_UNKNOWN;
        if (status !== told) {
          told = status;
          yield status;
        } else {
          const { promise, resolve } = Promise.withResolvers<void>();
          wake = resolve;
          await promise;
        }
      }
    } finally {
      signal.removeEventListener("abort", watcher);
      this.#remove(watcher);
    }
  }

  /** Reads the state, and notifies watchers if it has changed. */
  async refresh(): Promise<ServingStatus> {
    const reading = ++this.#readings;
    const isServing = await this.#options.isServing().catch(() => false);
    const status = isServing ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
    // If two readings overlap, the one that began later wins.
    if (reading > this.#lastReading) {
      this.#lastReading = reading;
      const isNew = status !== this.#status;
      this.#status = status;
      if (isNew) for (const wake of this.#watchers) wake();
    }
    return status;
  }

  #add(watcher: () => void): void {
    this.#watchers.add(watcher);
    this.#timer ??= setInterval(() => void this.refresh(), this.#options.readingMs).unref();
  }

  #remove(watcher: () => void): void {
    this.#watchers.delete(watcher);
    if (this.#watchers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

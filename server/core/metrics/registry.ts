import type { Histogram } from "./histogram.ts";
import type { Description, Family, MetricKind, Metrics, Reading, Sample } from "./metrics.ts";

type AnyReading = Reading | readonly Sample<Histogram>[];

interface Source extends Description {
  readonly kind: MetricKind;
  readonly read: () => AnyReading | Promise<AnyReading>;
  /** Reading that has begun and not ended. */
  pending?: Promise<AnyReading> | undefined;
}

export interface RegistryDeps {
  /** Longest wait for readings. */
  readonly readMs: number;
  /** Called with the error of a reading; the metric is left out. */
  readonly report: (error: unknown, name: string) => void;
}

/**
 * The metrics of a process, read together. A reading that fails or takes too long is left out and counted; it keeps no
 * other from being told, and is not begun again before it has ended.
 */
export class MetricRegistry implements Metrics {
  readonly #deps: RegistryDeps;
  readonly #sources = new Map<string, Source>();
  #collecting: Promise<readonly Family[]> | undefined;
  #missed = 0;

  constructor(deps: RegistryDeps) {
    this.#deps = deps;
    const help = "Readings of metrics that failed or took too long, and were left out";
    this.counter({ name: "platonic.metrics.missed", help, unit: "{reading}" }, () => this.#missed);
  }

  counter(description: Description, read: Source["read"]): void {
    this.#add({ ...description, kind: "counter", read });
  }

  gauge(description: Description, read: Source["read"]): void {
    this.#add({ ...description, kind: "gauge", read });
  }

  histogram(description: Description, read: Source["read"]): void {
    this.#add({ ...description, kind: "histogram", read });
  }

  /** Reads all metrics, in the order of their names. Whoever asks meanwhile gets the same readings. */
  collect(): Promise<readonly Family[]> {
    this.#collecting ??= this.#collect().finally(() => {
      this.#collecting = undefined;
    });
    return this.#collecting;
  }

  #add(source: Source): void {
    if (this.#sources.has(source.name)) throw new Error(`The metric ${source.name} is offered twice.`);
    this.#sources.set(source.name, source);
  }

  async #collect(): Promise<readonly Family[]> {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(late.resolve, this.#deps.readMs, undefined);
    const sources = [...this.#sources.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
    const readings = await Promise.all(sources.map((source) => this.#read(source, late.promise)));
    clearTimeout(timer);
    return sources.flatMap(({ kind, name, help, unit }, index) => {
      const reading = readings[index];
      if (reading === undefined) return [];
      const samples = typeof reading === "number" ? [{ labels: {}, value: reading }] : reading;
      return [{ kind, name, help, unit, samples }];
    });
  }

  #read(source: Source, late: Promise<undefined>): ReturnType<Source["read"]> {
    if (source.pending !== undefined) return this.#unlessLate(source, source.pending, late);
    try {
      const reading = source.read();
      if (!(reading instanceof Promise)) return reading;
      source.pending = reading.finally(() => {
        source.pending = undefined;
      });
      return this.#unlessLate(source, source.pending, late);
    } catch (error) {
      return this.#miss(source, error);
    }
  }

  async #unlessLate(source: Source, pending: Promise<AnyReading>, late: Promise<undefined>): Promise<AnyReading> {
    const lateness = late.then(() => Promise.reject(new Error("the reading took too long")));
    return Promise.race([pending, lateness]).catch((error: unknown) => this.#miss(source, error));
  }

  #miss({ name }: Source, error: unknown): undefined {
    this.#missed++;
    this.#deps.report(error, name);
  }
}

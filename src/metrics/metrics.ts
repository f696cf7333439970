import { Counter, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import { Service } from 'typedi';
import { Log } from '../logging/log.js';
import { type DurationHistogram } from './duration-histogram.js';

/** Registers metrics that are read at each scrape. Every class that a `*.metrics.ts` file exports is one. */
export abstract class MetricSource {
  abstract register(metrics: Metrics): void;
}

/** All sources, created at the first scrape. */
export class MetricSources {
  private sources?: readonly MetricSource[];

  constructor(private readonly create: () => readonly MetricSource[]) {}

  get all(): readonly MetricSource[] {
    this.sources ??= this.create();
    return this.sources;
  }
}

export type LabelValues = Readonly<Record<string, string>>;

/** One gauge may take this long to be read at a scrape (ms); a slow one is left out. */
const READ_TIMEOUT_MS = 2_000;

/** Reads a gauge: one entry per combination of labels. */
export type GaugeReader = () => GaugeValue[] | Promise<GaugeValue[]>;

export interface GaugeValue {
  value: number;
  labels?: LabelValues;
}

/**
 * The metrics of this process. Names are `watchfloor_<part>_<what>_<unit>`, in base units, as Prometheus recommends
 * (https://prometheus.io/docs/practices/naming/). Labels have few values: never an account, a symbol, an address or a
 * path.
 */
@Service()
export class Metrics {
  private readonly registry = new Registry();
  private hasSources = false;

  constructor(
    private readonly sources: MetricSources,
    private readonly log: Log,
  ) {}

  /** @param name ends with `_total` */
  counter(name: string, help: string, labels: readonly string[] = []): Counter {
    return new Counter({ name, help, labelNames: [...labels], registers: [this.registry] });
  }

  /** @param buckets upper limits in the unit of the name */
  histogram(name: string, help: string, buckets: readonly number[], labels: readonly string[] = []): Histogram {
    return new Histogram({ name, help, buckets: [...buckets], labelNames: [...labels], registers: [this.registry] });
  }

  /**
   * A histogram by one label that something else keeps, read at each scrape: that of the library looks its labels up at
   * every value.
   */
  durations(
    name: string,
    help: string,
    label: string,
    read: () => Iterable<readonly [value: string, durations: DurationHistogram]>,
  ): void {
    const get = async () => ({
      name,
      help,
      type: 'histogram',
      values: [...read()].flatMap(([value, durations]) => durations.samples(name, { [label]: value })),
    });
    // Its published types know its own classes only.
    this.registry.registerMetric({ name, get } as unknown as Metric);
  }

  /** A value that is read at each scrape. When reading fails, the scrape lacks it, and a warning is logged. */
  gauge(name: string, help: string, read: GaugeReader, labels: readonly string[] = []): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [this.registry],
      collect: () => this.fill(gauge, name, read, labels.length === 0),
    });
  }

  /** A total that something else counts, read at each scrape. */
  total(name: string, help: string, read: GaugeReader, labels: readonly string[] = []): void {
    const counter: Counter = new Counter({
      name,
      help,
      labelNames: [...labels],
      registers: [this.registry],
      collect: async () => {
        const values = await this.read(name, read);
        counter.reset();
        for (const { value, labels: own = {} } of values) counter.inc({ ...own }, value);
      },
    });
  }

  /** All metrics in the text format of Prometheus (version 0.0.4). */
  async text(): Promise<string> {
    if (!this.hasSources) {
      this.hasSources = true;
      for (const source of this.sources.all) source.register(this);
    }
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  private async fill(gauge: Gauge, name: string, read: GaugeReader, isSingle: boolean): Promise<void> {
    const values = await this.read(name, read);
    gauge.reset();
    for (const { value, labels = {} } of values) gauge.set({ ...labels }, value);
    // Without labels a gauge starts at 0, which would be a reading.
    if (isSingle && values.length === 0) gauge.remove();
  }

  private async read(name: string, read: GaugeReader): Promise<GaugeValue[]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`Reading took more than ${READ_TIMEOUT_MS} ms.`)), READ_TIMEOUT_MS);
    });
    try {
      return await Promise.race([read(), late]);
    } catch (error) {
      this.log.warn({ err: error, metric: name }, 'Metric could not be read; it is missing in this scrape.');
      return [];
    } finally {
      clearTimeout(timer);
    }
  }
}

import { Counter, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import { Service } from 'typedi';
import { Log } from '../logging/log.js';
import { type DurationHistogram } from './duration-histogram.js';

/** Registers metrics that are read at each scrape. Every exported class of a `*.metrics.ts` file is such a source. */
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

/** A gauge that takes longer to read at a scrape (ms) is left out. */
const READ_TIMEOUT_MS = 2_000;

/** Reads a gauge; returns one value for each combination of labels. */
export type GaugeReader = () => GaugeValue[] | Promise<GaugeValue[]>;

export interface GaugeValue {
  value: number;
  labels?: LabelValues;
}

/**
 * The metrics of this process. Names have the form `watchfloor_<part>_<quantity>_<unit>` with base units, as Prometheus
 * recommends (https://prometheus.io/docs/practices/naming/). Labels have few values: never an account, a symbol, an
 * address or a path.
 */
@Service()
export class Metrics {
  private readonly registry = new Registry();
  private hasSources = false;

  constructor(
    private readonly sources: MetricSources,
    private readonly log: Log,
  ) {}

  /** Registers a counter. @param name ends with `_total` */
  counter(name: string, help: string, labels: readonly string[] = []): Counter {
    return new Counter({ name, help, labelNames: [...labels], registers: [this.registry] });
  }

  /** Registers a histogram. @param buckets upper limits in the unit of the name */
  histogram(name: string, help: string, buckets: readonly number[], labels: readonly string[] = []): Histogram {
    return new Histogram({ name, help, buckets: [...buckets], labelNames: [...labels], registers: [this.registry] });
  }

  /**
   * Registers a histogram with one label whose values are kept elsewhere and read at each scrape, because the library's
   * own histogram looks up labels for every value.
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
    // The published types accept only the library's own classes.
    this.registry.registerMetric({ name, get } as unknown as Metric);
  }

  /**
   * Registers a value that is read at each scrape. If reading fails, the scrape does not contain it, and a warning is
   * logged.
   */
  gauge(name: string, help: string, read: GaugeReader, labels: readonly string[] = []): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [this.registry],
      collect: () => this.fill(gauge, name, read, labels.length === 0),
    });
  }

  /** Registers a total that is counted elsewhere and read at each scrape. */
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

  /** Returns all metrics in the text format of Prometheus (version 0.0.4). */
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
    // A gauge without labels would otherwise have the value 0, as if it had been read.
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

import type { Metrics } from './metrics.js';

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

import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { Service } from 'typedi';
import { DurationHistogram } from '../metrics/duration-histogram.js';
import { SECOND_MS } from '../time/durations.js';

/** Upper limits of buckets (s): a minor collection takes about a millisecond, a major one up to some hundred. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

const kinds = [
  ['minor', constants.NODE_PERFORMANCE_GC_MINOR],
  ['major', constants.NODE_PERFORMANCE_GC_MAJOR],
  ['incremental', constants.NODE_PERFORMANCE_GC_INCREMENTAL],
  ['weak_callbacks', constants.NODE_PERFORMANCE_GC_WEAKCB],
] as const;

/** An entry of type `gc`; the published types lack its details. */
type Collection = PerformanceEntry & { detail: { kind: number } };

/** Measures garbage collections of the main thread, which hold its event loop; nothing is measured until `start`. */
@Service()
export class GarbageCollections {
  /** Durations (s) by kind. */
  readonly durations: ReadonlyMap<string, DurationHistogram> = new Map(
    kinds.map(([name]) => [name, new DurationHistogram(BUCKETS)]),
  );
  private observer?: PerformanceObserver;

  start(): void {
    const byKind = new Map(kinds.map(([name, kind]) => [kind as number, this.durations.get(name)]));
    this.observer = new PerformanceObserver((list) => {
      for (const { detail, duration } of list.getEntries() as Collection[])
        byKind.get(detail.kind)?.observe(duration / SECOND_MS);
    });
    this.observer.observe({ entryTypes: ['gc'] });
  }

  close(): void {
    this.observer?.disconnect();
    this.observer = undefined;
  }
}

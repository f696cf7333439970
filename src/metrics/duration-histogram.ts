/**
 * Counts values of one unit by upper limits, as a histogram of Prometheus
 * (https://prometheus.io/docs/concepts/metric_types/#histogram).
 */
export class DurationHistogram {
  private sum = 0;
  private readonly counts: number[];

  /** @param limits upper limits of the buckets, ascending */
  constructor(private readonly limits: readonly number[]) {
    this.counts = Array.from({ length: limits.length + 1 }, () => 0);
  }

  observe(value: number): void {
    let place = 0;
    while (place < this.limits.length && value > (this.limits[place] as number)) place += 1;
    this.counts[place] = (this.counts[place] as number) + 1;
    this.sum += value;
  }

  /** Returns the samples of a scrape; empty before the first value. */
  samples(
    name: string,
    labels: Readonly<Record<string, string>>,
  ): Array<{ metricName: string; labels: Record<string, string>; value: number }> {
    let below = 0;
    const buckets = this.counts.map((count, place) => {
      below += count;
      return {
        metricName: `${name}_bucket`,
        labels: { le: String(this.limits[place] ?? '+Inf'), ...labels },
        value: below,
      };
    });
    if (below === 0) return [];
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels: { ...labels }, value: this.sum },
      { metricName: `${name}_count`, labels: { ...labels }, value: below },
    ];
  }
}

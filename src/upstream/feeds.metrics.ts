import { Service } from 'typedi';
import { MetricSource, type Metrics } from '../metrics/metrics.js';
import { FeedRegistry, type FeedStatus } from './feed-status.js';

/** Metrics of the feeds of this process. */
@Service()
export class FeedMetrics extends MetricSource {
  constructor(private readonly feeds: FeedRegistry) {
    super();
  }

  register(metrics: Metrics): void {
    const by = (read: (status: FeedStatus) => number | null) => () =>
      this.configured.flatMap((status) => {
        const value = read(status);
        return value === null ? [] : [{ value, labels: { feed: status.feed } }];
      });
    metrics.gauge(
      'watchfloor_feed_up',
      '1 when the feed is ok, otherwise 0.',
      by(({ status }) => (status === 'ok' ? 1 : 0)),
      ['feed'],
    );
    metrics.gauge(
      'watchfloor_feed_age_seconds',
      'Time since the last success of the feed.',
      by(({ ageSeconds }) => ageSeconds),
      ['feed'],
    );
    metrics.total(
      'watchfloor_feed_records_total',
      'Records accepted from the feed.',
      by(({ records }) => records),
      ['feed'],
    );
    metrics.total(
      'watchfloor_feed_failures_total',
      'Failures of the feed, by kind.',
      () =>
        this.configured.flatMap(({ feed, failures = [] }) =>
          failures.map(({ kind, count }) => ({ value: count, labels: { feed, kind } })),
        ),
      ['feed', 'kind'],
    );
    metrics.gauge(
      'watchfloor_feed_quota_remaining',
      'Calls left at the provider.',
      by(({ quota }) => quota?.remaining ?? null),
      ['feed'],
    );
    metrics.durations(
      'watchfloor_feed_call_duration_seconds',
      'Time of calls to the source of the feed, failed ones included.',
      'feed',
      () => this.feeds.calls,
    );
  }

  /** The feeds that this process reads; feeds on standby are disabled here. */
  private get configured(): FeedStatus[] {
    return this.feeds.list().filter(({ status }) => status !== 'not_configured' && status !== 'disabled');
  }
}

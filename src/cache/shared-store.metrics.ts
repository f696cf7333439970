import { Service } from 'typedi';
import { MetricSource, type Metrics } from '../metrics/metrics.js';
import { SECOND_MS } from '../time/durations.js';
import { SharedStore } from './shared-store.js';

/** Timeout of a ping of Redis (ms). */
const PING_TIMEOUT_MS = 1_000;

/** Metrics of the availability and latency of Redis. */
@Service()
export class SharedStoreMetrics extends MetricSource {
  constructor(private readonly store: SharedStore) {
    super();
  }

  register(metrics: Metrics): void {
    const { store } = this;
    const ping = async (): Promise<number | undefined> => {
      const started = performance.now();
      const isUp = await store.ping(PING_TIMEOUT_MS).then(
        () => true,
        () => false,
      );
      return isUp ? (performance.now() - started) / SECOND_MS : undefined;
    };
    metrics.gauge('watchfloor_redis_up', '1 when Redis answers, otherwise 0; absent without Redis.', async () =>
      store.kind === 'redis' ? [{ value: (await ping()) === undefined ? 0 : 1 }] : [],
    );
    metrics.gauge(
      'watchfloor_redis_ping_seconds',
      'Time that Redis took to answer a ping; absent when it does not.',
      async () => {
        const seconds = store.kind === 'redis' ? await ping() : undefined;
        return seconds === undefined ? [] : [{ value: seconds }];
      },
    );
  }
}

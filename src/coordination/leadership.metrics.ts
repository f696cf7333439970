import { Service } from 'typedi';
import { ServiceConfig } from '../config/service-config.js';
import { MetricSource, type Metrics } from '../metrics/metrics.js';
import { Leadership } from './leadership.js';

/** Publishes whether this process is the leader. */
@Service()
export class LeadershipMetrics extends MetricSource {
  constructor(
    private readonly leadership: Leadership,
    private readonly service: ServiceConfig,
  ) {
    super();
  }

  register(metrics: Metrics): void {
    metrics.gauge(
      'watchfloor_leader',
      '1 when this process is the leader, otherwise 0; absent in processes without the role ingest.',
      () => (this.service.roles.includes('ingest') ? [{ value: this.leadership.isLeading ? 1 : 0 }] : []),
    );
  }
}

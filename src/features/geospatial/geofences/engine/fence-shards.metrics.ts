import { Service } from 'typedi';
import { MetricSource, type Metrics } from '../../../../metrics/metrics.js';
import { SharedFences } from './shared-fences.service.js';

/** Metrics of the geofences that this process evaluates. */
@Service()
export class FenceShardsMetrics extends MetricSource {
  constructor(private readonly shared: SharedFences) {
    super();
  }

  register(metrics: Metrics): void {
    metrics.gauge(
      'watchfloor_geofence_shards',
      'Shards of geofences that this process evaluates; absent while geofences are not shared.',
      () => {
        const { size } = this.shared;
        return size === undefined ? [] : [{ value: size }];
      },
    );
  }
}

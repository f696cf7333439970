import { Service } from 'typedi';
import { MetricSource, type Metrics } from '../../../metrics/metrics.js';
import { LiveState } from './live-state.js';

/** Metrics of the objects in live state of this process. */
@Service()
export class LiveMetrics extends MetricSource {
  constructor(private readonly live: LiveState) {
    super();
  }

  register(metrics: Metrics): void {
    const { vessels, irregularVessels, aircraft } = this.live;
    metrics.gauge(
      'watchfloor_live_objects',
      'Live objects, by layer.',
      () => [
        { value: vessels.size + irregularVessels.size, labels: { layer: 'vessels' } },
        { value: aircraft.size, labels: { layer: 'aircraft' } },
      ],
      ['layer'],
    );
  }
}

import { Service } from 'typedi';
import { MetricSource } from '../../../metrics/metric-source.js';
import type { Metrics } from '../../../metrics/metrics.js';
import { Evaluations } from './evaluation.service.js';

/** What the leader evaluates. */
@Service()
export class AlertMetrics extends MetricSource {
  constructor(private readonly evaluations: Evaluations) {
    super();
  }

  register(metrics: Metrics): void {
    metrics.gauge('watchfloor_alert_rules', 'Rules that this process evaluates; absent in processes that do not lead.', () => {
      const { rules } = this.evaluations;
      return rules === undefined ? [] : [{ value: rules }];
    });
  }
}

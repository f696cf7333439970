import { Service } from 'typedi';
import { MetricSource, type Metrics } from '../../metrics/metrics.js';
import { AttemptOutcomes } from './attempt-outcomes.service.js';

/** Counts attempts to deliver, from 0 in every process, including processes that make none. */
@Service()
export class WebhookMetrics extends MetricSource {
  constructor(private readonly outcomes: AttemptOutcomes) {
    super();
  }

  register(_metrics: Metrics): void {
    this.outcomes.countFromZero();
  }
}

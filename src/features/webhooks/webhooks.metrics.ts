import { Service } from 'typedi';
import { MetricSource, type Metrics } from '../../metrics/metrics.js';
import { AttemptOutcomes } from './attempt-outcomes.service.js';

/** Attempts to deliver: counted from 0 in every process, also where none is made. */
@Service()
export class WebhookMetrics extends MetricSource {
  constructor(private readonly outcomes: AttemptOutcomes) {
    super();
  }

  register(_metrics: Metrics): void {
    this.outcomes.countFromZero();
  }
}

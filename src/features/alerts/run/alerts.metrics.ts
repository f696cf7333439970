import { Service } from 'typedi';
import { MetricSource, type Metrics } from '../../../metrics/metrics.js';
import { AlertWriter } from './alert-writer.service.js';
import { Evaluations } from './evaluations.service.js';

/** Metrics of the evaluation of alert rules in the leader. */
@Service()
export class AlertMetrics extends MetricSource {
  constructor(
    private readonly evaluations: Evaluations,
    // `AlertWriter` registers its metrics when it is created; the dependency creates it at the start even in processes
    // that never lead.
    _writer: AlertWriter,
  ) {
    super();
  }

  register(metrics: Metrics): void {
    metrics.gauge(
      'watchfloor_alert_rules',
      'Rules that this process evaluates; absent in processes that do not lead.',
      () => {
        const { rules } = this.evaluations;
        return rules === undefined ? [] : [{ value: rules }];
      },
    );
    metrics.total(
      'watchfloor_alert_ticks_total',
      'Prices and candles recorded for backtests by outcome: `stored`, or `dropped` beyond five a second of a ' +
        'symbol. Absent in processes that do not lead.',
      () => Object.entries(this.evaluations.recorded ?? {}).map(([outcome, value]) => ({ value, labels: { outcome } })),
      ['outcome'],
    );
  }
}

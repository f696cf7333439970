import { Service } from 'typedi';
import { MetricSource, type Metrics } from '../metrics/metrics.js';
import { Mailer } from './mailer.js';

/** Metrics of sent mails, by outcome. */
@Service()
export class MailMetrics extends MetricSource {
  constructor(private readonly mailer: Mailer) {
    super();
  }

  register(metrics: Metrics): void {
    const read = () => {
      if (!this.mailer.isConfigured) return [];
      const { sent, failed } = this.mailer.counts;
      return [
        { value: sent, labels: { outcome: 'sent' } },
        { value: failed, labels: { outcome: 'failed' } },
      ];
    };
    metrics.total(
      'watchfloor_mails_total',
      'Attempts to hand a mail to the mail server, by outcome; absent without a mail server.',
      read,
      ['outcome'],
    );
  }
}

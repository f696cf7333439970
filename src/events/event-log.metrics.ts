import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { eventReaders } from '../database/event-schema.js';
import { MetricSource, type Metrics } from '../metrics/metrics.js';
import { EventLog } from './event-log.js';

/** Metrics of the lag of each consumer behind the end of the event log. */
@Service()
export class EventLogMetrics extends MetricSource {
  constructor(
    private readonly log: EventLog,
    private readonly database: Database,
  ) {
    super();
  }

  register(metrics: Metrics): void {
    metrics.gauge('watchfloor_events_position', 'Position of the latest event in the log.', async () => [
      { value: await this.log.head() },
    ]);
    metrics.gauge(
      'watchfloor_events_behind',
      'Positions of the log that the consumer has not handled.',
      async () => {
        const [head, readers] = [await this.log.head(), await this.database.orm.select().from(eventReaders)];
        return readers.map(({ name, position }) => ({
          value: Math.max(0, head - position),
          labels: { consumer: name },
        }));
      },
      ['consumer'],
    );
  }
}

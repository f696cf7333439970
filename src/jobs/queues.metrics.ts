import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { type GaugeValue, MetricSource, type Metrics } from '../metrics/metrics.js';

interface QueueRow {
  name: string;
  state: string;
  runs: number;
  due: number;
  oldest_seconds: number | null;
}

interface Reading {
  rows: QueueRow[];
  /** Names of all queues. */
  queues: string[];
}

/** One query serves all gauges of a scrape for this long (ms). */
const FRESH_MS = 1_000;

/** Metrics of the job queues of all processes. */
@Service()
export class QueueMetrics extends MetricSource {
  private latest?: { at: number; reading: Promise<Reading> };

  constructor(private readonly database: Database) {
    super();
  }

  register(metrics: Metrics): void {
    const by =
      (states: readonly string[], read: (row: QueueRow) => number | null) => async (): Promise<GaugeValue[]> => {
        const { rows, queues } = await this.read();
        // A queue without runs counts 0: a series that appears later has no rate, and alerting rules cannot distinguish
        // it from a lost one.
        const sums = new Map(queues.map((name) => [name, 0]));
        for (const row of rows) {
          const value = states.includes(row.state) ? read(row) : null;
          if (value !== null) sums.set(row.name, (sums.get(row.name) ?? 0) + value);
        }
        return [...sums].map(([queue, value]) => ({ value, labels: { queue } }));
      };
    metrics.gauge(
      'watchfloor_jobs_queued',
      'Runs that wait, also for a later time.',
      by(['created', 'retry'], ({ runs }) => runs),
      ['queue'],
    );
    metrics.gauge(
      'watchfloor_jobs_running',
      'Runs under way.',
      by(['active'], ({ runs }) => runs),
      ['queue'],
    );
    metrics.gauge(
      'watchfloor_jobs_due',
      'Runs whose time has come.',
      by(['created', 'retry'], ({ due }) => due),
      ['queue'],
    );
    metrics.gauge(
      'watchfloor_jobs_oldest_due_seconds',
      'How long the oldest due run has waited.',
      by(['created'], (row) => row.oldest_seconds),
      ['queue'],
    );
  }

  private read(): Promise<Reading> {
    const now = performance.now();
    if (this.latest === undefined || this.latest.at + FRESH_MS < now) this.latest = { at: now, reading: this.query() };
    return this.latest.reading;
  }

  private async query(): Promise<Reading> {
    const queues = await this.database.query<{ name: string }>(
      "select name from jobs.queue where name not like '\\_\\_%' order by 1",
    );
    const { rows } = await this.database.query<{
      name: string;
      state: string;
      runs: number;
      due: number;
      oldest_seconds: number | null;
    }>(
      `select name, state::text, count(*)::int as runs, (count(*) filter (where start_after <= now()))::int as due,
        extract(epoch from now() - min(start_after) filter (where start_after <= now()))::float8 as oldest_seconds
        from jobs.job where state < 'completed' group by 1, 2`,
    );
    return { rows, queues: queues.rows.map(({ name }) => name) };
  }
}

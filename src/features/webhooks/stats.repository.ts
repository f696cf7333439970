import { Service } from 'typedi';
import { Database } from '../../database/database.js';
import { type AttemptCounts, MAX_COUNTED } from './endpoint-stats.js';

/** Counts deliveries and attempts. Every query reads a limited number of rows. */
@Service()
export class StatsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Returns the number of deliveries in a state that were created since a time; without it, of all times. At most
   * `MAX_COUNTED`.
   */
  async countDeliveries(endpointId: string, status: string, since?: Date): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      `select count(*) from (
        select created_at from webhook_deliveries where endpoint_id = $1 and status = $2 order by id desc limit ${MAX_COUNTED}
      ) newest where $3::timestamptz is null or created_at >= $3`,
      [endpointId, status, since ?? null],
    );
    return rows[0]?.count ?? 0;
  }

  async countAttempts(endpointId: string, since: Date): Promise<AttemptCounts> {
    const { rows } = await this.database.query<AttemptCounts>(
      `select count(*) as attempts, count(*) filter (where error is null) as succeeded,
        percentile_disc(0.5) within group (order by latency_ms) filter (where status_code is not null) as p50,
        percentile_disc(0.95) within group (order by latency_ms) filter (where status_code is not null) as p95
      from (
        select latency_ms, error, status_code from webhook_attempts where endpoint_id = $1 and at >= $2 order by at desc limit ${MAX_COUNTED}
      ) newest`,
      [endpointId, since],
    );
    return rows[0] as AttemptCounts;
  }
}

import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { type TransitDay, TransitSink } from '../transit-day.js';

/** Stores the transit calls of straits and canals, and the calls at ports, by day. */
@Service()
export class TransitRepository extends TransitSink {
  constructor(private readonly database: Database) {
    super();
  }

  async latestDay(flowIds: readonly string[]): Promise<string | undefined> {
    const { rows } = await this.database.query<{ day: string | null }>(
      'select max(day) as day from transit_days where flow_id = any($1::text[])',
      [flowIds],
    );
    return rows[0]?.day ?? undefined;
  }

  async store(days: readonly TransitDay[]): Promise<void> {
    await this.database.query(
      `insert into transit_days (flow_id, day, calls)
       select one.flow_id, one.day, string_to_array(one.calls, ',')::int[]
       from unnest($1::text[], $2::text[], $3::text[]) as one (flow_id, day, calls)
       on conflict (flow_id, day) do update set calls = excluded.calls`,
      [days.map(({ flowId }) => flowId), days.map(({ day }) => day), days.map(({ calls }) => calls.join(','))],
    );
  }

  /** Returns the days of a flow from a day to before another one, by day. */
  async read(flowId: string, from: string, to: string): Promise<TransitDay[]> {
    const { rows } = await this.database.query<TransitDay & Record<string, unknown>>(
      `select flow_id as "flowId", day, calls from transit_days
       where flow_id = $1 and day >= $2 and day < $3 order by day`,
      [flowId, from, to],
    );
    return rows;
  }
}

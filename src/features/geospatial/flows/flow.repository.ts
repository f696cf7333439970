import { Service } from 'typedi';
import { Database } from '../../../database/database.js';

/** The row of a day whose hours are those in which passages were counted, for all flows. */
export const COUNTED = '*';

/** The hours and passages of a flow on a day. */
export interface FlowDay {
  flowId: string;
  /** The day (UTC), such as `2026-11-20`. */
  day: string;
  /** Bits of the hours in which a report near the line was received; of `COUNTED`, in which any vessel was. */
  hours: number;
  /** Passages, one after the other, as `writePassage` writes them. */
  passages: Buffer;
}

/** Stores passages: a row for each flow and day. Those of simulated vessels have rows of their own. */
@Service()
export class FlowRepository {
  constructor(private readonly database: Database) {}

  /** Adds hours and passages to days. */
  async add(isSimulated: boolean, days: readonly FlowDay[]): Promise<void> {
    if (days.length === 0) return;
    await this.database.query(
      `insert into flow_days (flow_id, simulated, day, hours, passages)
       select one.flow_id, $1, one.day, one.hours, one.passages
       from unnest($2::text[], $3::text[], $4::int[], $5::bytea[]) as one (flow_id, day, hours, passages)
       on conflict (flow_id, simulated, day) do update
       set hours = flow_days.hours | excluded.hours, passages = flow_days.passages || excluded.passages`,
      [
        isSimulated,
        days.map(({ flowId }) => flowId),
        days.map(({ day }) => day),
        days.map(({ hours }) => hours),
        days.map(({ passages }) => passages),
      ],
    );
  }

  /** Returns the days of some flows from a day to before another one, by day. */
  async read(isSimulated: boolean, flowIds: readonly string[], from: string, to: string): Promise<FlowDay[]> {
    const { rows } = await this.database.query<FlowDay & Record<string, unknown>>(
      `select flow_id as "flowId", day, hours, passages from flow_days
       where flow_id = any($1::text[]) and simulated = $2 and day >= $3 and day < $4 order by day`,
      [flowIds, isSimulated, from, to],
    );
    return rows;
  }

  /** Deletes up to `limit` days before a day. @returns the number of deleted rows */
  async deleteBefore(day: string, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      'delete from flow_days where ctid = any(array(select ctid from flow_days where day < $1 limit $2))',
      [day, limit],
    );
    return rowCount ?? 0;
  }
}

import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { lt } from '../../../database/drizzle.js';
import { flowNotices } from '../geospatial.schema.js';

/** The flow of the row that marks a day as compared for all flows. */
export const COMPARED = '*';

/** Stores which flows and days were published as unusual. */
@Service()
export class FlowNoticeRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores a flow and day. If a concurrent transaction stores the same, this waits for its end.
   * @returns false if it was stored before
   */
  async claim(flowId: string, isSimulated: boolean, day: string): Promise<boolean> {
    const { rowCount } = await this.database.query(
      'insert into flow_notices (flow_id, simulated, day) values ($1, $2, $3) on conflict do nothing',
      [flowId, isSimulated, day],
    );
    return rowCount === 1;
  }

  /** Returns true for a flow and day that are stored. */
  async has(flowId: string, isSimulated: boolean, day: string): Promise<boolean> {
    const { rows } = await this.database.query(
      'select 1 from flow_notices where flow_id = $1 and simulated = $2 and day = $3',
      [flowId, isSimulated, day],
    );
    return rows.length > 0;
  }

  async deleteBefore(day: string): Promise<void> {
    await this.database.orm.delete(flowNotices).where(lt(flowNotices.day, day));
  }
}

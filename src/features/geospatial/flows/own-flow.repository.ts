import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { type Owned, OwnedTable } from '../../../resources/owned-table.js';
import { HOUR_MS, SECOND_MS } from '../../../time/durations.js';
import type { Corner } from '../geometry/ring.js';
import { type FlowLine, flowLines } from '../geospatial.schema.js';
import type { Flow } from './flow.js';

/** Time (ms) within which a new line is counted. */
const UNTIL_COUNTED_MS = 30 * SECOND_MS;

/** Returns the start of the first full hour (ms) that is counted at a line. */
export const countedSince = (createdAt: Date): number =>
  Math.ceil((createdAt.getTime() + UNTIL_COUNTED_MS) / HOUR_MS) * HOUR_MS;

/** A line of an account. */
export interface OwnFlow extends Flow, Owned {}

/** Reads and writes the lines of accounts. */
@Service()
export class OwnFlowRepository extends OwnedTable<FlowLine, OwnFlow> {
  constructor(database: Database) {
    super(database, flowLines);
  }

  /** Returns the lines of all accounts. */
  ofAllAccounts(): Promise<OwnFlow[]> {
    return this.items(undefined);
  }

  /** Deletes the counts of a line. */
  async forgetCounts(id: string): Promise<void> {
    await this.database.query('delete from flow_days where flow_id = $1', [id]);
  }

  /** Deletes up to `limit` days of lines that no longer exist. @returns the number of deleted rows */
  async forgetOrphans(limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `delete from flow_days where ctid = any(array(
         select days.ctid from flow_days days
         where length(days.flow_id) = 36 and not exists (select from flow_lines where id::text = days.flow_id)
         limit $1))`,
      [limit],
    );
    return rowCount ?? 0;
  }

  protected override itemOf({ corners, ...row }: FlowLine): OwnFlow {
    const pairs = Array.from({ length: corners.length / 2 }, (_, at): Corner => {
      const [lon, lat] = corners.slice(2 * at) as [number, number];
      return [lon, lat];
    });
    return { ...row, kind: 'own', locode: null, corners: pairs, countedSince: countedSince(row.createdAt) };
  }

  protected override rowOf({ kind: _, locode: __, countedSince: ___, corners, ...row }: OwnFlow): FlowLine {
    return { ...row, corners: corners.flat() };
  }
}

import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { eq } from '../../../database/drizzle.js';
import { OwnedTable } from '../../../resources/owned-table.js';
import { charts } from '../graphs.schema.js';
import type { Chart } from './chart.js';

@Service()
export class ChartRepository extends OwnedTable<Chart> {
  constructor(database: Database) {
    super(database, charts);
  }

  /** Finds a chart of any account by the hash of the token of its public address. */
  async findShared(shareHash: string): Promise<Chart | undefined> {
    const [chart] = await this.items(eq(charts.shareHash, shareHash));
    return chart;
  }
}

import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, arrayOverlaps, eq, gte, isNull, lt, or, type SQL, sql } from '../../../database/drizzle.js';
import { newsClusters } from '../news.schema.js';
import type { ClusterCursor, ClusterFilter, StoredCluster } from './cluster.js';

const table = newsClusters;
/** Matches public clusters and the clusters of the account. */
const isVisible = (accountId: string): SQL => or(isNull(table.ownerId), eq(table.ownerId, accountId)) as SQL;

/** Reads the clusters that an account may see. */
@Service()
export class ClustersRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, id: string): Promise<StoredCluster | undefined> {
    const isWanted = and(eq(table.id, id), isVisible(accountId));
    const [row] = await this.database.orm.select().from(table).where(isWanted);
    return row;
  }

  /** Lists clusters by their latest report, the latest first, after `after`. */
  list(accountId: string, filter: ClusterFilter, limit: number, after?: ClusterCursor): Promise<StoredCluster[]> {
    const { symbols, entities, countries, minOwners, from, to } = filter;
    return this.database.orm
      .select()
      .from(table)
      .where(
        and(
          isVisible(accountId),
          symbols && arrayOverlaps(table.symbols, [...symbols]),
          entities && arrayOverlaps(table.entities, [...entities]),
          countries && arrayOverlaps(table.countries, [...countries]),
          minOwners === undefined ? undefined : gte(table.independentOwners, minOwners),
          from && gte(table.lastSeenAt, from),
          to && lt(table.lastSeenAt, to),
          after &&
            sql`(${table.lastSeenAt}, ${table.id}) < (${after.lastSeenAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
        ),
      )
      .orderBy(sql`${table.lastSeenAt} desc`, sql`${table.id} desc`)
      .limit(limit);
  }
}

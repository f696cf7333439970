import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, arrayOverlaps, asc, eq, inArray, isNotNull, isNull } from '../../../database/drizzle.js';
import { inOrder } from '../../../database/order-by.js';
import { timesOf } from '../events/event-search.repository.js';
import { encounters } from '../geospatial.schema.js';
import type { Distant } from '../nearby.js';
import type { Position } from '../position.js';
import type { StartCursor } from '../scan-area.js';
import { type DistanceCursor, distanceFrom, fartherThan, withinArea } from '../within-area.js';
import type { Encounter, EncounterFilter } from './encounter.js';

/** Number of the advisory lock that a transaction holds while it changes encounters; arbitrary but unique. */
const ENCOUNTERS_LOCK = 7_221_013;

type Row = typeof encounters.$inferSelect;

@Service()
export class EncounterRepository {
  constructor(private readonly database: Database) {}

  /** Waits until no other transaction changes encounters, and locks them until this transaction ends. */
  async lock(): Promise<void> {
    await this.database.query('select pg_advisory_xact_lock($1)', [ENCOUNTERS_LOCK]);
  }

  async withKeys(keys: readonly string[]): Promise<Encounter[]> {
    const rows = await this.database.orm
      .select()
      .from(encounters)
      .where(inArray(encounters.key, [...keys]));
    return rows.map(encounterOf);
  }

  /** Lists the encounters that have not ended. */
  async ongoing(): Promise<Encounter[]> {
    const rows = await this.database.orm.select().from(encounters).where(isNull(encounters.endedAt));
    return rows.map(encounterOf);
  }

  /** Inserts or replaces an encounter. */
  async write({ position: { lat, lon }, ...encounter }: Encounter): Promise<void> {
    const row = { ...encounter, lat, lon };
    const { id: _, createdAt: __, ...changes } = row;
    await this.database.orm.insert(encounters).values(row).onConflictDoUpdate({ target: encounters.id, set: changes });
  }

  async find(id: string): Promise<Encounter | undefined> {
    const [row] = await this.database.orm.select().from(encounters).where(eq(encounters.id, id));
    return row && encounterOf(row);
  }

  /**
   * Lists encounters by start in the order of the filter, after the cursor `after`. The area of the filter is applied
   * by its boxes, so the result may include encounters outside it.
   */
  async list(filter: EncounterFilter, limit: number, after?: StartCursor): Promise<Encounter[]> {
    const { order = 'desc' } = filter;
    const rows = await this.database.orm
      .select()
      .from(encounters)
      .where(and(...timesOf(encounters, filter, after), ...conditionsOf(filter)))
      .orderBy(inOrder(encounters.startedAt, order), inOrder(encounters.id, order))
      .limit(limit);
    return rows.map(encounterOf);
  }

  /** Lists encounters in the boxes of the filter's area, nearest to `center` first, after the cursor `after`. */
  async nearest(
    filter: EncounterFilter,
    center: Position,
    limit: number,
    after?: DistanceCursor,
  ): Promise<Distant<Encounter>[]> {
    const distance = distanceFrom(center, encounters.lon, encounters.lat);
    const rows = await this.database.orm
      .select({ row: encounters, distance: distance.mapWith(Number) })
      .from(encounters)
      .where(
        and(
          ...timesOf(encounters, filter, undefined),
          ...conditionsOf(filter),
          fartherThan(distance, encounters.id, after),
        ),
      )
      .orderBy(asc(distance), asc(encounters.id))
      .limit(limit);
    return rows.map(({ row, distance }) => ({ ...encounterOf(row), distance }));
  }

  /**
   * Deletes up to `limit` encounters whose start, last report and end, if any, are all before a time.
   * @returns the number of deleted encounters
   */
  async deleteEnded(before: Date, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `delete from encounters where id in (
        select id from encounters where started_at < $1 and reported_at < $1 and coalesce(ended_at, reported_at) < $1
        order by started_at limit $2
      )`,
      [before.toISOString(), limit],
    );
    return rowCount ?? 0;
  }
}

const encounterOf = ({ lat, lon, ...row }: Row): Encounter => ({ ...row, position: { lat, lon } });

const conditionsOf = ({ area, entities, ongoing }: EncounterFilter) => [
  area && withinArea(encounters.lon, encounters.lat, area),
  entities && arrayOverlaps(encounters.entities, [...entities]),
  ongoing === undefined ? undefined : ongoing ? isNull(encounters.endedAt) : isNotNull(encounters.endedAt),
];

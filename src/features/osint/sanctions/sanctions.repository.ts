import { randomUUID } from 'node:crypto';
import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, gt, inArray, isNull, lt, sql } from '../../../database/drizzle.js';
import { RowInsertion } from '../../../database/row-insertion.js';
import { DAY_MS } from '../../../time/durations.js';
import { sanctionedEntities } from '../osint.schema.js';
import { type StixSelection, stixConditions } from '../stix/stix-selection.js';
import type { SanctionedEntity } from './sanctioned-entity.js';
import type { PublishedEntry } from './sanctions-stix.js';

/** A stored entry with its list. */
export type StoredEntry = PublishedEntry & { list: string; id: string };

/** Maximum number of rows of one statement, so that its text is written in some milliseconds. */
const ROWS_AT_ONCE = 200;
/** Time (ms) for which an entry is kept after its removal from its list. */
const DELISTED_MS = 365 * DAY_MS;
const insertion = new RowInsertion<typeof sanctionedEntities.$inferInsert>(
  sanctionedEntities,
  `on conflict (list, id) do update set entity = excluded.entity, changed_at = excluded.changed_at, delisted_at = null
    where sanctioned_entities.entity is distinct from excluded.entity or sanctioned_entities.delisted_at is not null`,
);

@Service()
export class SanctionsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Replaces the entries of a list, in the caller's transaction. Unchanged entries are not written, and entries that
   * the list no longer has are kept as delisted for a year. If several entries have the same id, the first is stored.
   */
  async replace(list: string, entities: readonly SanctionedEntity[], now: Date): Promise<void> {
    const byId = new Map(entities.toReversed().map((entity) => [entity.id, entity]));
    const rows = [...byId].map(([id, entity]) => ({
      list,
      id,
      entity,
      delistedAt: null,
      stixId: randomUUID(),
      addedAt: now,
      changedAt: now,
    }));
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
      await this.database.orm.execute(insertion.of(rows.slice(from, from + ROWS_AT_ONCE)));
    const ids = sql.param([...byId.keys()]);
    await this.database.orm
      .update(sanctionedEntities)
      .set({ delistedAt: now, changedAt: now })
      .where(
        and(
          eq(sanctionedEntities.list, list),
          isNull(sanctionedEntities.delistedAt),
          sql`not (${sanctionedEntities.id} = any(${ids}::text[]))`,
        ),
      );
    const old = new Date(now.getTime() - DELISTED_MS);
    await this.database.orm
      .delete(sanctionedEntities)
      .where(and(eq(sanctionedEntities.list, list), lt(sanctionedEntities.delistedAt, old)));
  }

  async remove(list: string): Promise<void> {
    await this.database.orm.delete(sanctionedEntities).where(eq(sanctionedEntities.list, list));
  }

  /** Lists entries of a list by id, after the entry `after`, without delisted ones. */
  async page(list: string, limit: number, after?: string): Promise<SanctionedEntity[]> {
    const rows = await this.database.orm
      .select({ entity: sanctionedEntities.entity })
      .from(sanctionedEntities)
      .where(
        and(
          eq(sanctionedEntities.list, list),
          isNull(sanctionedEntities.delistedAt),
          after === undefined ? undefined : gt(sanctionedEntities.id, after),
        ),
      )
      .orderBy(asc(sanctionedEntities.id))
      .limit(limit);
    return rows.map(({ entity }) => entity);
  }

  /** Returns the names of lists that have entries and are not among the given ones. */
  async listsBeside(names: readonly string[]): Promise<string[]> {
    const rows = await this.database.orm.selectDistinct({ list: sanctionedEntities.list }).from(sanctionedEntities);
    return rows.map(({ list }) => list).filter((list) => !names.includes(list));
  }

  /** Returns entries by the lists and ids of `entries`, also delisted ones. */
  async published(entries: ReadonlyArray<{ list: string; id: string }>): Promise<StoredEntry[]> {
    return this.database.orm
      .select()
      .from(sanctionedEntities)
      .where(
        and(
          inArray(
            sanctionedEntities.list,
            entries.map(({ list }) => list),
          ),
          inArray(
            sanctionedEntities.id,
            entries.map(({ id }) => id),
          ),
        ),
      );
  }

  /** Lists entries of all lists by the time of their last change, also delisted ones. */
  async changed(selection: StixSelection): Promise<StoredEntry[]> {
    const { changedAt, stixId } = sanctionedEntities;
    return this.database.orm
      .select()
      .from(sanctionedEntities)
      .where(and(...stixConditions(selection, { time: changedAt, id: stixId })))
      .orderBy(asc(changedAt), asc(stixId))
      .limit(selection.limit);
  }
}

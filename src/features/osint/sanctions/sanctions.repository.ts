import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, gt } from '../../../database/drizzle.js';
import { RowInsertion } from '../../../database/row-insertion.js';
import { sanctionedEntities } from '../osint.schema.js';
import type { SanctionedEntity } from './sanctioned-entity.js';

/** Maximum number of rows of one statement, so that its text is written in some milliseconds. */
const ROWS_AT_ONCE = 200;
const insertion = new RowInsertion<typeof sanctionedEntities.$inferInsert>(
  sanctionedEntities,
  'on conflict do nothing',
);

@Service()
export class SanctionsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Replaces the entries of a list, in the caller's transaction. If several entries have the same id, the first is
   * stored.
   */
  async replace(list: string, entities: readonly SanctionedEntity[]): Promise<void> {
    await this.remove(list);
    for (let from = 0; from < entities.length; from += ROWS_AT_ONCE) {
      const rows = entities.slice(from, from + ROWS_AT_ONCE).map((entity) => ({ list, id: entity.id, entity }));
      await this.database.orm.execute(insertion.of(rows));
    }
  }

  async remove(list: string): Promise<void> {
    await this.database.orm.delete(sanctionedEntities).where(eq(sanctionedEntities.list, list));
  }

  /** Lists entries of a list by id, after the entry `after`. */
  async page(list: string, limit: number, after?: string): Promise<SanctionedEntity[]> {
    const rows = await this.database.orm
      .select({ entity: sanctionedEntities.entity })
      .from(sanctionedEntities)
      .where(and(eq(sanctionedEntities.list, list), after === undefined ? undefined : gt(sanctionedEntities.id, after)))
      .orderBy(asc(sanctionedEntities.id))
      .limit(limit);
    return rows.map(({ entity }) => entity);
  }

  /** Returns the names of lists that have entries and are not among the given ones. */
  async listsBeside(names: readonly string[]): Promise<string[]> {
    const rows = await this.database.orm.selectDistinct({ list: sanctionedEntities.list }).from(sanctionedEntities);
    return rows.map(({ list }) => list).filter((list) => !names.includes(list));
  }
}

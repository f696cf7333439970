import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { eq, sql } from '../../../database/drizzle.js';
import { Clock } from '../../../time/clock.js';
import { referenceTables } from '../geospatial.schema.js';
import { type ReadTable, ReferenceTableSink, type TableKind, type Validators } from '../reference-table.js';

/** Stores the tables of aircraft and airports that sources have read. */
@Service()
export class ReferenceTableRepository extends ReferenceTableSink {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async validators(name: string): Promise<Validators | undefined> {
    const { validators } = referenceTables;
    const [row] = await this.database.orm
      .select({ validators })
      .from(referenceTables)
      .where(eq(referenceTables.name, name));
    return row?.validators;
  }

  async store(name: string, kind: TableKind, { content, records }: ReadTable, validators: Validators): Promise<void> {
    const values = { kind, validators, records, fetchedAt: new Date(this.clock.now()), content: Buffer.from(content) };
    await this.database.orm
      .insert(referenceTables)
      .values({ name, revision: 1, ...values })
      .onConflictDoUpdate({
        target: referenceTables.name,
        set: { ...values, revision: sql`${referenceTables.revision} + 1` },
      });
  }

  /** Returns the names and revisions of all tables of a kind, by name. */
  async revisions(kind: TableKind): Promise<Array<{ name: string; revision: number }>> {
    const { name, revision } = referenceTables;
    return this.database.orm
      .select({ name, revision })
      .from(referenceTables)
      .where(eq(referenceTables.kind, kind))
      .orderBy(name);
  }

  /** Returns the compressed rows of a table; undefined for an unknown one. */
  async content(name: string): Promise<Uint8Array | undefined> {
    const { content } = referenceTables;
    const [row] = await this.database.orm
      .select({ content })
      .from(referenceTables)
      .where(eq(referenceTables.name, name));
    return row?.content;
  }
}

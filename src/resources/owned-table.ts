import type { Database } from '../database/database.js';
import { type AnyColumn, and, eq, getTableColumns, inArray, type PgTable, type SQL } from '../database/drizzle.js';
import { afterKey, inOrder } from '../database/order-by.js';
import type { Order } from '../time/sort-order.js';

/** The fields that every owned resource has. */
export interface Owned {
  /** Id of the item, a UUIDv7, so that the order of ids is the order of creation. */
  id: string;
  accountId: string;
  /** Increases by one with every change. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A table with the columns of `Owned`. */
export type OwnedColumns<Row extends Owned = Owned> = PgTable & {
  id: AnyColumn;
  accountId: AnyColumn;
  updatedAt: AnyColumn;
  $inferSelect: Row;
};

/** A table with resources that can be granted to other accounts. */
export interface GrantableTable<Item extends Owned = Owned> {
  readonly table: PgTable & { id: AnyColumn; accountId: AnyColumn };
  /** Returns the condition of rows that callers may see at a time; undefined: all rows. */
  existing(now: Date): SQL | undefined;
  /** Returns the existing items with these ids, of all accounts, unordered. */
  findMany(ids: readonly string[], now: Date): Promise<Item[]>;
}

/**
 * Accesses the rows of accounts in a table. Every query contains the owner, so an id of another account finds nothing.
 * A subclass adds queries, or overrides `itemOf` and `rowOf` if items differ from rows.
 */
export class OwnedTable<Row extends Owned, Item extends Owned = Row> {
  constructor(
    protected readonly database: Database,
    readonly table: OwnedColumns<Row>,
  ) {}

  async find(accountId: string, id: string): Promise<Item | undefined> {
    const [item] = await this.items(and(this.#own(accountId, id), this.existing()));
    return item;
  }

  /** Locks and returns an item until the transaction ends. */
  async hold(accountId: string, id: string): Promise<Item | undefined> {
    const [row] = await this.#select()
      .where(and(this.#own(accountId, id), this.existing()))
      .for('update');
    return row && this.itemOf(row as Row);
  }

  /** Finds an item of an account by the values of fields that are columns. */
  async findWith(accountId: string, values: Partial<Item>): Promise<Item | undefined> {
    const columns = getTableColumns(this.table);
    const conditions = Object.entries(values).map(([name, value]) => eq(columns[name] as AnyColumn, value));
    const [item] = await this.items(and(this.#of(accountId), this.existing(), ...conditions));
    return item;
  }

  /** Returns the existing items with these ids, of all accounts, unordered. */
  findMany(ids: readonly string[]): Promise<Item[]> {
    return this.items(and(inArray(this.table.id, [...ids]), this.existing()));
  }

  /**
   * Lists items in the order of creation, after the item `after`.
   * @param condition additional condition for the items
   */
  async list(accountId: string, limit: number, after?: string, order: Order = 'asc', condition?: SQL): Promise<Item[]> {
    const { id } = this.table;
    const rows = await this.#select()
      .where(and(this.#of(accountId), this.existing(), condition, afterKey(id, order, after)))
      .orderBy(inOrder(id, order))
      .limit(limit);
    return rows.map((row) => this.itemOf(row as Row));
  }

  count(accountId: string, condition?: SQL): Promise<number> {
    return this.database.orm.$count(this.table, and(this.#of(accountId), this.existing(), condition));
  }

  async insert(item: Item): Promise<void> {
    await this.database.orm.insert(this.table).values(this.rowOf(item) as PgTable['$inferInsert']);
  }

  /** Stores all fields of an item except its owner and time of creation. */
  async replace(item: Item): Promise<void> {
    const { id, accountId, createdAt: _, ...fields } = this.rowOf(item);
    await this.database.orm.update(this.table).set(fields).where(this.#own(accountId, id));
  }

  async remove(accountId: string, id: string): Promise<void> {
    await this.database.orm.delete(this.table).where(this.#own(accountId, id));
  }

  /**
   * Returns the condition of rows that callers may see; undefined: all rows. Expired rows may be deleted later than
   * they expire.
   */
  existing(): SQL | undefined {
    return undefined;
  }

  /** Returns the items of all accounts that meet a condition, unordered. */
  protected async items(condition: SQL | undefined): Promise<Item[]> {
    return (await this.#select().where(condition)).map((row) => this.itemOf(row as Row));
  }

  protected itemOf(row: Row): Item {
    return row as Owned as Item;
  }

  protected rowOf(item: Item): Row {
    return item as Owned as Row;
  }

  #select() {
    return this.database.orm.select().from(this.table as PgTable);
  }

  #of(accountId: string): SQL {
    return eq(this.table.accountId, accountId);
  }

  #own(accountId: string, id: string): SQL | undefined {
    return and(eq(this.table.id, id), this.#of(accountId));
  }
}

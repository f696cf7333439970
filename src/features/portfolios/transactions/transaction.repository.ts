import { Service } from 'typedi';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import { Database } from '../../../database/database.js';
import { and, asc, eq, gt, gte, inArray, lt, or, type SQL, sql } from '../../../database/drizzle.js';
import type { Order } from '../../../time/sort-order.js';
import { Decimal } from '../lots/decimal.js';
import { portfolios, portfolioTransactions as table } from '../portfolios.schema.js';
import type { Transaction, TransactionType } from './transaction.js';

type Row = typeof table.$inferSelect;
/** The position after which a page begins: the last transaction of the previous page. */
export interface TransactionCursor {
  tradedAt: Date;
  id: string;
}

export interface TransactionFilter {
  types?: readonly string[];
  symbols?: readonly string[];
  from?: Date;
  to?: Date;
}

/** Parsed decimals by their text: fees, rates and quantities are often equal, and decimals are immutable. */
const decimals = new BoundedCache<Decimal>(5_000);
function decimal(text: string): Decimal {
  const known = decimals.get(text);
  if (known !== undefined) return known;
  const value = new Decimal(text);
  decimals.set(text, value);
  return value;
}
const number = (value: string | null): Decimal | null => (value === null ? null : decimal(value));
const transactionOf = ({ type, quantity, price, amount, fee, tax, rate, costFraction, ...row }: Row): Transaction => ({
  ...row,
  type: type as TransactionType,
  quantity: number(quantity),
  price: number(price),
  amount: number(amount),
  fee: decimal(fee),
  tax: decimal(tax),
  rate: number(rate),
  costFraction: number(costFraction),
});
const rowOf = ({ quantity, price, amount, fee, tax, rate, costFraction, lotIds, ...entry }: Transaction): Row => ({
  ...entry,
  quantity: quantity?.toFixed() ?? null,
  price: price?.toFixed() ?? null,
  amount: amount?.toFixed() ?? null,
  fee: fee.toFixed(),
  tax: tax.toFixed(),
  rate: rate?.toFixed() ?? null,
  costFraction: costFraction?.toFixed() ?? null,
  lotIds: lotIds === null ? null : [...lotIds],
});

/** Number of transactions read by one query: some milliseconds of parsing. */
const PAGE = 500;

/**
 * Values that differ after a change of transactions. Versions show changes after the clock was set back, when
 * `updatedAt` may not.
 */
const marks = {
  count: sql<number>`count(*)`,
  latest: sql<string | null>`max(${table.updatedAt})::text`,
  versions: sql<string | null>`sum(${table.version})::text`,
};
/** Returns the fingerprint as a text that begins with the number of transactions. */
const fingerprintOf = (row: { count: number; latest: string | null; versions: string | null } | undefined): string =>
  `${row?.count}:${row?.latest ?? ''}:${row?.versions ?? ''}`;

const own = (portfolioId: string, id: string) => and(eq(table.id, id), eq(table.portfolioId, portfolioId));

@Service()
export class TransactionRepository {
  constructor(private readonly database: Database) {}

  async find(portfolioId: string, id: string): Promise<Transaction | undefined> {
    const [row] = await this.database.orm.select().from(table).where(own(portfolioId, id));
    return row && transactionOf(row);
  }

  /** Locks a transaction until the database transaction ends, and returns it; undefined for an unknown one. */
  async hold(portfolioId: string, id: string): Promise<Transaction | undefined> {
    const [row] = await this.database.orm.select().from(table).where(own(portfolioId, id)).for('update');
    return row && transactionOf(row);
  }

  /** Lists transactions by the time of the trade, then by id. */
  async list(
    portfolioId: string,
    filter: TransactionFilter,
    limit: number,
    order: Order,
    after?: TransactionCursor,
  ): Promise<Transaction[]> {
    const { types, symbols, from, to } = filter;
    const rows = await this.database.orm
      .select()
      .from(table)
      .where(
        and(
          eq(table.portfolioId, portfolioId),
          types && sql`${table.type} = any(${sql.param([...types])}::text[])`,
          symbols && sql`${table.symbol} = any(${sql.param([...symbols])}::text[])`,
          from && gte(table.tradedAt, from),
          to && lt(table.tradedAt, to),
          after && later(after, order),
        ),
      )
      .orderBy(
        ...(order === 'asc'
          ? [asc(table.tradedAt), asc(table.id)]
          : [sql`${table.tradedAt} desc`, sql`${table.id} desc`]),
      )
      .limit(limit);
    return rows.map(transactionOf);
  }

  /**
   * Yields pages with at most `limit` transactions of all portfolios of an account; by portfolio, then oldest first.
   */
  async *ofAccount(accountId: string, limit: number): AsyncGenerator<Transaction[]> {
    const owned = await this.database.orm
      .select({ id: portfolios.id })
      .from(portfolios)
      .where(eq(portfolios.accountId, accountId))
      .orderBy(portfolios.id);
    let left = limit;
    for (const { id } of owned) {
      for (let after: TransactionCursor | undefined, count = PAGE; count === PAGE && left > 0; left -= count) {
        const page = await this.list(id, {}, Math.min(PAGE, left), 'asc', after);
        if (page.length > 0) yield page;
        count = page.length;
        after = page.at(-1);
      }
    }
  }

  /**
   * Returns all transactions until a time (inclusive), in the order in which they apply. They are read in pages,
   * between which the event loop runs.
   */
  async until(portfolioId: string, time: Date): Promise<Transaction[]> {
    const found: Transaction[] = [];
    for (let after: TransactionCursor | undefined, count = PAGE; count === PAGE; after = found.at(-1)) {
      const rows = await this.database.orm
        .select()
        .from(table)
        .where(
          and(
            eq(table.portfolioId, portfolioId),
            sql`${table.tradedAt} <= ${time.toISOString()}`,
            after && later(after, 'asc'),
          ),
        )
        .orderBy(asc(table.tradedAt), asc(table.id))
        .limit(PAGE);
      for (const row of rows) found.push(transactionOf(row));
      count = rows.length;
    }
    return found;
  }

  /**
   * Returns all transactions of several portfolios until a time (inclusive), by the id of the portfolio, in the order
   * in which they apply.
   */
  async untilOfAll(portfolioIds: readonly string[], time: Date): Promise<Map<string, Transaction[]>> {
    const rows = await this.database.orm
      .select()
      .from(table)
      .where(and(inArray(table.portfolioId, [...portfolioIds]), sql`${table.tradedAt} <= ${time.toISOString()}`))
      .orderBy(asc(table.tradedAt), asc(table.id));
    return Map.groupBy(rows.map(transactionOf), ({ portfolioId }) => portfolioId);
  }

  /** Returns a text that changes when a transaction is added, changed or removed. */
  async fingerprint(portfolioId: string): Promise<string> {
    const [row] = await this.database.orm.select(marks).from(table).where(eq(table.portfolioId, portfolioId));
    return fingerprintOf(row);
  }

  /** Returns the fingerprints of portfolios by id; portfolios without transactions are missing. */
  async fingerprints(portfolioIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.database.orm
      .select({ id: table.portfolioId, ...marks })
      .from(table)
      .where(inArray(table.portfolioId, [...portfolioIds]))
      .groupBy(table.portfolioId);
    return new Map(rows.map(({ id, ...row }) => [id, fingerprintOf(row)]));
  }

  /** Returns the number of transactions of a portfolio. */
  count(portfolioId: string): Promise<number> {
    return this.database.orm.$count(table, eq(table.portfolioId, portfolioId));
  }

  /** Returns the time (ms) at which each symbol was last changed to another one, by symbol. */
  async renamings(portfolioId: string): Promise<Map<string, number>> {
    const changes = await this.database.orm
      .select({ symbol: table.symbol, tradedAt: table.tradedAt })
      .from(table)
      .where(and(eq(table.portfolioId, portfolioId), eq(table.type, 'symbol_change')))
      .orderBy(asc(table.tradedAt));
    return new Map(changes.map(({ symbol, tradedAt }) => [symbol ?? '', tradedAt.getTime()]));
  }

  /**
   * Inserts transactions.
   * @returns the stored ones; a transaction whose external id the portfolio already has is left out
   */
  async insert(transactions: readonly Transaction[]): Promise<Transaction[]> {
    const rows = await this.database.orm
      .insert(table)
      .values(transactions.map(rowOf))
      .onConflictDoNothing()
      .returning();
    return rows.map(transactionOf);
  }

  async replace(transaction: Transaction): Promise<void> {
    const { id, portfolioId: _portfolio, createdAt: _created, ...changes } = rowOf(transaction);
    await this.database.orm.update(table).set(changes).where(eq(table.id, id));
  }

  async remove(portfolioId: string, id: string): Promise<void> {
    await this.database.orm.delete(table).where(own(portfolioId, id));
  }
}

function later({ tradedAt, id }: TransactionCursor, order: Order): SQL | undefined {
  if (order === 'asc') return or(gt(table.tradedAt, tradedAt), and(eq(table.tradedAt, tradedAt), gt(table.id, id)));
  return or(lt(table.tradedAt, tradedAt), and(eq(table.tradedAt, tradedAt), lt(table.id, id)));
}

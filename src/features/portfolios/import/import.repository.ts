import { Service } from 'typedi';
import { Database } from '../../../database/database.js';

const TABLE = 'pg_temp.portfolio_import';
/** Maximum number of rows compared or inserted by one statement, so that each stays far below the statement timeout. */
const ROWS_PER_STATEMENT = 5_000;

/** The result of the comparison of an import with the ledger. */
export interface Compared {
  /** Number of rows that the portfolio does not have. */
  added: number;
  /** Number of transactions of the portfolio before the import. */
  before: number;
}

const key = (row: string) =>
  `jsonb_build_array(${['traded_at', 'type', 'symbol', 'currency', 'new_symbol'].map((name) => `${row}.${name}`).join()},${[
    'quantity',
    'price',
    'amount',
  ]
    .map((name) => `trim_scale(${row}.${name})`)
    .join()})::text`;

/**
 * Stores the rows of an import: collects them in a temporary table, compares them with the ledger, and inserts the new
 * ones. Must be used within a database transaction.
 */
@Service()
export class ImportRepository {
  constructor(private readonly database: Database) {}

  /** Creates the temporary table, which is dropped when the transaction ends. */
  async begin(): Promise<void> {
    await this.database.query(
      `create temp table portfolio_import (
         position int not null, id uuid primary key, type text not null, traded_at timestamptz not null, symbol text, quantity numeric, price numeric,
         amount numeric, currency text not null, fee numeric not null, tax numeric not null, rate numeric, new_symbol text, cost_share numeric,
         lot_ids text[], note text, external_id text, known_id uuid
       ) on commit drop`,
    );
  }

  /** Adds rows to the temporary table. @param chunk JSON of a list of rows, in UTF-8 */
  async collect(chunk: Uint8Array): Promise<void> {
    await this.database.query(`insert into ${TABLE} select * from json_populate_recordset(null::${TABLE}, $1::json)`, [
      chunk,
    ]);
  }

  /**
   * Marks the rows that the portfolio has. A row with an external id is recognized by that id. Rows without one are
   * compared by content: of equal rows, the number that the portfolio has is known. An external id that is repeated in
   * the file counts once.
   */
  async compare(portfolioId: string, rows: number): Promise<Compared> {
    await this.database.query(`analyze ${TABLE}`);
    for (let from = 0; from < rows; from += ROWS_PER_STATEMENT)
      await this.database.query(
        `update ${TABLE} row set known_id = known.id from portfolio_transactions known
         where known.portfolio_id = $1 and known.external_id = row.external_id and row.position >= $2 and row.position < $3`,
        [portfolioId, from, from + ROWS_PER_STATEMENT],
      );
    await this.database.query(
      `update ${TABLE} row set known_id = numbered.first from
         (select id, first_value(id) over same as first, row_number() over same as ordinal from ${TABLE} where external_id is not null and known_id is null
          window same as (partition by external_id order by position)) numbered
       where numbered.id = row.id and numbered.ordinal > 1`,
    );
    const { rows: counted } = await this.database.query<{ count: number }>(
      'select count(*) from portfolio_transactions where portfolio_id = $1',
      [portfolioId],
    );
    const before = counted[0]?.count ?? 0;
    if (before > 0) await this.compareContent(portfolioId);
    const { rows: left } = await this.database.query<{ count: number }>(
      `select count(*) from ${TABLE} where known_id is null`,
    );
    return { added: left[0]?.count ?? 0, before };
  }

  /** Compares rows by content, in ranges of time: equal rows have the same time. */
  private async compareContent(portfolioId: string): Promise<void> {
    const { rows: starts } = await this.database.query<{ start: Date }>(
      `select distinct traded_at as start from (select traded_at, row_number() over (order by traded_at) as ordinal from ${TABLE} where external_id is null) row
       where ordinal % $1 = 1 order by 1`,
      [ROWS_PER_STATEMENT],
    );
    for (const [index, { start }] of starts.entries())
      await this.database.query(
        `with given as (select row.id, key.text, row_number() over (partition by key.text order by row.position) as ordinal
                        from ${TABLE} row cross join lateral (select ${key('row')} as text) key
                        where row.external_id is null and row.traded_at >= $2 and row.traded_at < $3),
              known as (select row.id, key.text, row_number() over (partition by key.text order by row.id) as ordinal
                        from portfolio_transactions row cross join lateral (select ${key('row')} as text) key
                        where row.portfolio_id = $1 and row.traded_at >= $2 and row.traded_at < $3)
         update ${TABLE} row set known_id = known.id from given join known using (text, ordinal) where given.id = row.id`,
        [portfolioId, start, starts[index + 1]?.start ?? 'infinity'],
      );
  }

  /**
   * Inserts the rows that the portfolio does not have. Lots that name a known row get the id of the stored transaction.
   * @param onInsert called with the number of rows done so far
   */
  async insert(
    portfolioId: string,
    rows: number,
    hasLots: boolean,
    now: Date,
    onInsert: (done: number) => void,
  ): Promise<void> {
    const lots = hasLots
      ? `(select array_agg(coalesce(lot.known_id::text, named.id) order by named.at)
          from unnest(row.lot_ids) with ordinality named(id, at) left join ${TABLE} lot on lot.id = named.id::uuid)`
      : 'null::text[]';
    for (let from = 0; from < rows; from += ROWS_PER_STATEMENT) {
      await this.database.query(
        `insert into portfolio_transactions (id, portfolio_id, type, traded_at, symbol, quantity, price, amount, currency, fee, tax, rate, new_symbol,
           cost_share, lot_ids, note, external_id, version, created_at, updated_at)
         select id, $1, type, traded_at, symbol, quantity, price, amount, currency, fee, tax, rate, new_symbol,
           cost_share, ${lots}, note, external_id, 1, $2, $2
         from ${TABLE} row where known_id is null and position >= $3 and position < $4 order by position on conflict do nothing`,
        [portfolioId, now, from, from + ROWS_PER_STATEMENT],
      );
      onInsert(Math.min(rows, from + ROWS_PER_STATEMENT));
    }
  }
}

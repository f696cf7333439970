import { getTableColumns, getTableName, type PgTable, type SQL, sql } from './drizzle.js';

/**
 * Inserts many rows with one parameter. A statement with a parameter for each value, as Drizzle writes it, takes the
 * event loop for 0.1 ms a row. The columns have the types that the table gives them; a property of a row that is
 * missing becomes null, also if the column has a default.
 */
export class RowInsertion<Row extends object> {
  private readonly begin: SQL;
  private readonly end: SQL;
  /** Properties of a row and the names of their columns. */
  private readonly columns: ReadonlyArray<[keyof Row, string]>;

  /** @param conflict SQL from `on conflict` on; by default a conflict is an error */
  constructor(table: PgTable, conflict = '') {
    this.columns = Object.entries(getTableColumns(table))
      .filter(([, { generated }]) => generated === undefined)
      .map(([property, { name }]) => [property as keyof Row, name]);
    const names = this.columns.map(([, name]) => `"${name}"`).join(', ');
    const name = `"${getTableName(table)}"`;
    this.begin = sql.raw(
      `insert into ${name} (${names}) select ${names} from jsonb_populate_recordset(null::${name}, `,
    );
    this.end = sql.raw(`::jsonb) ${conflict}`);
  }

  /** Returns the statement that inserts rows. */
  of(rows: readonly Row[]): SQL {
    return sql`${this.begin}${this.textOf(rows)}${this.end}`;
  }

  private textOf(rows: readonly Row[]): string {
    const named = rows.map((row) =>
      Object.fromEntries(this.columns.map(([property, name]): [string, unknown] => [name, row[property]])),
    );
    const text = JSON.stringify(named);
    // PostgreSQL accepts no half of a surrogate pair, which JSON has as an escape. In parameters of type text, they
    // would be replaced.
    if (!/\\ud[89a-f]/.test(text)) return text;
    return JSON.stringify(named, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
  }
}

import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { isDatabaseUnavailable } from '../database/database-errors.js';
import { type AnyColumn, and, eq, type SQL, sql } from '../database/drizzle.js';
import { wordsOf } from '../text/words.js';
import type { FieldName } from './search-query.js';
import {
  type FacetName,
  facetNames,
  type SearchAnswer,
  type SearchCandidate,
  type SearchRequest,
  SearchSource,
} from './search-source.js';
import { conditionOf, MIN_SIMILARITY, rankedQuery, type SearchColumns, withoutOrder } from './sql-query.js';
import { matchesTexts } from './text-match.js';

/** Maximum number of rows containing the words of a query that are compared with it. */
const MAX_COMPARED = 4_000;
/** If more rows contain the words, only this many of the latest rows are searched. */
const LATEST = 2_000;
/** Maximum number of the latest matches that are ranked, because ranking reads the lexemes of each match. */
const MAX_RANKED = 500;
/** The estimated number of all matches is used from this number of latest matches on. */
const MIN_EXPECTED = 50;
/** Maximum number of similar titles that are compared letter by letter. */
const MAX_SIMILAR = 300;

export interface SearchTable extends SearchColumns {
  /** Name of the table, with an alias if the columns use one. */
  from: SQL;
  id: AnyColumn;
  /** Text from which snippets are taken. */
  text?: AnyColumn | SQL;
  country?: AnyColumn | SQL;
  source?: AnyColumn | SQL;
  /**
   * Returns conditions for the rows that an account may see. For each of them, an index returns the rows in the order
   * of `time`.
   */
  visible(accountId: string, now: Date): readonly SQL[];
}

interface Row {
  id: string;
  title: string;
  text: string | null;
  /** Time of the row (ms since the epoch); null without one. */
  time: number | null;
  severity?: number | null;
  country?: string | null;
  source?: string | null;
}

type Found = { compared: number; total: number; rows: Row[] | null } & Partial<
  Record<FacetName, Record<string, number> | null>
>;

/** A statement that waits for others of its account. */
interface Waiting {
  statement: SQL;
  resolve(found: Found): void;
  reject(error: unknown): void;
}

/** Searches tables by PostgreSQL's full-text search. */
@Service()
export class StoredSearch {
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(private readonly database: Database) {}

  async search(table: SearchTable, request: SearchRequest, hrefOf: (id: string) => string): Promise<SearchAnswer> {
    if (table.isLarge !== true) return this.read(table, request, hrefOf);
    return this.database.transaction(async () => {
      // PostgreSQL underestimates the cost of reading lexemes, and would read all rows for frequent words.
      await this.database.query(
        `select set_config('enable_seqscan', 'off', true), set_config('pg_trgm.word_similarity_threshold', $1, true)`,
        [String(MIN_SIMILARITY)],
      );
      return this.read(table, request, hrefOf);
    });
  }

  private async read(
    table: SearchTable,
    request: SearchRequest,
    hrefOf: (id: string) => string,
  ): Promise<SearchAnswer> {
    if (request.tolerance === 'similar') return this.similar(table, request, hrefOf);
    const latest =
      table.isLarge === true && (await this.isFrequent(table, request))
        ? await this.find(table, request, true)
        : undefined;
    if (latest !== undefined) {
      // Statistics may count more rows than now exist.
      if (latest.compared < LATEST) return answerOf(latest, false, latest.total, request, hrefOf);
      const least =
        latest.total >= Math.max(request.limit, MIN_EXPECTED) ? latest.total : await this.leastMatches(table, request);
      if (least !== undefined) return answerOf(latest, true, Math.max(latest.total, least), request, hrefOf);
    }
    const found = await this.found(table, request);
    const isAtLeast = found.compared > MAX_COMPARED;
    const shown = isAtLeast ? (latest ?? (await this.find(table, request, true))) : found;
    return answerOf(shown, isAtLeast, Math.max(found.total, shown.total), request, hrefOf);
  }

  /**
   * Returns true if PostgreSQL, by its statistics of lexemes, expects more matches than are compared. The query is only
   * planned, which takes less than a millisecond.
   */
  private async isFrequent(table: SearchTable, { query }: SearchRequest): Promise<boolean> {
    const { rows } = await this.database.orm.execute(
      sql`explain (format json) select from ${table.from} where ${conditionOf(query, table, 'exact')}`,
    );
    const [{ Plan: plan }] = (rows[0] as { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] })['QUERY PLAN'];
    return plan['Plan Rows'] > MAX_COMPARED;
  }

  /**
   * Counts the rows with the words of the query up to `MAX_COMPARED`, without reading their lexemes.
   * @returns a lower bound of the number of matches, which is 0 if the order of words matters; undefined if all rows
   * with the words can be compared
   */
  private async leastMatches(
    table: SearchTable,
    { accountId, query, now }: SearchRequest,
  ): Promise<number | undefined> {
    const unordered = withoutOrder(query);
    const isCompared = conditionOf(unordered, table, 'exact');
    const halves = table
      .visible(accountId, new Date(now))
      .map((half) => sql`(select from ${table.from} where ${and(half, isCompared)})`);
    const { rows } = await this.database.orm.execute(
      sql`select count(*)::int as n from (select from (${sql.join(halves, sql` union all `)}) as compared limit ${MAX_COMPARED + 1}) as counted`,
    );
    const { n } = rows[0] as { n: number };
    if (n <= MAX_COMPARED) return undefined;
    return unordered === query ? n : 0;
  }

  private async similar(
    table: SearchTable,
    request: SearchRequest,
    hrefOf: (id: string) => string,
  ): Promise<SearchAnswer> {
    const found = await this.found(table, { ...request, limit: MAX_SIMILAR });
    const isSimilar = ({ title, text }: Row) =>
      matchesTexts(
        request.query,
        wordsOf(`${title} ${text ?? ''}`).map((word) => word.folded),
        'similar',
      );
    const rows = (found.rows ?? []).filter(isSimilar);
    return { candidates: candidatesOf({ rows: rows.slice(0, request.limit) }, request, hrefOf), total: rows.length };
  }

  /** Finds, ranks and counts matching rows of the whole table. */
  private found(table: SearchTable, request: SearchRequest): Promise<Found> {
    if (table.isLarge === true) return this.find(table, request, false);
    return this.together(request.accountId, statementOf(table, request, false));
  }

  /**
   * Runs a statement on a small table. The statements of an account that begin in the same turn of the event loop are
   * sent as one, because sending a statement takes longer than reading the few rows of an account.
   */
  private together(accountId: string, statement: SQL): Promise<Found> {
    return new Promise((resolve, reject) => {
      const one = { statement, resolve, reject };
      const others = this.waiting.get(accountId);
      if (others !== undefined) return void others.push(one);
      const all = [one];
      this.waiting.set(accountId, all);
      queueMicrotask(() => {
        this.waiting.delete(accountId);
        void this.runTogether(all);
      });
    });
  }

  private async runTogether(waiting: readonly Waiting[]): Promise<void> {
    try {
      const found = await this.run(waiting.map(({ statement }) => statement));
      for (const [index, { resolve }] of waiting.entries()) resolve(found[index] as Found);
    } catch (error) {
      // If one of the statements fails, the others are run without it.
      const isOfOne = waiting.length > 1 && !isDatabaseUnavailable(error);
      for (const one of waiting)
        if (isOfOne) await this.run([one.statement]).then(([found]) => one.resolve(found as Found), one.reject);
        else one.reject(error);
    }
  }

  /** Runs statements that each return one row, as one statement. */
  private async run(statements: readonly SQL[]): Promise<Found[]> {
    const parts = statements.map((statement) => sql`(select to_json(found) from (${statement}) as found)`);
    const { rows } = await this.database.orm.execute(
      sql`select json_build_array(${sql.join(parts, sql`, `)}) as found`,
    );
    return (rows[0] as { found: Found[] }).found;
  }

  /** Finds, ranks and counts matching rows. @param isLatest true: only the latest rows are searched */
  private async find(table: SearchTable, request: SearchRequest, isLatest: boolean): Promise<Found> {
    const { rows } = await this.database.orm.execute(statementOf(table, request, isLatest));
    return rows[0] as unknown as Found;
  }
}

/** Returns the statement that finds, ranks and counts matching rows, and returns one row. */
function statementOf(
  table: SearchTable,
  { accountId, query, identifier, tolerance, limit, now }: SearchRequest,
  isLatest: boolean,
): SQL {
  const identified =
    identifier !== undefined && isUuid(identifier) ? eq(table.id, identifier.toLowerCase()) : undefined;
  const condition = conditionOf(query, table, tolerance);
  const isWanted = identified === undefined ? condition : sql`(${condition} or ${identified})`;
  const unordered = tolerance === 'exact' ? withoutOrder(query) : query;
  const broad = unordered === query ? condition : conditionOf(unordered, table, tolerance);
  const isCompared = identified === undefined ? broad : sql`(${broad} or ${identified})`;
  // Evaluating the same condition again would read the lexemes of each row.
  const isWantedToo = broad === condition ? sql`true` : isWanted;
  const facets = facetNames.filter((name) => table[name] !== undefined);
  const known = [
    sql`${table.id} as id`,
    sql`${table.time ?? sql`null::timestamptz`} as time`,
    ...facets.map((name) => sql`${table[name]} as ${sql.raw(name)}`),
  ];
  const columns = sql.join(known, sql`, `);
  const order = table.time === undefined ? sql`` : sql`order by ${table.time} desc limit ${LATEST}`;
  const halves = table
    .visible(accountId, new Date(now))
    .map((half) =>
      isLatest
        ? sql`(select ${columns}, ${isWanted} as wanted from ${table.from} where ${half} ${order})`
        : sql`(select ${columns}, ${isWantedToo} as wanted from ${table.from} where ${and(half, isCompared)})`,
    );
  const ranked = rankedQuery(query);
  const rank = ranked === undefined ? sql`0` : sql`ts_rank_cd('{0.1, 0.2, 0.4, 1}', ${table.lexemes}, ${ranked}, 1)`;
  // Recent matches rank higher than older ones that match about as well.
  const recency = sql`coalesce(1 + exp(-greatest(0, extract(epoch from ${new Date(now).toISOString()}::timestamptz - newest.time)) / 2592000), 1)`;
  const shown = (name: FacetName) => (table[name] === undefined ? sql`` : sql`, ${table[name]} as ${sql.raw(name)}`);
  const counts = facets.map(
    (
      name,
    ) => sql`, (select json_object_agg(value, n) from (select ${sql.raw(name)}::text as value, count(*)::int as n from taken
      where ${sql.raw(name)} is not null group by 1 order by 2 desc limit 50) as counted) as ${sql.raw(name)}`,
  );
  // A materialized expression is planned for all of its rows, so that the index is used, but only as many of its rows
  // are computed as are read.
  return sql`with compared as materialized (${sql.join(halves, sql` union all `)}),
    some_compared as materialized (select * from compared limit ${MAX_COMPARED + 1}),
    taken as materialized (select * from some_compared where wanted),
    newest as materialized (select id, time from taken where (select count(*) from some_compared) <= ${MAX_COMPARED}
      order by time desc nulls last limit ${MAX_RANKED}),
    ranked as (select newest.id, ${table.title} as title, left(${table.text ?? sql`null`}, 3000) as text, extract(epoch from newest.time)::float8 * 1000 as time
      ${sql.join(facets.map(shown), sql``)} from newest join ${table.from} on ${table.id} = newest.id
      order by ${rank} * ${recency} desc, newest.time desc nulls last, newest.id limit ${limit})
    select (select count(*)::int from some_compared) as compared, (select count(*)::int from taken) as total,
      (select json_agg(ranked) from ranked) as rows ${sql.join(counts, sql``)}`;
}

/** A source that searches the rows of one table. */
export abstract class StoredSource extends SearchSource {
  protected abstract readonly table: SearchTable;

  constructor(private readonly stored: StoredSearch) {
    super();
  }

  get fields(): readonly FieldName[] {
    const { time, severity, magnitude, lat, values = {} } = this.table;
    return [
      ...(Object.keys(values) as FieldName[]),
      ...fieldsIf(time, 'after', 'before'),
      ...fieldsIf(severity, 'severity'),
      ...fieldsIf(magnitude, 'magnitude'),
      ...fieldsIf(lat, 'near'),
      ...fieldsIf(lat ?? values.country, 'in'),
    ];
  }

  override get isLarge(): boolean {
    return this.table.isLarge === true;
  }

  override get sharesStatement(): boolean {
    return !this.isLarge;
  }

  search(request: SearchRequest): Promise<SearchAnswer> {
    return this.stored.search(this.table, request, (id) => this.hrefOf(id));
  }

  protected abstract hrefOf(id: string): string;
}

const fieldsIf = (column: unknown, ...names: FieldName[]): FieldName[] => (column === undefined ? [] : names);

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

function answerOf(
  shown: Found,
  isAtLeast: boolean,
  total: number,
  request: SearchRequest,
  hrefOf: (id: string) => string,
): SearchAnswer {
  const facets = Object.fromEntries(facetNames.flatMap((name) => (shown[name] == null ? [] : [[name, shown[name]]])));
  return { candidates: candidatesOf(shown, request, hrefOf), total, isAtLeast, facets };
}

function candidatesOf(
  { rows }: Pick<Found, 'rows'>,
  { identifier }: SearchRequest,
  hrefOf: (id: string) => string,
): SearchCandidate[] {
  return (rows ?? []).map(({ time, ...row }) => ({
    ...row,
    time: time === null ? null : new Date(time),
    href: hrefOf(row.id),
    isIdentified: row.id.toLowerCase() === identifier?.toLowerCase(),
  }));
}

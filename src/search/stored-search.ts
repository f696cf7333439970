import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { type AnyColumn, and, eq, type SQL, sql } from '../database/drizzle.js';
import { wordsOf } from '../text/words.js';
import type { FieldName } from './search-query.js';
import { facetNames, type SearchAnswer, type SearchCandidate, type SearchRequest, SearchSource } from './search-source.js';
import { conditionOf, rankedQuery, type SearchColumns } from './sql-query.js';
import { matchesTexts } from './text-match.js';

/** Matches that are ranked; of more, the latest ones are. */
const MAX_RANKED = 3_000;
/** Latest rows among which matches are looked for when a query matches more than `MAX_RANKED`. */
const LATEST = 8_000;
/** Similar titles that are compared letter by letter. */
const MAX_SIMILAR = 300;
/** Share of the trigrams of a word that a title must have. */
const MIN_SIMILARITY = 0.4;

/** A table that can be searched. */
export interface SearchTable extends SearchColumns {
  /** The name of the table, with an alias if the columns have one. */
  from: SQL;
  id: AnyColumn;
  /** What snippets are taken from. */
  text?: AnyColumn | SQL;
  country?: AnyColumn | SQL;
  source?: AnyColumn | SQL;
  /** Which rows an account may see: one condition or several, each of which an index answers in the order of `time`. */
  visible(accountId: string, now: Date): readonly SQL[];
}

interface Row {
  id: string;
  title: string;
  text: string | null;
  /** ms */
  time: number | null;
  severity: number | null;
  country: string | null;
  source: string | null;
}

type Found = { total: number; rows: Row[] | null } & Record<(typeof facetNames)[number], Record<string, number> | null>;

/** Searches tables by PostgreSQL's full text search. */
@Service()
export class StoredSearch {
  constructor(private readonly database: Database) {}

  async search(table: SearchTable, request: SearchRequest, hrefOf: (id: string) => string): Promise<SearchAnswer> {
    if (request.tolerance === 'similar') return this.similar(table, request, hrefOf);
    const found = await this.find(table, request, false);
    const isAtLeast = found.total > MAX_RANKED;
    const shown = isAtLeast ? await this.find(table, request, true) : found;
    const facets = Object.fromEntries(facetNames.flatMap((name) => (shown[name] === null ? [] : [[name, shown[name]]])));
    return { candidates: candidatesOf(shown, request, hrefOf), total: Math.min(found.total, MAX_RANKED), isAtLeast, facets };
  }

  private async similar(table: SearchTable, request: SearchRequest, hrefOf: (id: string) => string): Promise<SearchAnswer> {
    const found = await this.database.transaction(async () => {
      await this.database.orm.execute(sql.raw(`set local pg_trgm.word_similarity_threshold = ${MIN_SIMILARITY}`));
      return this.find(table, { ...request, limit: MAX_SIMILAR }, false);
    });
    const isSimilar = ({ title, text }: Row) =>
      matchesTexts(
        request.query,
        wordsOf(`${title} ${text ?? ''}`).map((word) => word.folded),
        'similar',
      );
    const rows = (found.rows ?? []).filter(isSimilar);
    return { candidates: candidatesOf({ rows: rows.slice(0, request.limit) }, request, hrefOf), total: rows.length };
  }

  /** @param isLatest looks at the latest rows only */
  private async find(table: SearchTable, { accountId, query, identifier, tolerance, limit, now }: SearchRequest, isLatest: boolean): Promise<Found> {
    const visible = table.visible(accountId, new Date(now));
    const identified = identifier !== undefined && isUuid(identifier) ? eq(table.id, identifier.toLowerCase()) : undefined;
    const condition = conditionOf(query, table, tolerance);
    const isWanted = identified === undefined ? condition : sql`(${condition} or ${identified})`;
    const columns = sql`${table.id} as id, ${table.title} as title, ${table.text ?? sql`null`} as text, ${table.time ?? sql`null::timestamptz`} as time,
      ${table.severity ?? sql`null::int`} as severity, ${table.country ?? sql`null`} as country, ${table.source ?? sql`null`} as source, ${table.lexemes} as lexemes`;
    const order = table.time === undefined ? sql`` : sql`order by ${table.time} desc limit ${LATEST}`;
    const halves = visible.map((half) =>
      isLatest
        ? sql`(select ${columns}, ${isWanted} as wanted from ${table.from} where ${half} ${order})`
        : sql`(select ${columns}, true as wanted from ${table.from} where ${and(half, isWanted)})`,
    );
    const ranked = rankedQuery(query);
    const rank = ranked === undefined ? sql`0` : sql`ts_rank_cd('{0.1, 0.2, 0.4, 1}', lexemes, ${ranked}, 1)`;
    // Recent matches come before older ones that match about as well.
    const recency = sql`(1 + exp(-greatest(0, extract(epoch from ${new Date(now).toISOString()}::timestamptz - time)) / 2592000))`;
    const counts = facetNames.map(
      (name) => sql`(select json_object_agg(value, n) from (select ${sql.raw(name)}::text as value, count(*)::int as n from taken
        where ${sql.raw(name)} is not null group by 1 order by 2 desc limit 50) as counted) as ${sql.raw(name)}`,
    );
    // A materialized expression is planned for all of its rows, so that the index is used, but only as many of them are computed as are read.
    const statement = sql`with matched as materialized (${sql.join(halves, sql` union all `)}),
      taken as materialized (select * from matched where wanted limit ${MAX_RANKED + 1}),
      ranked as (select id, title, left(text, 3000) as text, extract(epoch from time)::float8 * 1000 as time, severity, country, source from taken
        order by ${rank} * coalesce(${recency}, 1) desc, time desc nulls last, id limit ${limit})
      select (select count(*)::int from taken) as total, (select json_agg(ranked) from ranked) as rows, ${sql.join(counts, sql`, `)}`;
    const { rows } = await this.database.orm.execute(statement);
    return rows[0] as unknown as Found;
  }
}

/** A source whose things are the rows of a table. */
export abstract class StoredSource extends SearchSource {
  protected abstract readonly table: SearchTable;

  constructor(private readonly stored: StoredSearch) {
    super();
  }

  get fields(): readonly FieldName[] {
    const { time, severity, lat, values = {} } = this.table;
    return [...(Object.keys(values) as FieldName[]), ...fieldsIf(time, 'after', 'before'), ...fieldsIf(severity, 'severity'), ...fieldsIf(lat, 'near')];
  }

  search(request: SearchRequest): Promise<SearchAnswer> {
    return this.stored.search(this.table, request, (id) => this.hrefOf(id));
  }

  protected abstract hrefOf(id: string): string;
}

const fieldsIf = (column: unknown, ...names: FieldName[]): FieldName[] => (column === undefined ? [] : names);

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

function candidatesOf({ rows }: Pick<Found, 'rows'>, { identifier }: SearchRequest, hrefOf: (id: string) => string): SearchCandidate[] {
  return (rows ?? []).map(({ time, ...row }) => ({
    ...row,
    time: time === null ? null : new Date(time),
    href: hrefOf(row.id),
    isIdentified: identifier !== undefined && row.id === identifier.toLowerCase(),
  }));
}

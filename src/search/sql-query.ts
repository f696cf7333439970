import { type AnyColumn, and, gte, lt, not, or, type SQL, sql } from '../database/drizzle.js';
import { withinCircle } from '../database/within-circle.js';
import { fold, wordsOf } from '../text/words.js';
import {
  EVERYTHING,
  type FieldClause,
  type NumberRange,
  type SearchArea,
  type SearchQuery,
  type TextClause,
  textsOf,
  type WordField,
} from './search-query.js';
import type { Tolerance } from './text-match.js';
import { allowedErrors } from './typing-errors.js';

/** Minimum fraction of a word's trigrams that a similar title contains. */
export const MIN_SIMILARITY = 0.42;

/** The columns of a table to which a query is applied. */
export interface SearchColumns {
  /**
   * True: the table has stored lexemes and titles with indexes, because it has many rows, which are not of single
   * accounts. Its similar titles are found with the threshold of the session, which is `MIN_SIMILARITY` then.
   */
  isLarge?: boolean;
  /** The lexemes: a column or expression of the type tsvector. */
  lexemes: AnyColumn | SQL;
  title: AnyColumn | SQL;
  time?: AnyColumn;
  severity?: AnyColumn;
  /** Magnitude of an earthquake, for example; null where it has no meaning. */
  magnitude?: SQL;
  lat?: AnyColumn;
  lon?: AnyColumn;
  /** Conditions for the values of a field, which are in lower case. */
  values?: Partial<Record<WordField, (values: readonly string[]) => SQL>>;
}

/** Returns a query as a condition on a table. Clauses with a field that the table lacks match nothing. */
export function conditionOf(query: SearchQuery, columns: SearchColumns, tolerance: Tolerance): SQL {
  const texts = tolerance === 'exact' ? textQuery(query) : undefined;
  if (texts !== undefined) return sql`${columns.lexemes} @@ ${texts}`;
  if (query.kind === 'text') return textCondition(query, columns, tolerance);
  if (query.kind === 'field') return fieldCondition(query, columns) ?? sql`false`;
  if (query.kind === 'not') return not(sql`coalesce(${conditionOf(query.of, columns, 'exact')}, false)`);
  const parts = grouped(query.of, query.kind, tolerance).map((part) => conditionOf(part, columns, tolerance));
  return (query.kind === 'all' ? and(...parts) : or(...parts)) ?? (query.kind === 'all' ? sql`true` : sql`false`);
}

/**
 * Returns a query of only texts, including negations, as one lexeme query, which the index can answer; undefined if it
 * has fields.
 */
function textQuery(query: SearchQuery): SQL | undefined {
  if (query.kind === 'text') return lexemeQuery(query);
  if (query.kind === 'field' || (query.kind !== 'not' && query.of.length === 0)) return undefined;
  const parts = query.kind === 'not' ? [textQuery(query.of)] : query.of.map(textQuery);
  if (parts.includes(undefined)) return undefined;
  if (query.kind === 'not') return sql`!!(${parts[0] as SQL})`;
  return sql`(${sql.join(parts as SQL[], query.kind === 'all' ? sql` && ` : sql` || `)})`;
}

/** Combines the texts among the parts into one part. */
function grouped(parts: readonly SearchQuery[], kind: 'all' | 'any', tolerance: Tolerance): readonly SearchQuery[] {
  const texts = tolerance === 'exact' ? parts.filter((part) => textQuery(part) !== undefined) : [];
  if (texts.length < 2 || texts.length === parts.length) return parts;
  return [{ kind, of: texts }, ...parts.filter((part) => !texts.includes(part))];
}

/**
 * Returns a query that ignores the order of words, and so matches at least the same rows. The index alone can answer
 * it.
 * @returns the query itself if the order does not matter in it
 */
export function withoutOrder(query: SearchQuery): SearchQuery {
  if (query.kind === 'field') return query;
  if (query.kind === 'text') return wordsOf(query.text).length < 2 ? query : { ...query, isUnordered: true };
  if (query.kind === 'not') return textsOf(query.of).some(({ text }) => wordsOf(text).length > 1) ? EVERYTHING : query;
  const parts = query.of.map(withoutOrder);
  return parts.every((part, index) => part === query.of[index]) ? query : { kind: query.kind, of: parts };
}

/** Returns the texts of a query without fields and negations, for ranking; undefined without texts. */
export function rankedQuery(query: SearchQuery): SQL | undefined {
  if (query.kind === 'text') return lexemeQuery(query);
  if (query.kind === 'field' || query.kind === 'not') return undefined;
  const parts = query.of.map(rankedQuery).filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : sql`(${sql.join(parts, query.kind === 'all' ? sql` && ` : sql` || `)})`;
}

/**
 * Returns the lexeme query of a text. `websearch_to_tsquery` does not support prefixes; a quoted operand of
 * `to_tsquery` may contain anything except quotation marks and backslashes.
 */
function lexemeQuery({ text, isPrefix, isUnordered }: TextClause): SQL {
  // Some lexemes keep letters such as ø, which have no accent to remove; in other lexemes such letters are replaced.
  const forms = [...new Set([withoutAccents(text), fold(text)])].map((form) => {
    const ordered = isPrefix
      ? sql`to_tsquery('simple', ${`'${form.replace(/['\\]/g, ' ')}':*`})`
      : sql`phraseto_tsquery('simple', ${form})`;
    // The order operators are removed by text replacement, because only PostgreSQL can split words by its own rules,
    // such as the host name aapl.us.
    return isUnordered === true ? sql`regexp_replace((${ordered})::text, '<(-|[0-9]+)>', '&', 'g')::tsquery` : ordered;
  });
  return forms.length === 1 ? (forms[0] as SQL) : sql`(${sql.join(forms, sql` || `)})`;
}

const withoutAccents = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '');

function textCondition(clause: TextClause, columns: SearchColumns, tolerance: Tolerance): SQL {
  const { lexemes, title, isLarge } = columns;
  const isExact = sql`${lexemes} @@ ${lexemeQuery(clause)}`;
  const similar =
    tolerance === 'exact' || clause.isQuoted
      ? []
      : wordsOf(clause.text).filter(({ folded }) => allowedErrors(folded) > 0);
  if (similar.length === 0) return isExact;
  const isSimilarTo = (word: string) =>
    isLarge === true ? sql`${title} %> ${word}` : sql`word_similarity(${word}, ${title}) >= ${MIN_SIMILARITY}::float8`;
  const isSimilar = and(...similar.map(({ folded }) => isSimilarTo(folded))) as SQL;
  return sql`(${isExact} or ${isSimilar})`;
}

function fieldCondition(clause: FieldClause, columns: SearchColumns): SQL | undefined {
  const { time, severity, magnitude, lat, lon, values } = columns;
  if (clause.field === 'after') return time && gte(time, clause.at);
  if (clause.field === 'before') return time && lt(time, clause.at);
  if (clause.field === 'near') return lat && lon && withinCircle(clause.circle, lat, lon);
  if (clause.field === 'in') return or(...clause.areas.map((area) => areaCondition(area, columns) ?? sql`false`));
  if (clause.field === 'magnitude') return magnitude && inRange(clause.range, magnitude);
  if (clause.field === 'severity') return severity && inRange(clause.range, severity);
  return 'values' in clause ? values?.[clause.field]?.(clause.values) : undefined;
}

/** Returns the condition for an area. A row with countries matches by these, other rows by their position. */
function areaCondition({ country, circle, cells }: SearchArea, { lat, lon, values }: SearchColumns): SQL | undefined {
  if (country !== undefined && values?.country !== undefined) return values.country([country.toLowerCase()]);
  if (lat === undefined || lon === undefined) return undefined;
  if (circle !== undefined) return withinCircle(circle, lat, lon);
  // The same formula as in `cellOf`.
  const cell = sql`least(179, floor(${lat}) + 90) * 360 + (floor(${lon})::int + 540) % 360`;
  return sql`${cell} = any(${`{${[...(cells ?? [])].join(',')}}`}::float8[])`;
}

function inRange({ min, max, isMinExclusive, isMaxExclusive }: NumberRange, column: AnyColumn | SQL): SQL | undefined {
  const [above, below] = [isMinExclusive ? sql`>` : sql`>=`, isMaxExclusive ? sql`<` : sql`<=`];
  return and(
    min === undefined ? undefined : sql`${column} ${above} ${min}::float8`,
    max === undefined ? undefined : sql`${column} ${below} ${max}::float8`,
  );
}

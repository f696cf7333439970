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

/**
 * An expression of SQL that removes accents, so that `Cadiz` finds `Cádiz`; `withoutAccents` folds queries in the same
 * manner.
 */
export const unaccented = (expression: string): string =>
  `regexp_replace(normalize(${expression}, NFKD), '[\\u0300-\\u036f]', '', 'g')`;

/** Source text of the lexemes of columns, for generated columns and indexes. @param columns the most important first */
export const lexemesText = (...columns: readonly string[]): string =>
  columns
    .map(
      (column, index) =>
        `setweight(to_tsvector('simple', ${unaccented(`coalesce(${column}, '')`)}), '${index === 0 ? 'A' : 'B'}')`,
    )
    .join(' || ');

/**
 * The lexemes of columns that have no stored ones, because each account has few rows.
 * @param columns the most important first
 */
export const lexemesOf = (...columns: readonly string[]): SQL => sql.raw(lexemesText(...columns));

/** The columns of a table that a query is compared with. */
export interface SearchColumns {
  /** A column of the type tsvector. */
  lexemes: AnyColumn | SQL;
  title: AnyColumn | SQL;
  time?: AnyColumn;
  severity?: AnyColumn;
  /** Null where it has no meaning. */
  magnitude?: SQL;
  lat?: AnyColumn;
  lon?: AnyColumn;
  /** Conditions for the values of a field, which are in lower case. */
  values?: Partial<Record<WordField, (values: readonly string[]) => SQL>>;
}

/** A query as a condition on a table. Clauses with a field that the table lacks match nothing. */
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
 * A query of texts without fields, with its negations, as one query of lexemes: the index answers it. Undefined if it
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

/** Joins the texts among the parts to one part. */
function grouped(parts: readonly SearchQuery[], kind: 'all' | 'any', tolerance: Tolerance): readonly SearchQuery[] {
  const texts = tolerance === 'exact' ? parts.filter((part) => textQuery(part) !== undefined) : [];
  if (texts.length < 2 || texts.length === parts.length) return parts;
  return [{ kind, of: texts }, ...parts.filter((part) => !texts.includes(part))];
}

/**
 * A query that matches the same and more, without looking at the order of words: the index knows which texts have them
 * all.
 * @returns the query itself when it names no order
 */
export function withoutOrder(query: SearchQuery): SearchQuery {
  if (query.kind === 'field') return query;
  if (query.kind === 'text') return wordsOf(query.text).length < 2 ? query : { ...query, isUnordered: true };
  if (query.kind === 'not') return textsOf(query.of).some(({ text }) => wordsOf(text).length > 1) ? EVERYTHING : query;
  const parts = query.of.map(withoutOrder);
  return parts.every((part, index) => part === query.of[index]) ? query : { kind: query.kind, of: parts };
}

/** The texts of a query without its fields and negations, by which matches are ranked; undefined without texts. */
export function rankedQuery(query: SearchQuery): SQL | undefined {
  if (query.kind === 'text') return lexemeQuery(query);
  if (query.kind === 'field' || query.kind === 'not') return undefined;
  const parts = query.of.map(rankedQuery).filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : sql`(${sql.join(parts, query.kind === 'all' ? sql` && ` : sql` || `)})`;
}

/**
 * `websearch_to_tsquery` knows no prefixes, and a quoted operand of `to_tsquery` may hold anything but quotes and
 * backslashes.
 */
function lexemeQuery({ text, isPrefix, isUnordered }: TextClause): SQL {
  // Some lexemes keep letters such as ø, which have no accent to remove; others have them replaced.
  const forms = [...new Set([withoutAccents(text), fold(text)])].map((form) => {
    const ordered = isPrefix
      ? sql`to_tsquery('simple', ${`'${form.replace(/['\\]/g, ' ')}':*`})`
      : sql`phraseto_tsquery('simple', ${form})`;
    // PostgreSQL has its own kinds of words, such as the host aapl.us: only PostgreSQL can split them.
    return isUnordered === true ? sql`regexp_replace((${ordered})::text, '<(-|[0-9]+)>', '&', 'g')::tsquery` : ordered;
  });
  return forms.length === 1 ? (forms[0] as SQL) : sql`(${sql.join(forms, sql` || `)})`;
}

const withoutAccents = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '');

function textCondition(clause: TextClause, { lexemes, title }: SearchColumns, tolerance: Tolerance): SQL {
  const isExact = sql`${lexemes} @@ ${lexemeQuery(clause)}`;
  const similar =
    tolerance === 'exact' || clause.isQuoted
      ? []
      : wordsOf(clause.text).filter(({ folded }) => allowedErrors(folded) > 0);
  if (similar.length === 0) return isExact;
  const isSimilar = and(...similar.map(({ folded }) => sql`${title} %> ${folded}`)) as SQL;
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

/** Things that name their countries are in a country that they name; others are where they are. */
function areaCondition({ country, circle, cells }: SearchArea, { lat, lon, values }: SearchColumns): SQL | undefined {
  if (country !== undefined && values?.country !== undefined) return values.country([country.toLowerCase()]);
  if (lat === undefined || lon === undefined) return undefined;
  if (circle !== undefined) return withinCircle(circle, lat, lon);
  // As of `cellOf`.
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

/** Maximum length of a query in characters. */
export const MAX_QUERY_LENGTH = 512;
/** Maximum number of words, phrases and fields in a query. */
export const MAX_CLAUSES = 20;
/** Maximum depth of parentheses. */
export const MAX_DEPTH = 5;

/** The fields of the grammar, with the kind of values that they accept. */
export const searchFields = {
  type: 'words',
  symbol: 'words',
  entity: 'words',
  imo: 'words',
  mmsi: 'words',
  kind: 'words',
  dest: 'words',
  flag: 'words',
  country: 'words',
  source: 'words',
  severity: 'range',
  magnitude: 'range',
  speed: 'range',
  after: 'time',
  before: 'time',
  in: 'area',
  near: 'circle',
} as const;
export type FieldName = keyof typeof searchFields;
export const searchFieldNames = Object.keys(searchFields) as readonly FieldName[];
export type WordField = { [Name in FieldName]: (typeof searchFields)[Name] extends 'words' ? Name : never }[FieldName];
export type RangeField = { [Name in FieldName]: (typeof searchFields)[Name] extends 'range' ? Name : never }[FieldName];

/** A range of numbers; an undefined bound is open. */
export interface NumberRange {
  min?: number;
  max?: number;
  /** True: the bound itself is outside of the range. */
  isMinExclusive?: boolean;
  isMaxExclusive?: boolean;
}

export interface Circle {
  lat: number;
  lon: number;
  radiusMeters: number;
}

/** An area on the Earth that a query names. */
export interface SearchArea {
  /** Name for people, such as `Strait of Hormuz`. */
  name: string;
  /** Country code (ISO 3166-1 alpha-2), for the area of a country. */
  country?: string;
  /** Circle around the area; undefined for an area with `cells`. */
  circle?: Circle;
  /** Numbers of cells of 1 degree, as returned by `cellOf`. */
  cells?: ReadonlySet<number>;
}

export type FieldClause =
  /** The field has one of the values, which are in lower case. */
  | { kind: 'field'; field: WordField; values: readonly string[] }
  | { kind: 'field'; field: RangeField; range: NumberRange }
  /** The instant of `after` is inclusive, the instant of `before` exclusive. */
  | { kind: 'field'; field: 'after' | 'before'; at: Date }
  | { kind: 'field'; field: 'in'; areas: readonly SearchArea[] }
  | { kind: 'field'; field: 'near'; circle: Circle };

/** The words that a text must contain. Several words, as in `re-entry`, must be consecutive. */
export interface TextClause {
  kind: 'text';
  /** Text as written, without quotation marks. */
  text: string;
  /** True: the last word may be the beginning of a longer word. */
  isPrefix: boolean;
  /** True: the text was quoted, so typing errors are not allowed. */
  isQuoted: boolean;
  /** True: the words need not be consecutive. */
  isUnordered?: boolean;
  /** True: short words may also have a typing error, because other words of the query limit the matches. */
  isLenient?: boolean;
}

/** A query as a tree. An empty `all` matches everything, an empty `any` matches nothing. */
export type SearchQuery =
  | TextClause
  | FieldClause
  | { kind: 'not'; of: SearchQuery }
  | { kind: 'all' | 'any'; of: readonly SearchQuery[] };

export const EVERYTHING: SearchQuery = { kind: 'all', of: [] };
export const NOTHING: SearchQuery = { kind: 'any', of: [] };

export const isEverything = (query: SearchQuery): boolean => query.kind === 'all' && query.of.length === 0;
export const isNothing = (query: SearchQuery): boolean => query.kind === 'any' && query.of.length === 0;

/** Returns the query with each field clause replaced; parts that match everything or nothing are simplified. */
export function replaceFields(query: SearchQuery, replace: (clause: FieldClause) => SearchQuery): SearchQuery {
  if (query.kind === 'text') return query;
  if (query.kind === 'field') return replace(query);
  if (query.kind === 'not') {
    const of = replaceFields(query.of, replace);
    if (isEverything(of)) return NOTHING;
    return isNothing(of) ? EVERYTHING : { kind: 'not', of };
  }
  const [neutral, absorbing] = query.kind === 'all' ? [isEverything, isNothing] : [isNothing, isEverything];
  const of = query.of.map((part) => replaceFields(part, replace)).filter((part) => !neutral(part));
  return of.find(absorbing) ?? (of.length === 1 ? (of[0] as SearchQuery) : { kind: query.kind, of });
}

/** Returns the texts that a match contains, without negated ones. */
export function textsOf(query: SearchQuery): TextClause[] {
  if (query.kind === 'text') return [query];
  return query.kind === 'all' || query.kind === 'any' ? query.of.flatMap(textsOf) : [];
}

/** Longest query, in characters. */
export const MAX_QUERY_LENGTH = 512;
/** Maximum number of words, phrases and fields in a query. */
export const MAX_CLAUSES = 20;
/** Maximum depth of parentheses. */
export const MAX_DEPTH = 5;

/** The fields of the grammar, with the values that they accept. */
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

/** A range of numbers; undefined bounds are open. */
export interface NumberRange {
  min?: number;
  max?: number;
  /** The bound itself is outside. */
  isMinExclusive?: boolean;
  isMaxExclusive?: boolean;
}

export interface Circle {
  lat: number;
  lon: number;
  radiusMeters: number;
}

/** A part of the Earth that a query names. */
export interface SearchArea {
  /** For people: `Strait of Hormuz`. */
  name: string;
  /** ISO 3166-1 alpha-2, of a country. */
  country?: string;
  /** Undefined: `cells` says where it is. */
  circle?: Circle;
  /** Cells of 1 degree, as of `cellOf`. */
  cells?: ReadonlySet<number>;
}

export type FieldClause =
  /** One of the values, in lower case. */
  | { kind: 'field'; field: WordField; values: readonly string[] }
  | { kind: 'field'; field: RangeField; range: NumberRange }
  /** `after` includes the instant, `before` excludes it. */
  | { kind: 'field'; field: 'after' | 'before'; at: Date }
  | { kind: 'field'; field: 'in'; areas: readonly SearchArea[] }
  | { kind: 'field'; field: 'near'; circle: Circle };

/** The words that a text must contain. Several words, as in `re-entry`, must follow one another. */
export interface TextClause {
  kind: 'text';
  /** As written, without quotes. */
  text: string;
  /** The last word may continue. */
  isPrefix: boolean;
  /** Quoted texts match without typing errors. */
  isQuoted: boolean;
  /** The words need not follow one another. */
  isUnordered?: boolean;
  /** True: short words may have a typing error, too, because other words of the query narrow the meaning. */
  isLenient?: boolean;
}

/** A query as a tree. `all` of nothing matches everything, `any` of nothing matches nothing. */
export type SearchQuery =
  | TextClause
  | FieldClause
  | { kind: 'not'; of: SearchQuery }
  | { kind: 'all' | 'any'; of: readonly SearchQuery[] };

export const EVERYTHING: SearchQuery = { kind: 'all', of: [] };
export const NOTHING: SearchQuery = { kind: 'any', of: [] };

export const isEverything = (query: SearchQuery): boolean => query.kind === 'all' && query.of.length === 0;
export const isNothing = (query: SearchQuery): boolean => query.kind === 'any' && query.of.length === 0;

/** Returns the query with each field clause replaced; parts that match everything or nothing are resolved. */
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

/** The texts that a match contains, without those in negations. */
export function textsOf(query: SearchQuery): TextClause[] {
  if (query.kind === 'text') return [query];
  return query.kind === 'all' || query.kind === 'any' ? query.of.flatMap(textsOf) : [];
}

import type { FieldName, SearchQuery, TextClause } from './search-query.js';
import type { Tolerance } from './text-match.js';

/** The number of candidates a source returns, at most. */
export const MAX_CANDIDATES = 100;

/** A query for one source. */
export interface SearchRequest {
  /** The account that searches: a source returns only results that the account may see. */
  accountId: string;
  /** Without the fields that the source does not have. */
  query: SearchQuery;
  /** The texts that a match contains. */
  terms: readonly TextClause[];
  /** The searched text when it is one word: it may be an identifier. */
  identifier?: string;
  tolerance: Tolerance;
  /** At most `MAX_CANDIDATES`; 0 when only the number of matches is needed. */
  limit: number;
  /** ms */
  now: number;
}

/** A result that matches. */
export interface SearchCandidate {
  id: string;
  title: string;
  /** Further text, from which the snippet is taken. */
  text?: string | null;
  /** Path of the resource. */
  href: string;
  /** When it happened or was last changed; null where that has no meaning. */
  time?: Date | null;
  /** 1 (minor) to 5 (critical). */
  severity?: number | null;
  /** ISO 3166-1 alpha-2. */
  country?: string | null;
  source?: string | null;
  /** The query is its identifier. */
  isIdentified?: boolean;
  /**
   * The closeness of the result to the query, as its source rates it: 1 for the words somewhere, 2 for its whole name.
   */
  closeness?: number;
}

export interface SearchAnswer {
  /** Best match first. */
  candidates: SearchCandidate[];
  /** Number of matches, also those that are not among the candidates. */
  total: number;
  /** There are more matches than `total`; the facets count the latest ones. */
  isAtLeast?: boolean;
  /** The number of matches with each value. */
  facets?: Partial<Record<FacetName, Readonly<Record<string, number>>>>;
}

export const facetNames = ['severity', 'country', 'source'] as const;
export type FacetName = (typeof facetNames)[number];

/**
 * Resources of one type that can be searched. Every class that a `*.search.ts` file exports is one. A source ensures
 * that an account finds only public resources and its own.
 */
export abstract class SearchSource {
  /** Name of the type in results, in snake case. */
  abstract readonly type: string;
  /** Title for people: `Your watchlists`. */
  abstract readonly title: string;
  /** The fields of its resources; clauses with other fields match nothing. `type` needs no mention. */
  abstract readonly fields: readonly FieldName[];
  /** The kinds of its resources, which `kind:` names. */
  readonly kinds: readonly string[] = [];
  /**
   * False: results with typing errors are not requested, because the source tolerates such errors anyway or never does.
   */
  readonly toleratesErrors: boolean = true;

  /**
   * True: the results repeat those of other sources. A result with the title and the time of another result is left
   * out.
   */
  readonly isRecord: boolean = false;

  /**
   * True: the results come after those of all other sources, because they are about the object of the search, not the
   * object itself.
   */
  readonly ranksLast: boolean = false;

  /** True: the source has many resources and takes longer than other sources. */
  get isLarge(): boolean {
    return false;
  }

  abstract search(request: SearchRequest): Promise<SearchAnswer>;
}

/**
 * All sources, in the order of their file names. Created at first use: its parts need the services of their features.
 */
export class SearchSources {
  private sources?: readonly SearchSource[];

  constructor(private readonly create: () => readonly SearchSource[]) {}

  get all(): readonly SearchSource[] {
    this.sources ??= this.create();
    return this.sources;
  }
}

import type { FieldName, SearchQuery, TextClause } from './search-query.js';
import type { Tolerance } from './text-match.js';

/** Maximum number of candidates that a source returns. */
export const MAX_CANDIDATES = 100;

export interface SearchRequest {
  /** Account that searches: a source returns only results that this account may see. */
  accountId: string;
  /** Query without the fields that the source does not have. */
  query: SearchQuery;
  /** Texts that a match contains. */
  terms: readonly TextClause[];
  /** The searched text if it is a single word, which may be an identifier. */
  identifier?: string;
  tolerance: Tolerance;
  /** True: nothing has all words, so a result whose whole name is among the words matches too. */
  isPartial?: boolean;
  /** Maximum number of candidates, up to `MAX_CANDIDATES`; 0 when only the number of matches is needed. */
  limit: number;
  /** Current time (ms since the epoch). */
  now: number;
}

/** A result that matches the query. */
export interface SearchCandidate {
  id: string;
  title: string;
  /** Text from which the snippet is taken; null or absent without one. */
  text?: string | null;
  /** Path of the resource. */
  href: string;
  /** Time of the event or of the last change; null where a time has no meaning. */
  time?: Date | null;
  /** Severity from 1 (minor) to 5 (critical); null without one. */
  severity?: number | null;
  /** Country code (ISO 3166-1 alpha-2); null when unknown. */
  country?: string | null;
  source?: string | null;
  /** True: the query is the identifier of the result. */
  isIdentified?: boolean;
  /** Rating of the match by the source: 1 if the result contains the words, 2 if they are its whole name. */
  closeness?: number;
}

export interface SearchAnswer {
  /** Candidates, the best match first. */
  candidates: SearchCandidate[];
  /** Number of matches, including matches that are not candidates. */
  total: number;
  /** True: there may be more matches than `total`, and the facets count only the latest ones. */
  isAtLeast?: boolean;
  /** Numbers of matches by the values of each facet. */
  facets?: Partial<Record<FacetName, Readonly<Record<string, number>>>>;
}

export const facetNames = ['severity', 'country', 'source'] as const;
export type FacetName = (typeof facetNames)[number];

/**
 * Searches resources of one type. Every class that a `*.search.ts` file exports is a source. A source must return only
 * public resources and resources of the account.
 */
export abstract class SearchSource {
  /** Name of the type in results, in snake case. */
  abstract readonly type: string;
  /** Title for people, such as `Your watchlists`. */
  abstract readonly title: string;
  /** Fields of the resources; clauses with other fields match nothing. `type` is implied. */
  abstract readonly fields: readonly FieldName[];
  /** Kinds of the resources, for the field `kind:`. */
  readonly kinds: readonly string[] = [];
  /**
   * False: searches that tolerate typing errors are not sent to this source, because it always tolerates them or never
   * does.
   */
  readonly toleratesErrors: boolean = true;

  /**
   * True: the results may repeat results of other sources. A result with the title and the time of another one is left
   * out.
   */
  readonly isRecord: boolean = false;

  /**
   * True: the results come after the results of all other sources, because they mention the searched object but are not
   * the object itself.
   */
  readonly ranksLast: boolean = false;

  /** True: the source has many resources and takes longer than other sources. */
  get isLarge(): boolean {
    return false;
  }

  /** True: searches of such sources that begin in the same turn of the event loop use one statement together. */
  get sharesStatement(): boolean {
    return false;
  }

  abstract search(request: SearchRequest): Promise<SearchAnswer>;
}

/**
 * All sources, in the order of their file names. Created at the first use, because they depend on services of their
 * features.
 */
export class SearchSources {
  private sources?: readonly SearchSource[];

  constructor(private readonly create: () => readonly SearchSource[]) {}

  get all(): readonly SearchSource[] {
    this.sources ??= this.create();
    return this.sources;
  }
}

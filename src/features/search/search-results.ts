import type { TextClause } from '../../search/search-query.js';
import type { FacetName } from '../../search/search-source.js';
import type { FusedResult } from './rank-fusion.js';
import type { Reading } from './reading/words.js';

export interface FacetValue {
  value: string;
  count: number;
  /** True when counting stopped at its limit, so that `count` is a lower bound. */
  isAtLeast: boolean;
}

/** Results of a search, best first. */
export interface SearchResults {
  items: FusedResult[];
  /** Words and phrases to highlight. */
  terms: readonly TextClause[];
  facets: Record<FacetName | 'type', FacetValue[]>;
  warnings: string[];
  /**
   * The filters that were read from words of the query; undefined without such a filter, or if the results were found
   * by searching all words as text.
   */
  reading?: Reading;
}

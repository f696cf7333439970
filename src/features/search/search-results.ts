import type { TextClause } from '../../search/search-query.js';
import type { FacetName } from '../../search/search-source.js';
import type { FusedResult } from './fuse.js';
import type { Reading } from './reading/words.js';

export interface FacetValue {
  value: string;
  count: number;
  /** There are more than `count`. */
  isAtLeast: boolean;
}

/** The results of a search, best first. */
export interface SearchResults {
  items: FusedResult[];
  /** The highlighted terms. */
  terms: readonly TextClause[];
  facets: Record<FacetName | 'type', FacetValue[]>;
  warnings: string[];
  /** The filters that words of the query were read as; undefined when there are none, or nothing matches them. */
  reading?: Reading;
}

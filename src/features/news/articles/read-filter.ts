import { wrongParameter } from '../../../api/problem.js';
import type { ArticleFilter } from './article-filter.js';

/** The filter parameters of a request. */
export interface ArticleConditions {
  q?: string;
  symbol?: string[];
  entity?: string[];
  country?: string[];
  bbox?: number[];
  language?: string[];
  source?: string[];
}

/** Returns the filter of a request. @throws Problem `invalid_request` for an invalid box, or a text without words */
export function readFilter({ q, symbol, entity, country, bbox, language, source }: ArticleConditions): ArticleFilter {
  if (q !== undefined && !/[\p{L}\p{N}]/u.test(q)) throw wrongParameter('query/q', 'must have a word');
  return {
    q,
    symbols: symbol?.map((one) => one.toUpperCase()),
    entities: entity,
    countries: country?.map((one) => one.toUpperCase()),
    bbox: bbox && boxOf(bbox),
    languages: language,
    sources: source,
  };
}

function boxOf([west, south, east, north]: number[]): NonNullable<ArticleFilter['bbox']> {
  const box = { west: west as number, south: south as number, east: east as number, north: north as number };
  if (box.south <= box.north && box.south >= -90 && box.north <= 90) return box;
  throw wrongParameter('query/bbox', 'must have latitudes from -90 to 90, the southern one first');
}

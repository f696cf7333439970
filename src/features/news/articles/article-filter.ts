import type { PlainBox } from '../../../database/point-within.js';
import type { Order } from '../../../time/sort-order.js';

/** A selection of articles. All conditions must match; a list matches if one of its values does. */
export interface ArticleFilter {
  /** A search text such as `"red sea" -drill`: words, quoted phrases, and excluded words with a minus. */
  q?: string;
  symbols?: readonly string[];
  /** Keys of entities, as `<kind>:<id>`. */
  entities?: readonly string[];
  /** Country codes, ISO 3166-1 alpha-2. */
  countries?: readonly string[];
  /** A box that must contain the most confident place. */
  bbox?: PlainBox;
  /** Language codes, ISO 639-1. */
  languages?: readonly string[];
  /** Names of publications or of their owners, case-insensitive. */
  sources?: readonly string[];
  from?: Date;
  to?: Date;
  /** True: only the first article of each story that the account may see. */
  clustered?: boolean;
  order?: Order;
}

/** The position after which a page begins: the last article of the previous page. */
export interface ArticleCursor {
  publishedAt: Date;
  id: string;
}

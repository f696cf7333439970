import type { PlainBox } from '../../../database/point-within.js';
import type { Order } from '../../../time/sort-order.js';

/** The selection of articles; all conditions hold together, and any value of a list matches. */
export interface ArticleFilter {
  /** Words as people type them into a search box: `"red sea" -drill`. */
  q?: string;
  symbols?: readonly string[];
  /** `<kind>:<id>`. */
  entities?: readonly string[];
  /** ISO 3166-1 alpha-2. */
  countries?: readonly string[];
  /** The most certain place is within. */
  bbox?: PlainBox;
  /** ISO 639-1. */
  languages?: readonly string[];
  /** Names of publications or of their owners, case-insensitive. */
  sources?: readonly string[];
  from?: Date;
  to?: Date;
  /** True: only the first article of each story that the account may see. */
  clustered?: boolean;
  order?: Order;
}

/** The last article of a page. */
export interface ArticleCursor {
  publishedAt: Date;
  id: string;
}

/** An item of a feed, with the fields that all formats share. Texts may contain markup. */
export interface FeedItem {
  id: string | null;
  links: readonly string[];
  /** Base URL of relative links; null: the base URL of the feed. */
  base: string | null;
  title: string | null;
  description: string | null;
  content: string | null;
  author: string | null;
  /** Candidates for the date of publication, of which the first that can be parsed is used. */
  dates: readonly string[];
  language: string | null;
  position: { lat: number; lon: number } | null;
  /** The publication of the item, if the feed collects items of others; null otherwise. */
  source: { name: string; url: string | null } | null;
}

/** A feed, with the fields that all formats share. */
export interface FeedDocument {
  format: 'rss' | 'atom' | 'rdf' | 'json';
  title: string | null;
  /** Address of the site; may be relative. */
  link: string | null;
  base: string | null;
  language: string | null;
  /** Minimum time between two reads that the publisher asks for (s); null if absent. */
  ttlSeconds: number | null;
  items: FeedItem[];
}

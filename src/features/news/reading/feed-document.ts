/** The parts of an item of a feed that all formats share. Texts may contain markup. */
export interface FeedItem {
  id: string | null;
  links: readonly string[];
  /** Relative links are resolved against it; null: against the feed. */
  base: string | null;
  title: string | null;
  description: string | null;
  content: string | null;
  author: string | null;
  /** The first that is a date is the date of publication. */
  dates: readonly string[];
  language: string | null;
  position: { lat: number; lon: number } | null;
  /** The publication, where the feed collects items of others. */
  source: { name: string; url: string | null } | null;
}

/** The parts of a feed that all formats share. */
export interface FeedDocument {
  format: 'rss' | 'atom' | 'rdf' | 'json';
  title: string | null;
  /** The site's address; may be relative. */
  link: string | null;
  base: string | null;
  language: string | null;
  /** The wait between two reads that the publisher asks for (s); null if there is none. */
  ttlSeconds: number | null;
  items: FeedItem[];
}

/** Reasons for which a document is not read as a feed, as sentences for the user who gave its URL. */
export const feedRefusals = {
  too_large: 'The document is longer than 5 MB.',
  bad_compression: 'The document is compressed in a form that cannot be read.',
  empty: 'The document is empty.',
  html: 'The URL leads to an HTML page, not to a feed. Give the URL of the feed itself.',
  not_a_feed: 'The document is not RSS, Atom, RDF or JSON Feed.',
  malformed: 'The document begins like a feed and cannot be parsed.',
} as const;

export type FeedRefusalCode = keyof typeof feedRefusals;

/** Reasons for which an item of a feed is rejected. */
export const itemRefusals = ['no_title', 'future', 'old', 'repeated', 'too_many'] as const;
export type ItemRefusal = (typeof itemRefusals)[number];

/** Thrown for a document that is not read as a feed. It has only plain data, since it is sent from a thread. */
export class FeedRefused extends Error {
  constructor(readonly code: FeedRefusalCode) {
    super(feedRefusals[code]);
    this.name = 'FeedRefused';
  }
}

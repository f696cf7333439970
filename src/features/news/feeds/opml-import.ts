import type { ShownFeed } from './feeds.service.js';

/** Reasons for which a feed of an imported list is not added. */
export const skipReasons = ['invalid_url', 'already_added', 'quota'] as const;

export interface SkippedOutline {
  url: string;
  reason: (typeof skipReasons)[number];
}

export interface OpmlImport {
  added: ShownFeed[];
  skipped: SkippedOutline[];
}

import { failureMeanings } from '../../../upstream/outbound.js';
import { feedRefusals } from '../reading/feed-refusal.js';
import { type FeedFailure, fetchFailures } from './feed.js';

const meanings: Readonly<Record<FeedFailure, string>> = {
  ...failureMeanings,
  ...fetchFailures,
  ...feedRefusals,
  // Both failures have had the same code since the first release.
  too_large: 'The document is longer than 5 MB, or the header section of the answer is longer than 16 KB.',
};

export const failureCodes = Object.keys(meanings);

export const failureMeaning = (code: FeedFailure): string => meanings[code];

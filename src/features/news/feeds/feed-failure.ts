import { failureMeanings } from '../../../upstream/outbound.js';
import { feedRefusals } from '../reading/feed-refusal.js';
import { type FeedFailure, fetchFailures } from './feed.js';

// The limit of a document counts, not that of a header section.
const meanings: Readonly<Record<FeedFailure, string>> = { ...failureMeanings, ...fetchFailures, ...feedRefusals };

export const failureCodes = Object.keys(meanings);

export const failureMeaning = (code: FeedFailure): string => meanings[code];

import type { SourceTier } from '../article.js';
import type { FeedRefusalCode } from '../reading/feed-refusal.js';

/** Reasons for which a fetch failed: codes of `Outbound`, of rejected documents, and of HTTP statuses. */
export const fetchFailures = {
  not_found: 'The server has no document at this URL (404).',
  refused: 'The server refuses access (401, 403 or another 4xx).',
  rate_limited: 'The server asks for fewer requests (429).',
  server_error: 'The server failed (5xx).',
  redirects: 'The server redirects more than five times, or to an address that is not called.',
} as const;

export type FetchFailureCode = keyof typeof fetchFailures;

/** A feed of an account, or a built-in one. */
export interface Feed {
  id: string;
  /** The account of the feed; null: built in. */
  ownerId: string | null;
  url: string;
  name: string;
  /** Language code (ISO 639-1); null: the language that the feed declares. */
  language: string | null;
  /** Country code (ISO 3166-1 alpha-2); null if unknown. */
  country: string | null;
  tier: SourceTier;
  /** False: the feed is not fetched. */
  enabled: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The polling state of a feed. */
export interface FeedPolling {
  /** The address that the feed has moved to permanently, fetched instead of `url`; null: not moved. */
  movedTo: string | null;
  /** Number of consecutive fetches with a permanent redirect to `redirectUrl`. */
  redirects: number;
  redirectUrl: string | null;
  /** Validators of the last response that was parsed. */
  etag: string | null;
  lastModified: string | null;
  intervalSeconds: number;
  nextFetchAt: Date;
  fetchedAt: Date | null;
  succeededAt: Date | null;
  /** Time of the last fetch with a new article; null: no such fetch yet. */
  changedAt: Date | null;
  /** Number of consecutive failed fetches. */
  failures: number;
  failure: FeedFailure | null;
  /** True: the server answered 410 Gone. */
  gone: boolean;
}

export type FeedFailure = FetchFailureCode | FeedRefusalCode | import('../../../upstream/outbound.js').FailureCode;

export type PolledFeed = Feed & FeedPolling;

/** The states of a feed; `pending`: not fetched yet. */
export const feedStatuses = ['pending', 'ok', 'failing', 'gone', 'paused'] as const;
export type FeedStatus = (typeof feedStatuses)[number];

export function statusOf({ enabled, gone, failure, succeededAt }: PolledFeed): FeedStatus {
  if (gone) return 'gone';
  if (!enabled) return 'paused';
  if (failure !== null) return 'failing';
  return succeededAt === null ? 'pending' : 'ok';
}

/** The first interval of a feed (s). */
export const FIRST_INTERVAL_SECONDS = 900;

/** Returns the polling state of a feed that was never fetched: it is due at once. */
export const unpolled = (now: number): FeedPolling => ({
  movedTo: null,
  redirects: 0,
  redirectUrl: null,
  etag: null,
  lastModified: null,
  intervalSeconds: FIRST_INTERVAL_SECONDS,
  nextFetchAt: new Date(now),
  fetchedAt: null,
  succeededAt: null,
  changedAt: null,
  failures: 0,
  failure: null,
  gone: false,
});

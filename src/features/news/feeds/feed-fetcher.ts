import type { KeyedMutex } from '../../../async/keyed-mutex.js';
import { retryAfterMs } from '../../../upstream/client/retry-after.js';
import { type Outbound, type OutboundAnswer, OutboundFailure } from '../../../upstream/outbound.js';
import { type Body, MAX_DOCUMENT } from '../reading/decode-body.js';
import type { FeedFailure } from './feed.js';
import { maxAgeOf } from './polling-schedule.js';

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 5;
const permanent = new Set([301, 308]);
const temporary = new Set([302, 303, 307]);

const headers = {
  accept:
    'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, ' +
    '*/*;q=0.5',
  'accept-encoding': 'gzip, br',
};

export interface FetchRequest {
  url: string;
  /** Validators as the server gave them; they are sent unchanged. */
  etag?: string | null;
  lastModified?: string | null;
}

interface Answered {
  /** The last URL of a chain of permanent redirects; null without such a chain. */
  movedTo: string | null;
  etag: string | null;
  lastModified: string | null;
  maxAgeSeconds: number | null;
}

export type Fetched =
  | ({ kind: 'document'; url: string; body: Body } & Answered)
  | ({ kind: 'unchanged' } & Answered)
  | { kind: 'gone' }
  | { kind: 'failed'; failure: FeedFailure; retryAfterMs?: number };

export interface FetcherParts {
  outbound: Pick<Outbound, 'send'>;
  hosts: KeyedMutex;
  now(): number;
}

/**
 * Fetches the document of a feed: conditionally, over up to five redirects, with one request at a time for each host.
 * Rejects only when the process stops.
 */
export async function fetchFeed(request: FetchRequest, parts: FetcherParts): Promise<Fetched> {
  let url = request.url;
  let movedTo: string | null = null;
  let onlyPermanent = true;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await send(url, request, parts);
    if (answer instanceof OutboundFailure) return { kind: 'failed', failure: answer.code };
    const { status } = answer;
    if (!permanent.has(status) && !temporary.has(status)) return meaningOf(answer, { url, movedTo }, parts.now());
    const target = answer.headers.location;
    if (target === undefined || !URL.canParse(target, url)) return { kind: 'failed', failure: 'redirects' };
    url = new URL(target, url).href;
    onlyPermanent &&= permanent.has(status);
    if (onlyPermanent) movedTo = url;
  }
  return { kind: 'failed', failure: 'redirects' };
}

/** Sends one request. @returns the response, or the failure of the call @throws OutboundFailure only `stopped` */
async function send(
  url: string,
  { etag, lastModified }: FetchRequest,
  { outbound, hosts }: FetcherParts,
): Promise<OutboundAnswer | OutboundFailure> {
  const conditions = {
    ...(etag != null && { 'if-none-match': etag }),
    ...(lastModified != null && { 'if-modified-since': lastModified }),
  };
  // A longer document arrives incomplete, and is reported as `too_large`.
  const limits = { maxBytes: MAX_DOCUMENT, keepBytes: MAX_DOCUMENT, timeoutMs: TIMEOUT_MS };
  try {
    return await hosts.run(hostOf(url), () =>
      outbound.send({ method: 'GET', url, headers: { ...headers, ...conditions }, ...limits }),
    );
  } catch (error) {
    if (error instanceof OutboundFailure && error.code !== 'stopped') return error;
    throw error;
  }
}

function meaningOf(
  answer: OutboundAnswer,
  { url, movedTo }: { url: string; movedTo: string | null },
  now: number,
): Fetched {
  const { status, headers: fields, body, complete } = answer;
  const common = {
    movedTo,
    etag: fields.etag ?? null,
    lastModified: fields['last-modified'] ?? null,
    maxAgeSeconds: maxAgeOf(fields['cache-control']),
  };
  if (status === 304) return { kind: 'unchanged', ...common };
  if (status === 410) return { kind: 'gone' };
  if (status >= 200 && status < 300) {
    if (!complete) return { kind: 'failed', failure: 'too_large' };
    const described = {
      contentType: fields['content-type'] ?? null,
      contentEncoding: fields['content-encoding'] ?? null,
    };
    return { kind: 'document', url, body: { bytes: body, ...described }, ...common };
  }
  const failure =
    status === 404 ? 'not_found' : status === 429 ? 'rate_limited' : status >= 500 ? 'server_error' : 'refused';
  return {
    kind: 'failed',
    failure,
    retryAfterMs: status === 429 || status === 503 ? retryAfterMs(fields, now) : undefined,
  };
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

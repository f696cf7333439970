import { retryAfterMs } from '../../../upstream/client/retry-after.js';
import {
  type FailureCode,
  failureMeanings,
  type Outbound,
  type OutboundAnswer,
  OutboundFailure,
} from '../../../upstream/outbound.js';
import type { PriceTerms } from '../own/price-address.js';
import { type PriceField, ReadFault, readPrice } from './read-price.js';

/** Maximum length of a response (bytes). */
export const MAX_RESPONSE = 262_144;
/** Timeout of a reading with all its redirects (ms). */
export const READING_TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;
const MAX_URL = 2_000;
const redirects = new Set([301, 302, 303, 307, 308]);

/** A price that was read. */
export interface FetchedPrice {
  price: number;
  /** Day of the price (UTC), such as `2026-11-20`. */
  day: string;
  /** Time of the price; null if the response states none, or a day alone. */
  time: Date | null;
  /** Currency that the response states; null if it is not read. */
  currency: string | null;
  /** The URL that gave the response, after redirects. */
  url: string;
}

/** A reading that brought no price. */
export interface PriceFault {
  /** Code for programs, such as `timeout` or `html`. */
  code: string;
  /** Sentence for the owner of the address. */
  detail: string;
  /** The part of the address that the fault is about. */
  field: PriceField;
  /** Time that the server asks to wait (ms). */
  retryAfterMs?: number;
}

export interface FetchParts {
  outbound: Pick<Outbound, 'send'>;
  now: number;
  /** Default: `READING_TIMEOUT_MS`. */
  timeoutMs?: number;
}

export const isFault = (read: FetchedPrice | PriceFault): read is PriceFault => 'code' in read;

/**
 * Reads a price once, over up to three redirects, each of which is checked like the address itself.
 * @param currency that of the instrument
 * @throws OutboundFailure only `stopped`
 */
export async function fetchPrice(
  terms: PriceTerms,
  currency: string,
  { outbound, now, timeoutMs = READING_TIMEOUT_MS }: FetchParts,
): Promise<FetchedPrice | PriceFault> {
  const startedAt = performance.now();
  let url = terms.url;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const left = timeoutMs - (performance.now() - startedAt);
    const answer = left < 1 ? new OutboundFailure('timeout', timeoutMs) : await send(url, left, outbound);
    if (answer instanceof OutboundFailure) return failed(answer.code, hops);
    if (!redirects.has(answer.status)) return read(answer, url, terms, currency, now);
    const target = answer.headers.location;
    if (target === undefined || !URL.canParse(target, url)) break;
    url = new URL(target, url).href;
    if (url.length > MAX_URL) break;
  }
  return {
    code: 'redirects',
    detail: `The server redirects more than ${MAX_REDIRECTS} times, or to an address that is not valid.`,
    field: 'url',
  };
}

async function send(
  url: string,
  timeoutMs: number,
  outbound: Pick<Outbound, 'send'>,
): Promise<OutboundAnswer | OutboundFailure> {
  const limits = { maxBytes: MAX_RESPONSE, keepBytes: MAX_RESPONSE, timeoutMs: Math.ceil(timeoutMs) };
  try {
    return await outbound.send({ method: 'GET', url, headers: { accept: 'application/json' }, ...limits });
  } catch (error) {
    if (error instanceof OutboundFailure && error.code !== 'stopped') return error;
    throw error;
  }
}

function failed(code: FailureCode, hops: number): PriceFault {
  const detail = hops === 0 ? failureMeanings[code] : `The server redirects elsewhere. ${failureMeanings[code]}`;
  return { code, detail, field: 'url' };
}

function read(
  answer: OutboundAnswer,
  url: string,
  terms: PriceTerms,
  currency: string,
  now: number,
): FetchedPrice | PriceFault {
  const { status, headers, body, complete } = answer;
  if (status < 200 || status >= 300) return statusFault(status, retryAfterMs(headers, now));
  try {
    if (!complete) throw new ReadFault('too_large', `The response is longer than ${MAX_RESPONSE / 1_024} KB.`, 'url');
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (encoding !== '' && encoding !== 'identity')
      throw new ReadFault('compressed', 'The response is compressed, although that was not accepted.', 'url');
    return { ...readPrice(body, headers['content-type'] ?? '', terms, currency, now), url };
  } catch (error) {
    if (error instanceof ReadFault) return { code: error.code, detail: error.message, field: error.field };
    throw error;
  }
}

function statusFault(status: number, wait: number | undefined): PriceFault {
  const [code, detail] =
    status === 404 || status === 410
      ? ['not_found', `The server has nothing at this address (${status}).`]
      : status === 429
        ? ['rate_limited', 'The server asks for fewer requests (429).']
        : status >= 500
          ? ['server_error', `The server failed (${status}).`]
          : ['refused', `The server does not return the prices (${status}).`];
  return { code: code as string, detail: detail as string, field: 'url', retryAfterMs: wait };
}

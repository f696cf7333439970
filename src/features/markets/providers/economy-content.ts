import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { SeriesContent, SeriesDescription } from '../economic-series.js';
import { dbnomicsSeries, ecbSeriesContent, fredContent } from './economy-answers.js';

/** A response with the observations of a series, and what is needed to parse it. */
export type ContentResponse =
  | { vendor: 'dbnomics' }
  | { vendor: 'ecb'; id: string }
  | { vendor: 'fred'; description: SeriesDescription };

/** A parsed response, or the code of the failure: errors lose their class between threads. */
export type ContentOutcome = { content: SeriesContent } | { failure: UpstreamError['code'] };

/** Parses a response. @throws UpstreamError `bad_answer`, `not_found`, `too_large` */
export function readContent(response: ContentResponse, bytes: Uint8Array): SeriesContent {
  const text = new TextDecoder().decode(bytes);
  if (response.vendor === 'ecb') return ecbSeriesContent(text, response.id);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw badAnswer('The response is not JSON.');
  }
  return response.vendor === 'fred' ? fredContent(body, response.description) : dbnomicsSeries(body);
}

/** Parses a response for another thread. */
export function outcomeOf(response: ContentResponse, bytes: Uint8Array): ContentOutcome {
  try {
    return { content: readContent(response, bytes) };
  } catch (error) {
    return { failure: error instanceof UpstreamError ? error.code : 'bad_answer' };
  }
}

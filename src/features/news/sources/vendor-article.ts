import type { Fields } from '../../../upstream/answers.js';
import type { FeedIntake } from '../../../upstream/feed-intake.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import type { Upstream, UpstreamRequest } from '../../../upstream/upstreams.js';
import { MAX_SUMMARY, MAX_TEXT, MAX_TITLE, type ParsedArticle } from '../article.js';
import { cut, plainText } from '../reading/plain-text.js';
import { webAddress } from '../reading/read-articles.js';

/** The articles read from a response, and the number of its invalid records. */
export interface ReadRecords {
  articles: ParsedArticle[];
  skipped: number;
}

/**
 * Reads the records of a list one by one; invalid ones are counted.
 * @throws UpstreamError `bad_answer` if the value is not a list, or if no record is valid
 */
export function readRecords(value: unknown, read: (fields: Fields) => ParsedArticle | undefined): ReadRecords {
  if (!Array.isArray(value)) throw badAnswer('The answer is not a list.');
  const articles = value.flatMap((one) => (typeof one === 'object' && one !== null ? (read(one as Fields) ?? []) : []));
  if (value.length > 0 && articles.length === 0) throw badAnswer('No record of the answer has the documented form.');
  return { articles, skipped: value.length - articles.length };
}

/** Reads the articles of one response, and counts its records. @throws UpstreamError */
export async function readArticles(
  upstream: Upstream,
  request: UpstreamRequest<ReadRecords>,
  counts?: FeedIntake,
): Promise<ParsedArticle[]> {
  const { articles, skipped } = await upstream.get({
    ...request,
    records: (read) => read.articles.length,
    skipped: (read) => read.skipped,
  });
  counts?.reject('invalid', skipped);
  return articles;
}

/** An article as a vendor sends it; texts may contain markup. */
export type VendorArticle = Pick<ParsedArticle, 'externalId' | 'publishedAt' | 'tier' | 'title'> &
  Partial<ParsedArticle>;

/** Returns an article with plain texts and defaults. @returns undefined without a title or with an invalid time */
export function articleOf({
  externalId,
  publishedAt,
  title,
  summary,
  text,
  url,
  ...given
}: VendorArticle): ParsedArticle | undefined {
  const shown = cut(plainText(title), MAX_TITLE);
  if (shown === '' || Number.isNaN(publishedAt.getTime())) return undefined;
  const whole = plainText(text ?? '');
  const brief = plainText(summary ?? '') || cut(whole, 400);
  const address = webAddress(url ?? null, 'https://invalid.invalid/');
  const host = address === null ? null : new URL(address).hostname.replace(/^www\./, '');
  return {
    sourceName: host ?? 'Unknown',
    owner: host ?? 'unknown',
    author: null,
    declaredLanguage: null,
    sourceCountry: null,
    sourceSymbols: [],
    position: null,
    providerSentiment: null,
    ...given,
    externalId,
    url: address,
    title: shown,
    summary: brief === '' || brief === shown ? null : cut(brief, MAX_SUMMARY),
    text: whole.length > brief.length ? cut(whole, MAX_TEXT) : null,
    publishedAt,
  };
}

import { MINUTE_MS } from '../../../time/durations.js';
import { type Fields, readRecord, textOf } from '../../../upstream/answers.js';
import type { FeedSource } from '../../../upstream/feed-source.js';
import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import { type NewsSourceMaker, type NewsSourceParts, takeArticles } from './news-source.js';
import { articleOf, type ReadRecords, readArticles, readRecords } from './vendor-article.js';

const namesOf = (type: 'language' | 'region', codes: readonly string[]): ReadonlyMap<string, string> => {
  const names = new Intl.DisplayNames(['en'], { type });
  return new Map(codes.map((code) => [(names.of(code) ?? code).toLowerCase(), code]));
};

const letters = 'abcdefghijklmnopqrstuvwxyz';
const pairs = [...letters].flatMap((first) => [...letters].map((second) => first + second));

/** ISO 639-1 codes by English name in lower case, the form in which GDELT names languages. */
const languageCodes = namesOf('language', pairs);

/** ISO 3166-1 codes by English name in lower case, the form in which GDELT names countries. */
const countryCodes = namesOf(
  'region',
  pairs.map((code) => code.toUpperCase()),
);

/** Interval of calls (ms): GDELT is updated every 15 minutes. */
const EVERY_MS = 15 * MINUTE_MS;
/** Time between two calls (s). GDELT limits calls by IP address, so all queries share this limit. */
const CALL_SECONDS = 5;
const MAX_RECORDS = 250;
const MIN_QUERY = 3;
const MAX_QUERY = 250;

/** The upstream that all queries share, with its limit of calls. */
const shared = new WeakMap<object, Upstream>();

/**
 * Makes the source `gdelt:<query>`: articles that match a query of GDELT DOC 2.0
 * (https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/).
 */
export const gdeltSource: NewsSourceMaker = (line, parts) => {
  const query = /^gdelt:(.*)$/s.exec(line)?.[1]?.trim();
  if (query === undefined) return undefined;
  if (query.length < MIN_QUERY || query.length > MAX_QUERY)
    throw new Error(`needs a query of ${MIN_QUERY} to ${MAX_QUERY} characters after gdelt:`);
  return makeSource(query, parts);
};

function makeSource(query: string, parts: NewsSourceParts): FeedSource {
  const { upstreams, config, clock, timers } = parts;
  const named = { feed: 'news.gdelt', provider: 'gdelt' };
  const upstream =
    shared.get(upstreams) ??
    upstreams.open({
      ...named,
      baseUrl: config.vendors.gdeltdoc.baseUrl,
      budgets: [{ calls: 1, windowSeconds: CALL_SECONDS }],
      repeats: false,
      timeoutMs: 30_000,
      staleSeconds: 3_600,
    });
  shared.set(upstreams, upstream);
  return pollSource({
    ...named,
    everyMs: EVERY_MS,
    stallMs: 60_000,
    clock,
    timers,
    upstream,
    async ask(signal, intake) {
      const request = {
        path: '/doc',
        // The queried time span is twice the interval, so that no article between two calls is missed.
        query: {
          query,
          mode: 'artlist',
          format: 'json',
          sort: 'datedesc',
          maxrecords: String(MAX_RECORDS),
          timespan: '30min',
        },
        signal,
        as: 'text' as const,
        parse: gdeltArticles,
      };
      return takeArticles(named.provider, await readArticles(upstream, request, intake), parts, intake, signal);
    },
  });
}

/**
 * Reads the articles of a response. Errors have the status 200, with a sentence or a page as the body.
 * @throws UpstreamError `rate_limited`, `bad_answer`
 */
export function gdeltArticles(body: unknown): ReadRecords {
  const text = String(body).trim();
  if (/^please limit requests/i.test(text)) throw new UpstreamError('rate_limited', CALL_SECONDS * 1_000);
  // A response without matching articles is empty, or an object without the list.
  if (text === '') return { articles: [], skipped: 0 };
  const { articles } = readRecord(parsed(text), 'The answer');
  return articles === undefined ? { articles: [], skipped: 0 } : readRecords(articles, gdeltArticle);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badAnswer(text.startsWith('<') ? 'The answer is a page.' : 'GDELT refuses the query.');
  }
}

function gdeltArticle({ url, title, seendate, domain, language, sourcecountry }: Fields) {
  const [address, heading, seen, host] = [
    textOf(url),
    textOf(title),
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(seendate)),
    textOf(domain),
  ];
  if (address === null || heading === null || seen === null) return undefined;
  const [, year, month, day, hour, minute, second] = seen;
  return articleOf({
    externalId: address,
    url: address,
    // GDELT puts spaces around punctuation, which are removed.
    title: heading.replace(/\s+([,.;:!?%)\]])/g, '$1').replace(/([([])\s+/g, '$1'),
    publishedAt: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`),
    tier: 4,
    declaredLanguage: languageCodes.get(textOf(language)?.toLowerCase() ?? '') ?? null,
    sourceCountry: countryCodes.get(textOf(sourcecountry)?.toLowerCase() ?? '') ?? null,
    ...(host !== null && { sourceName: host, owner: host.replace(/^www\./, '') }),
  });
}

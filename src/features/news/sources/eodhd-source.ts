import { DAY_MS, MINUTE_MS } from '../../../time/durations.js';
import { type Fields, numberOf, textOf } from '../../../upstream/answers.js';
import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import { type NewsSourceMaker, takeArticles } from './news-source.js';
import { articleOf, type ReadRecords, readArticles, readRecords } from './vendor-article.js';

const EVERY_MS = 15 * MINUTE_MS;
const LIMIT = 200;

/**
 * Makes the source `eodhd`: news of EODHD (https://eodhd.com/financial-apis/stock-market-financial-news-api), with its
 * symbols and sentiment. A request costs five calls of the plan.
 */
export const eodhdNewsSource: NewsSourceMaker = (line, parts) => {
  if (line !== 'eodhd') return undefined;
  const { upstreams, config, clock, timers } = parts;
  const named = { feed: 'news.eodhd', provider: 'eodhd' };
  const { baseUrl, apiKey = '' } = config.vendors.eodhd;
  const upstream = upstreams.open({
    ...named,
    baseUrl,
    query: { api_token: apiKey, fmt: 'json' },
    staleSeconds: 3_600,
    timeoutMs: 30_000,
  });
  return pollSource({
    ...named,
    everyMs: EVERY_MS,
    stallMs: 60_000,
    clock,
    timers,
    upstream,
    async ask(signal, intake) {
      const from = new Date(clock.now() - DAY_MS).toISOString().slice(0, 10);
      const query = { from, limit: String(LIMIT), offset: '0' };
      const request = { path: '/news', query, parse: eodhdArticles, signal };
      return takeArticles(named.provider, await readArticles(upstream, request, intake), parts, intake, signal);
    },
  });
};

/** Reads the articles of a response. @throws UpstreamError `bad_answer` */
export const eodhdArticles = (body: unknown): ReadRecords => readRecords(body, eodhdArticle);

function eodhdArticle({ date, title, content, link, symbols, sentiment }: Fields) {
  const [at, heading, url] = [textOf(date), textOf(title), textOf(link)];
  if (at === null || heading === null || url === null) return undefined;
  const named = Array.isArray(symbols) ? symbols.flatMap((symbol) => textOf(symbol)?.toUpperCase() ?? []) : [];
  const polarity = numberOf((sentiment as Fields | null | undefined)?.polarity);
  return articleOf({
    externalId: url,
    url,
    title: heading,
    text: textOf(content),
    publishedAt: new Date(at),
    tier: 3,
    declaredLanguage: 'en',
    sourceSymbols: named.filter((symbol) => /^[A-Z0-9][A-Z0-9_&-]{0,23}\.[A-Z]{1,8}$/.test(symbol)).slice(0, 50),
    providerSentiment: polarity === null ? null : Math.min(1, Math.max(-1, polarity)),
  });
}

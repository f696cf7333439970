import { MINUTE_MS } from '../../../time/durations.js';
import { type Fields, numberOf, textOf } from '../../../upstream/answers.js';
import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import { type NewsSourceMaker, takeArticles } from './news-source.js';
import { articleOf, type ReadRecords, readArticles, readRecords } from './vendor-article.js';

const EVERY_MS = 5 * MINUTE_MS;

/**
 * Makes the source `finnhub`: general market news of Finnhub (https://finnhub.io/docs/api/market-news). Its links are
 * redirects of Finnhub, so one page has several addresses.
 */
export const finnhubNewsSource: NewsSourceMaker = (line, parts) => {
  if (line !== 'finnhub') return undefined;
  const { upstreams, config, clock, timers } = parts;
  const named = { feed: 'news.finnhub', provider: 'finnhub' };
  const { baseUrl, apiKey = '' } = config.vendors.finnhub;
  const upstream = upstreams.open({
    ...named,
    baseUrl,
    headers: { 'x-finnhub-token': apiKey },
    staleSeconds: 1_800,
    timeoutMs: 20_000,
  });
  let newest = 0;
  return pollSource({
    ...named,
    everyMs: EVERY_MS,
    stallMs: 60_000,
    clock,
    timers,
    upstream,
    async ask(signal, intake) {
      const query = { category: 'general', minId: String(newest) };
      const articles = await readArticles(upstream, { path: '/news', query, parse: finnhubArticles, signal }, intake);
      const stored = await takeArticles(named.provider, articles, parts, intake, signal);
      newest = articles.reduce((most, { externalId }) => Math.max(most, Number(externalId)), newest);
      return stored;
    },
  });
};

/** Reads the articles of a response. @throws UpstreamError `bad_answer` */
export const finnhubArticles = (body: unknown): ReadRecords => readRecords(body, finnhubArticle);

function finnhubArticle({ id, datetime, headline, summary, source, related, url }: Fields) {
  const [number, seconds, heading, name] = [numberOf(id), numberOf(datetime), textOf(headline), textOf(source)];
  if (number === null || seconds === null || heading === null) return undefined;
  const symbols = (textOf(related) ?? '').split(',').filter((ticker) => /^[A-Z][A-Z0-9-]{0,9}$/.test(ticker));
  return articleOf({
    externalId: String(number),
    url: textOf(url),
    title: heading,
    summary: textOf(summary),
    publishedAt: new Date(seconds * 1_000),
    tier: 3,
    declaredLanguage: 'en',
    sourceSymbols: symbols.slice(0, 50).map((ticker) => `${ticker}.US`),
    ...(name !== null && { sourceName: name, owner: name.toLowerCase() }),
  });
}

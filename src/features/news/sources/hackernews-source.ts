import { type Fields, numberOf, readRecord, textOf } from '../../../upstream/answers.js';
import type { FeedSource } from '../../../upstream/feed-source.js';
import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import type { ParsedArticle } from '../article.js';
import { type NewsSourceMaker, type NewsSourceParts, takeArticles } from './news-source.js';
import { articleOf } from './vendor-article.js';

const EVERY_MS = 300_000;
/** Number of stories read from the front page; the list has up to 500. */
const STORIES = 60;
/** Maximum number of concurrent calls. */
const CONCURRENT = 6;
/** Number of ids remembered, so that each story is fetched once. */
const REMEMBERED = 5_000;

/** Makes the source `hackernews`: the stories of the front page of Hacker News (https://github.com/HackerNews/API). */
export const hackerNewsSource: NewsSourceMaker = (line, parts) =>
  line === 'hackernews' ? makeSource(parts) : undefined;

function makeSource(parts: NewsSourceParts): FeedSource {
  const { upstreams, config, clock, timers } = parts;
  const named = { feed: 'news.hackernews', provider: 'hackernews' };
  const upstream = upstreams.open({ ...named, baseUrl: config.vendors.hackernews.baseUrl, staleSeconds: 1_800 });
  const seen = new Set<number>();
  return pollSource({
    ...named,
    everyMs: EVERY_MS,
    stallMs: 120_000,
    clock,
    timers,
    upstream,
    async ask(signal, intake) {
      const ids = await upstream.get({ path: '/topstories.json', signal, parse: storyIds });
      const unseen = ids.slice(0, STORIES).filter((id) => !seen.has(id));
      const articles: ParsedArticle[] = [];
      for (let at = 0; at < unseen.length; at += CONCURRENT) {
        const stories = await Promise.all(
          unseen.slice(at, at + CONCURRENT).map((id) => readStory(upstream, id, signal)),
        );
        for (const story of stories) {
          if (story === undefined) intake?.reject('invalid');
          else articles.push(story);
        }
      }
      const stored = await takeArticles(named.provider, articles, parts, intake, signal);
      // Ids are remembered only after their stories are stored, so that a failure repeats them.
      for (const id of unseen) seen.add(id);
      for (const id of seen) if (seen.size > REMEMBERED) seen.delete(id);
      return stored;
    },
  });
}

const readStory = (upstream: Upstream, id: number, signal: AbortSignal) =>
  upstream.get({
    path: `/item/${id}.json`,
    signal,
    parse: (body) => (body === null ? undefined : hackerNewsStory(readRecord(body, 'A story'))),
  });

/** Reads the ids of a list of stories. @throws UpstreamError `bad_answer` */
export function storyIds(body: unknown): number[] {
  if (!Array.isArray(body) || !body.every((id) => Number.isSafeInteger(id) && id > 0))
    throw badAnswer('The list of stories is not a list of numbers.');
  return body;
}

/** Returns the article of an item. @returns undefined for deleted or dead items, and for items that are not stories */
export function hackerNewsStory({
  id,
  type,
  by,
  time,
  title,
  url,
  text,
  deleted,
  dead,
}: Fields): ParsedArticle | undefined {
  const [number, seconds, heading] = [numberOf(id), numberOf(time), textOf(title)];
  if (type !== 'story' || deleted === true || dead === true || number === null || seconds === null || heading === null)
    return undefined;
  return articleOf({
    externalId: String(number),
    url: textOf(url) ?? `https://news.ycombinator.com/item?id=${number}`,
    title: heading,
    text: textOf(text),
    author: textOf(by),
    publishedAt: new Date(seconds * 1_000),
    tier: 4,
    declaredLanguage: 'en',
  });
}

import { ConfigurationError } from '../../../config/environment.js';
import type { FeedSource } from '../../../upstream/feed-source.js';
import { feedPollingSource } from '../feeds/feed-polling-source.js';
import { simulatorSource } from '../simulator/simulator-source.js';
import { eodhdNewsSource } from '../sources/eodhd-source.js';
import { finnhubNewsSource } from '../sources/finnhub-source.js';
import { gdeltSource } from '../sources/gdelt-source.js';
import { hackerNewsSource } from '../sources/hackernews-source.js';
import type { NewsSourceMaker, NewsSourceParts } from '../sources/news-source.js';

const builtIn: NewsSourceMaker = (line, parts) =>
  line === 'builtin' ? feedPollingSource('news.builtin', true, parts) : undefined;
const makers: readonly NewsSourceMaker[] = [
  simulatorSource,
  builtIn,
  hackerNewsSource,
  gdeltSource,
  eodhdNewsSource,
  finnhubNewsSource,
];

/**
 * Makes the configured sources and the source of accounts' feeds, each with a unique feed name.
 * @throws ConfigurationError with the position of every unknown or duplicate line
 */
export function createNewsSources(parts: NewsSourceParts): FeedSource[] {
  const { sources: lines } = parts.config;
  const problems: string[] = [];
  const own = feedPollingSource('news.feeds', false, parts);
  if (lines.includes('none')) {
    if (lines.length > 1) throw new ConfigurationError(['SVC_NEWS_SOURCES must not name other sources beside none']);
    return [own];
  }
  const made = lines.flatMap((line, place) => {
    const refuse = (rule: string) => {
      problems.push(`SVC_NEWS_SOURCES, source ${place + 1}: ${rule}`);
      return [];
    };
    if (lines.indexOf(line) < place) return refuse('is listed twice');
    try {
      return (
        makers.map((maker) => maker(line, parts)).find((source) => source !== undefined) ??
        refuse('is not a known source')
      );
    } catch (error) {
      return refuse(error instanceof Error ? error.message : 'cannot be used');
    }
  });
  if (problems.length > 0) throw new ConfigurationError(problems);
  return [own, ...made].map(numbered());
}

/** Returns a function that numbers repeated feed names: the second `news.gdelt` becomes `news.gdelt.2`. */
function numbered(): (source: FeedSource) => FeedSource {
  const counts = new Map<string, number>();
  return (source) => {
    const count = (counts.get(source.feed) ?? 0) + 1;
    counts.set(source.feed, count);
    if (count === 1) return source;
    const { feed, provider, stallMs } = source;
    return { feed: `${feed}.${count}`, provider, stallMs, run: (run) => source.run(run) };
  };
}

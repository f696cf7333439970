import 'reflect-metadata';
import test from 'ava';
import { readConfig } from '../../../../src/config/read-config.js';
import { NewsRunner } from '../../../../src/features/news/ingestion/news.runner.js';
import { FeedRegistry } from '../../../../src/upstream/feed-status.js';
import { serviceFor } from '../../../support/service-for.js';

const prepared = async (t: Parameters<typeof serviceFor>[0], env: Record<string, string>) => {
  const { services } = await serviceFor(t, { env });
  services.get(NewsRunner).prepare();
  return services
    .get(FeedRegistry)
    .list()
    .flatMap(({ feed, standby }) => (feed.startsWith('news.') && standby ? [feed] : []));
};

test('by default the simulator and the feeds of accounts are read', async (t) => {
  t.deepEqual(await prepared(t, {}), ['news.feeds', 'news.simulator']);
});

test('SVC_NEWS_SOURCES enables sources, and each of several queries of GDELT has its own feed', async (t) => {
  const sources = 'builtin,hackernews,gdelt:piracy,gdelt:(strike OR lockout),eodhd,finnhub';
  const env = { SVC_NEWS_SOURCES: sources, SVC_EODHD_API_KEY: 'key', SVC_FINNHUB_API_KEY: 'key' };
  t.deepEqual(await prepared(t, env), [
    'news.builtin',
    'news.eodhd',
    'news.feeds',
    'news.finnhub',
    'news.gdelt',
    'news.gdelt.2',
    'news.hackernews',
  ]);
  t.deepEqual(await prepared(t, { SVC_NEWS_SOURCES: 'none' }), ['news.feeds']);
});

test('unknown, repeated and contradictory sources prevent the start, and the error names their position', async (t) => {
  const refused = async (sources: string) => {
    const error = await t.throwsAsync(prepared(t, { SVC_NEWS_SOURCES: sources }));
    return error?.message ?? '';
  };
  t.regex(await refused('simulator,reuters'), /SVC_NEWS_SOURCES, source 2: is not a known source/);
  t.regex(await refused('simulator,simulator'), /source 2: is listed twice/);
  t.regex(await refused('none,simulator'), /must not name other sources beside none/);
  t.regex(await refused('gdelt:x'), /needs a query of 3 to 250 characters/);
});

test('a source that needs a key prevents the start if the key is missing', async (t) => {
  await t.throwsAsync(readConfig({ SVC_NEWS_SOURCES: 'finnhub' }), {
    message: /SVC_FINNHUB_API_KEY must be set, as SVC_NEWS_SOURCES names finnhub/,
  });
});

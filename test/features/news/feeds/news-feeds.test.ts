import 'reflect-metadata';
import test from 'ava';
import { Database } from '../../../../src/database/database.js';
import { builtInFeeds } from '../../../../src/features/news/feeds/built-in-feeds.js';
import { FeedPollingService } from '../../../../src/features/news/feeds/feed-polling.service.js';
import { isProblem } from '../../../support/is-problem.js';
import { startTestService, type TestService } from '../../../support/test-service.js';
import { webServer } from '../../../support/web-server.js';

let service: TestService;
test.before(async () => {
  service = await startTestService({
    env: { SVC_OUTBOUND_ALLOW: '127.0.0.1', SVC_NEWS_SOURCES: 'builtin', SVC_NEWS_FEED_LIMIT: '3' },
  });
});
test.after.always(() => service.close());

const outline = (attributes: string) => `<outline type="rss" ${attributes}/>`;
const opml = (...outlines: string[]) =>
  `<?xml version="1.0"?><opml version="2.0"><head/><body><outline text="Folder">${outlines.join('')}</outline></body></opml>`;

test('the built-in list has at least 40 feeds, each with its own id and URL, an owner, a language and a country', (t) => {
  const feeds = [...builtInFeeds().values()];
  t.true(feeds.length >= 40);
  t.is(new Set(feeds.map(({ url }) => url)).size, feeds.length);
  for (const { id, url, name, publisher, language, country, tier } of feeds) {
    t.regex(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    t.true(url.startsWith('https://') && name !== '' && publisher !== '', url);
    t.regex(`${language} ${country} ${tier}`, /^[a-z]{2} [A-Z]{2} [123]$/);
  }
});

test('built-in feeds are listed before own ones in pages, can be read by id and cannot be changed', async (t) => {
  const ada = await service.signedIn();
  const own = (await ada.post('/news/feeds', { url: 'http://127.0.0.1:9/feed', name: 'Mine' })).json;
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { items: Array<{ id: string }>; nextCursor: string | null } = (
      await ada.get(`/news/feeds?limit=30${cursor === '' ? '' : `&cursor=${cursor}`}`)
    ).json;
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  t.deepEqual(seen, [...builtInFeeds().keys(), own.id]);
  t.deepEqual((await ada.get('/news/feeds?builtIn=false')).json.items, [own]);
  t.is((await ada.get('/news/feeds?order=desc&limit=1')).json.items[0].id, own.id);
  const [first] = builtInFeeds().values();
  t.like((await ada.get(`/news/feeds/${first!.id}`)).json, {
    builtIn: true,
    name: first!.name,
    owner: first!.publisher,
    status: 'pending',
  });
  isProblem(t, await ada.patch(`/news/feeds/${first!.id}`, { name: 'Other' }), 404, 'not_found');
  isProblem(t, await ada.delete(`/news/feeds/${first!.id}`), 404, 'not_found');
});

test('built-in feeds are fetched from another base when the operator sets one, and their articles are public', async (t) => {
  const server = await webServer(t);
  const other = await startTestService({
    env: { SVC_OUTBOUND_ALLOW: '127.0.0.1', SVC_NEWS_SOURCES: 'builtin', SVC_NEWS_BUILTIN_BASE_URL: server.url },
  });
  t.teardown(() => other.close());
  const date = new Date(other.clock.now()).toUTCString();
  const [first] = builtInFeeds().values();
  const { host, pathname } = new URL(first!.url);
  server.answers[`/${host}${pathname}`] = {
    body: `<rss version="2.0"><channel><title>x</title><item><title>One</title><pubDate>${date}</pubDate></item></channel></rss>`,
  };
  const polling = other.services.get(FeedPollingService);
  await polling.addBuiltIn();
  const feeds = await polling.due(true, 100);
  t.is(feeds.length, builtInFeeds().size);
  t.is((await polling.poll(feeds.find(({ id }) => id === first!.id)!)).stored, 1);
  const { rows } = await other.services
    .get(Database)
    .query('select owner_id, source_name, owner, tier from news_articles');
  t.deepEqual(rows, [{ owner_id: null, source_name: first!.name, owner: first!.publisher, tier: first!.tier }]);
});

test('a preview shows what would be stored, and stores nothing', async (t) => {
  const date = new Date(service.clock.now()).toUTCString();
  const items = `<item><title>A &amp;amp; B</title><link>/1</link><pubDate>${date}</pubDate></item><item><title>Undated</title></item><item><title>Old</title><pubDate>Thu, 01 Jan 2015 10:00:00 GMT</pubDate></item>`;
  const server = await webServer(t, {
    '/feed': {
      body: `<rss version="2.0"><channel><title>Harbor</title><link>https://harbor.example/</link>${items}</channel></rss>`,
    },
  });
  const ada = await service.signedIn();
  const answer = await ada.post('/news/feeds/preview', { url: `${server.url}/feed` });
  t.like(answer.json, { format: 'rss', title: 'Harbor', itemCount: 3, rejected: [{ reason: 'old', count: 1 }] });
  t.like(answer.json.articles[0], { title: 'A & B', url: 'https://harbor.example/1' });
  t.deepEqual((await ada.get('/news/feeds?builtIn=false')).json.items, []);
});

test('a preview of a page that is not a feed, a missing page or a private address returns 422 with the reason', async (t) => {
  const server = await webServer(t, { '/page': { body: '<!doctype html><html></html>' }, '/gone': { status: 410 } });
  const ada = await service.signedIn();
  const detail = async (url: string) => {
    const { status, json } = await ada.post('/news/feeds/preview', { url });
    return [status, json.detail];
  };
  t.deepEqual(await detail(`${server.url}/page`), [
    422,
    'The URL leads to an HTML page, not to a feed. Give the URL of the feed itself.',
  ]);
  t.deepEqual(await detail(`${server.url}/missing`), [422, 'The server has no document at this URL (404).']);
  t.deepEqual(await detail(`${server.url}/gone`), [422, 'The server answered 410 Gone: this feed no longer exists.']);
  t.is((await detail('http://10.0.0.1/feed'))[0], 422);
});

test('an OPML import adds feeds of all folders up to the quota and lists skipped ones; the export can be imported again', async (t) => {
  const ada = await service.signedIn();
  const document = opml(
    outline('text="A &amp;amp; B" xmlUrl="http://127.0.0.1:9/a" language="de-AT"'),
    outline('text="Again" xmlUrl="http://127.0.0.1:9/a"'),
    outline('text="Private" xmlUrl="http://10.0.0.1/feed"'),
    ...['b', 'c', 'd'].map((name) => outline(`text="${name}" xmlUrl="http://127.0.0.1:9/${name}"`)),
  );
  const { json } = await ada.post('/news/feeds/opml', { document });
  t.deepEqual(
    json.added.map(({ name, language }: { name: string; language: string }) => [name, language]),
    [
      ['A & B', 'de'],
      ['b', null],
      ['c', null],
    ],
  );
  t.deepEqual(
    json.skipped.map(({ reason }: { reason: string }) => reason),
    ['already_added', 'invalid_url', 'quota'],
  );
  const exported = (await ada.get('/news/feeds/opml')).text;
  const bob = await service.signedIn();
  t.deepEqual(
    (await bob.post('/news/feeds/opml', { document: exported })).json.added.map(({ name }: { name: string }) => name),
    ['A & B', 'b', 'c'],
  );
  t.regex(
    (await ada.post('/news/feeds/opml', { document: '<html/>' })).json.detail,
    /^The document is not OPML\. Export your feeds from the other program as OPML/,
  );
});

import 'reflect-metadata';
import test from 'ava';
import { Database } from '../../../../src/database/database.js';
import { FeedRepository } from '../../../../src/features/news/feeds/feed.repository.js';
import { FeedPollingService } from '../../../../src/features/news/feeds/feed-polling.service.js';
import { DeleteOldNewsJob } from '../../../../src/features/news/intake/delete-old-news.job.js';
import { startTestService, type TestService } from '../../../support/test-service.js';
import { type WebAnswer, webServer } from '../../../support/web-server.js';

const HOUR = 3_600_000;
let service: TestService;
test.before(async () => {
  service = await startTestService({ env: { SVC_OUTBOUND_ALLOW: '127.0.0.1' } });
  service.services.get(FeedPollingService).random = () => 0.5;
});
test.after.always(() => service.close());

/** Returns a feed with one article for each title; the articles are an hour old. */
function rss(...titles: string[]): string {
  const date = new Date(service.clock.now() - HOUR).toUTCString();
  const items = titles.map(
    (title) =>
      `<item><title>${title}</title><guid isPermaLink="false">${title}</guid><link>/${encodeURIComponent(title)}</link><pubDate>${date}</pubDate></item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Harbor</title><link>https://harbor.example/</link>${items.join('')}</channel></rss>`;
}

/** Returns an account with a feed on a test server, and functions that poll the feed and read its state. */
async function scene(t: Parameters<typeof webServer>[0], answer: WebAnswer) {
  const server = await webServer(t, { '/feed': answer });
  const ada = await service.signedIn();
  const { id } = (await ada.post('/news/feeds', { url: `${server.url}/feed` })).json;
  const repository = service.services.get(FeedRepository);
  const polling = service.services.get(FeedPollingService);
  const poll = async () => polling.poll((await repository.find(ada.accountId, id))!);
  const shown = async () => (await ada.get(`/news/feeds/${id}`)).json;
  const state = async () => (await ada.get(`/news/feeds/${id}/polling`)).json;
  return { server, ada, id, poll, shown, state };
}

const rowsOf = async (feedId: string) =>
  (
    await service.services
      .get(Database)
      .query<{ title: string; owner_id: string }>(
        'select title, owner_id from news_articles where feed_id = $1 order by title',
        [feedId],
      )
  ).rows;

test('the articles of an account’s own feed are stored once and belong to the account', async (t) => {
  const { server, ada, id, poll, shown, state } = await scene(t, { body: rss('One', 'Two') });
  t.like(await shown(), { status: 'pending', version: 1 });
  t.is((await poll()).stored, 2);
  t.is((await poll()).stored, 0);
  server.answers['/feed'] = { body: rss('Three', 'One') };
  t.is((await poll()).stored, 1);
  t.deepEqual(
    await rowsOf(id),
    ['One', 'Three', 'Two'].map((title) => ({ title, owner_id: ada.accountId })),
  );
  t.like(await shown(), { status: 'ok', failure: null, version: 2 });
  t.like(await state(), { articleCount: 3, consecutiveFailures: 0 });
});

test.serial(
  'articles without a readable date are dated by their first reading, in the order of the feed, and marked',
  async (t) => {
    const undated = (...titles: string[]) =>
      `<rss version="2.0"><channel><title>Harbor</title>${titles.map((title) => `<item><title>${title}</title><pubDate>3/4/2026</pubDate></item>`).join('')}</channel></rss>`;
    const { server, ada, id, poll } = await scene(t, { body: undated('Two', 'One') });
    const listed = async () => {
      const { items } = (await ada.get('/news?limit=100')).json;
      return items.filter(({ feedId }: { feedId: string }) => feedId === id);
    };
    t.is((await poll()).stored, 2);
    const first = await listed();
    t.deepEqual(
      first.map(({ title, dated, provenance }: Record<string, unknown>) => [
        title,
        dated,
        (provenance as { asOf: unknown }).asOf,
      ]),
      [
        ['Two', false, null],
        ['One', false, null],
      ],
    );
    t.is(first[0].publishedAt, new Date(service.clock.now()).toISOString());
    service.clock.advance(60_000);
    server.answers['/feed'] = {
      body: undated('Three', 'Two', 'One').replace(
        '<pubDate>3/4/2026</pubDate>',
        `<pubDate>${new Date(service.clock.now()).toUTCString()}</pubDate>`,
      ),
    };
    t.is((await poll()).stored, 1);
    const later = await listed();
    t.deepEqual(later.slice(1), first, 'nothing changes when they are read again');
    t.like(later[0], { title: 'Three', dated: true });
  },
);

test('validators are sent verbatim, and stored only after a document that was parsed', async (t) => {
  const { server, poll, shown } = await scene(t, {
    headers: { etag: 'W/"bad"' },
    body: '<!doctype html><html></html>',
  });
  t.is((await poll()).failure, 'html');
  t.like((await shown()).failure, { code: 'html' });
  server.answers['/feed'] = { headers: { etag: 'W/"good"', 'last-modified': 'some day' }, body: rss('One') };
  await poll();
  server.answers['/feed'] = { status: 304, headers: { 'cache-control': 'max-age=7200' } };
  t.is((await poll()).failure, null);
  t.deepEqual(
    server.requests.map(({ headers }) => [headers['if-none-match'], headers['if-modified-since']]),
    [
      [undefined, undefined],
      [undefined, undefined],
      ['W/"good"', 'some day'],
    ],
  );
  t.is((await shown()).status, 'ok');
});

test('a failing feed keeps its articles and waits longer each time; Retry-After is obeyed', async (t) => {
  const { server, id, poll, shown, state } = await scene(t, { body: rss('One') });
  await poll();
  server.answers['/feed'] = { status: 503, headers: { 'retry-after': '43200' } };
  await poll();
  t.like(await shown(), { status: 'failing', failure: { code: 'server_error' } });
  t.is(Date.parse((await state()).nextFetchAt) - service.clock.now(), 12 * HOUR);
  t.is((await rowsOf(id)).length, 1);
});

test('a feed that answers 410 is gone until its URL is changed', async (t) => {
  const { server, ada, id, poll, shown, state } = await scene(t, { status: 410 });
  await poll();
  t.is((await shown()).status, 'gone');
  t.is((await state()).nextFetchAt, null);
  server.answers['/new'] = { body: rss('One') };
  t.is((await ada.patch(`/news/feeds/${id}`, { url: `${server.url}/new` })).json.status, 'pending');
  t.is((await poll()).stored, 1);
});

test('after three permanent redirects to the same address the feed is fetched from it; temporary redirects are not counted', async (t) => {
  const { server, poll, shown } = await scene(t, { status: 302, headers: { location: '/new' } });
  server.answers['/new'] = { body: rss('One') };
  for (let at = 0; at < 4; at += 1) await poll();
  t.is((await shown()).movedTo, null);
  server.answers['/feed'] = { status: 308, headers: { location: '/new' } };
  for (let at = 0; at < 3; at += 1) await poll();
  t.is((await shown()).movedTo, `${server.url}/new`);
  server.requests.length = 0;
  await poll();
  t.deepEqual(
    server.requests.map(({ url }) => url),
    ['/new'],
  );
});

test('the error of a feed with too many headers is not that its document is too long', async (t) => {
  const { poll, shown } = await scene(t, { body: rss('One'), headers: { 'x-padding': 'x'.repeat(20_000) } });
  t.is((await poll()).failure, 'too_large');
  t.regex((await shown()).failure.detail, /header section of the answer is longer than 16 KB/);
});

test('endless redirects, redirects to private addresses and documents over 5 MB are failures, and nothing is stored', async (t) => {
  const { server, poll, shown } = await scene(t, { status: 301, headers: { location: '/feed' } });
  t.is((await poll()).failure, 'redirects');
  server.answers['/feed'] = { status: 301 };
  t.is((await poll()).failure, 'redirects', 'without an address');
  server.answers['/feed'] = { status: 301, headers: { location: 'http://10.0.0.1/feed' } };
  t.is((await poll()).failure, 'blocked_address');
  server.answers['/feed'] = { body: Buffer.alloc(5_000_001, 0x20) };
  t.is((await poll()).failure, 'too_large');
  t.like(await shown(), { status: 'failing', failure: { code: 'too_large' } });
});

test('deleting a feed deletes its articles', async (t) => {
  const { ada, id, poll } = await scene(t, { body: rss('One') });
  await poll();
  t.is((await ada.delete(`/news/feeds/${id}`)).status, 204);
  t.deepEqual(await rowsOf(id), []);
});

test('articles past the retention are deleted', async (t) => {
  const { id, poll } = await scene(t, { body: rss('One') });
  await poll();
  const job = service.services.get(DeleteOldNewsJob);
  await job.run(new AbortController().signal);
  t.is((await rowsOf(id)).length, 1);
  await service.services
    .get(Database)
    .query(`update news_articles set published_at = published_at - interval '31 days' where feed_id = $1`, [id]);
  await job.run(new AbortController().signal);
  t.deepEqual(await rowsOf(id), []);
});

import { gzipSync } from 'node:zlib';
import test from 'ava';
import { Upstreams } from '../../../../src/upstream/upstreams.js';
import { isProblem } from '../../../support/is-problem.js';
import { hang, receiverFor, replyWith } from '../../../support/receiver.js';
import { HOUR, serviceFor } from '../../../support/service-for.js';
import { PASSWORD } from '../../../support/test-service.js';

type Reply = Parameters<Awaited<ReturnType<typeof receiverFor>>['reply']>[0];

const KEY = 'the-key-of-the-operator';
const row = (code: string, close: unknown = 231.41) =>
  JSON.stringify({
    code,
    timestamp: 1_795_207_000,
    gmtoffset: 0,
    open: 229.74,
    high: 233.22,
    low: 229.57,
    close,
    volume: 100,
    previousClose: 230.57,
    change: 0,
    change_p: 0,
  });
/** Responds with a quote of the requested symbol. */
const good: Reply = (response, { path }) =>
  void response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(row(/real-time\/([^?]+)/.exec(path)?.[1] ?? ''));

/** Responses of a vendor, by name, with the kind of failure as which each is counted. */
const hostile: Record<string, [kind: string, reply: Reply]> = {
  'an HTML page': [
    'bad_answer',
    replyWith(200, { 'content-type': 'text/html' }, '<!doctype html><h1>Maintenance</h1>'),
  ],
  'truncated JSON': ['bad_answer', replyWith(200, {}, row('CUT.US').slice(0, 60))],
  NaN: ['bad_answer', replyWith(200, {}, row('NAN.US').replace('231.41', 'NaN'))],
  'a redirect': ['bad_answer', replyWith(302, { location: 'http://127.0.0.1:1/' })],
  '50 MB': ['too_large', replyWith(200, {}, ' '.repeat(50_000_000))],
  'a decompression bomb': [
    'too_large',
    (response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000, ' '))),
  ],
  'a broken connection': ['unreachable', (response) => void response.socket?.destroy()],
  'a server error': ['server_error', replyWith(500, {}, '<h1>Traceback</h1>')],
  'too many calls': ['rate_limited', replyWith(429, { 'retry-after': '20' }, '<h1>Slow down</h1>')],
  'a used-up budget': ['budget_spent', replyWith(402, {}, 'Payment required')],
  'a plan that does not include it': ['not_entitled', replyWith(403, {}, 'Forbidden')],
  'a rejected key': ['unauthorized', replyWith(401, {}, 'Unauthenticated')],
};

test('an invalid vendor response becomes a problem without vendor content; it is counted and not cached', async (t) => {
  const vendor = await receiverFor(t);
  const env = { SVC_MARKETS_PROVIDERS: 'eodhd', SVC_EODHD_API_KEY: KEY, SVC_EODHD_BASE_URL: `${vendor.url}/api` };
  const service = await serviceFor(t, { env });
  const caller = await service.signedIn();
  const feed = async () =>
    (await caller.get('/health/feeds')).json.items.find((one: { provider: string }) => one.provider === 'eodhd');
  const counted = async (kind: string) =>
    (await feed()).failures.find((one: { kind: string }) => one.kind === kind)?.count ?? 0;
  for (const [index, [what, [kind, reply]]] of Object.entries(hostile).entries()) {
    const symbol = `S${index}.US`;
    const before = await counted(kind);
    vendor.reply(reply);
    const { status, json, text, headers } = await caller.get(`/markets/quotes/${symbol}`);
    t.deepEqual([status, json.code], [503, 'unavailable'], what);
    t.regex(headers.get('retry-after') ?? '', /^\d+$/);
    t.false(/html|h1|Trace|eodhd|127\.0\.0\.1/i.test(text), what);
    t.true((await counted(kind)) > before, `${what} is counted as ${kind}`);
    const both = (await caller.get(`/markets/quotes?symbol=${symbol}`)).json;
    t.deepEqual([both.items, both.errors[0].code], [[], 'unavailable'], what);
    // By then, all pauses and cached rejections have expired.
    service.clock.advance(7 * HOUR);
    await caller.signIn(caller.email, PASSWORD);
    vendor.reply(good);
    t.is((await caller.get(`/markets/quotes/${symbol}`)).json.price, 231.41, `${what} was not cached`);
  }
  t.is((await feed()).status, 'ok');
  t.false(
    service.logged.some((line) => line.includes(KEY)),
    'the key is in no log line',
  );
  t.true(vendor.received.every(({ path }) => path.includes(KEY)));
});

test('a feed that fails repeatedly is down, and its circuit is open', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(replyWith(200, {}, '<html>'));
  const env = { SVC_MARKETS_PROVIDERS: 'eodhd', SVC_EODHD_API_KEY: KEY, SVC_EODHD_BASE_URL: vendor.url };
  const service = await serviceFor(t, { env });
  const caller = await service.signedIn();
  for (let index = 0; index < 8; index += 1)
    isProblem(t, await caller.get(`/markets/quotes/S${index}.US`), 503, 'unavailable');
  t.is(vendor.received.length, 5);
  const feed = (await caller.get('/health/feeds')).json.items.find(
    (one: { provider: string }) => one.provider === 'eodhd',
  );
  t.deepEqual([feed.feed, feed.status, feed.consecutiveFailures], ['markets.eodhd', 'down', 5]);
  const [provider] = (await caller.get('/markets/providers')).json.items;
  t.deepEqual([provider.name, provider.status, provider.pausedSeconds], ['eodhd', 'down', 5]);
});

test('shutdown does not wait for a vendor', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(hang);
  const env = { SVC_MARKETS_PROVIDERS: 'eodhd', SVC_EODHD_API_KEY: KEY, SVC_EODHD_BASE_URL: vendor.url };
  const service = await serviceFor(t, { env });
  const caller = await service.signedIn();
  const call = caller.get('/markets/quotes/AAPL.US').catch(() => undefined);
  await vendor.count(1);
  await service.services.get(Upstreams).close();
  t.is((await call)?.status, 503);
});

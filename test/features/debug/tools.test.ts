import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import { openDebugging } from '../../../src/debugging/open-debugging.js';
import { RequestRecordings } from '../../../src/debugging/request-recordings.js';
import { Log } from '../../../src/logging/log.js';
import { Clock } from '../../../src/time/clock.js';
import { MINUTE_MS } from '../../../src/time/durations.js';
import { Timers } from '../../../src/time/timers.js';
import { FeedRegistry } from '../../../src/upstream/feed-status.js';
import { FeedSupervisor } from '../../../src/upstream/supervisor/feed-supervisor.js';
import type { UpstreamError } from '../../../src/upstream/upstream-error.js';
import { type Upstream, Upstreams } from '../../../src/upstream/upstreams.js';
import type { Injectable } from '../../../src/wiring/services.js';
import { isProblem, problemOf } from '../../support/is-problem.js';
import type { TestClient } from '../../support/test-client.js';
import { PASSWORD, startTestService, type TestService } from '../../support/test-service.js';
import { until } from '../../support/upstream-for.js';

const FEED = 'markets.sample';
const SOURCE = 'ais.sample';

let service: TestService;
let operator: TestClient & { accountId: string; email: string };
let upstream: Upstream;
test.before(async () => {
  service = await startTestService({ parts: openDebugging() });
  operator = await service.signedIn('operator', 'operator');
  upstream = service.services
    .get(Upstreams as Injectable<Upstreams>)
    .open({ feed: FEED, provider: 'sample', baseUrl: 'http://127.0.0.1:9' });
});
test.after.always(() => service.close());

const failureOf = async () =>
  (await upstream.get({ path: '/', parse: () => 1 }).catch((error: UpstreamError) => error.code)) as string;
const status = async (name: string) =>
  (await operator.get('/health/feeds')).json.items.find(({ feed }: { feed: string }) => feed === name);

test.serial('the clock can be moved, and expiry and timers follow it', async (t) => {
  const timers = service.services.get(Timers as Injectable<Timers>);
  const ran: string[] = [];
  timers.after(30 * MINUTE_MS, () => ran.push('later'));
  timers.after(10 * MINUTE_MS, () => ran.push('sooner'));
  const end = timers.every(5 * MINUTE_MS, () => ran.push('periodic'));
  const moved = await operator.post('/debug/clock', { advanceSeconds: 3_600 });
  t.is(moved.json.offsetSeconds, 3_600);
  await until(() => ran.length === 3);
  t.deepEqual(ran, ['periodic', 'sooner', 'later']);
  end();
  t.is(problemOf(await operator.get('/users/me')), '401 invalid_token', 'the access token has expired');
  await operator.signIn(operator.email, PASSWORD);
  const at = '2027-01-01T00:00:00.000Z';
  t.true(Date.parse((await operator.post('/debug/clock', { at })).json.now) >= Date.parse(at));
  t.is((await operator.signIn(operator.email, PASSWORD)).status, 200);
  t.is((await operator.post('/debug/clock', { at: '2090-01-01T00:00:00Z' })).json.errors[0].pointer, '/at');
  t.is((await operator.post('/debug/clock', { at: null })).json.offsetSeconds, 0);
  await operator.signIn(operator.email, PASSWORD);
  t.is((await operator.get('/debug/clock')).json.offsetSeconds, 0);
});

test.serial('a request can be looked up with its phases, statements, calls and cache lookups', async (t) => {
  const { headers } = await operator.get('/portfolios?limit=7');
  const id = headers.get('x-request-id') as string;
  const { json } = await operator.get(`/debug/requests/${id}`);
  t.like(json, { requestId: id, method: 'GET', route: '/api/v1/portfolios', status: 200, droppedStepCount: 0 });
  t.deepEqual(
    json.phases.map(({ name }: { name: string }) => name),
    ['checks', 'controller', 'response'],
  );
  // If the account is not cached, the statement that reads it comes first.
  const statement = json.steps.findLast(({ type }: { type: string }) => type === 'statement');
  const { value } = statement.attributes.find(({ name }: { name: string }) => name === 'db.query.text');
  t.regex(value, /portfolios/);
  t.true(json.durationMs >= statement.durationMs);
  const quotes = async () =>
    (await operator.get('/markets/quotes?symbol=AAPL.US,MSFT.US')).headers.get('x-request-id') as string;
  const [first, second] = [await quotes(), await quotes()];
  t.true((await operator.get(`/debug/requests/${first}`)).json.cacheMissCount >= 2);
  t.true((await operator.get(`/debug/requests/${second}`)).json.cacheHitCount >= 2);
  isProblem(t, await operator.get('/debug/requests/no-such-request'), 404, 'not_found');
  t.notRegex(service.logged.join(''), /trace_id/);
});

test('the last 200 requests are kept', (t) => {
  const recordings = new RequestRecordings();
  const rest = { startedAt: new Date(), durationMs: 1, attributes: {}, marks: [], steps: [], dropped: 0 };
  for (let count = 0; count < 300; count += 1) recordings.keep({ requestId: `request-${count}`, ...rest });
  t.is(recordings.find('request-99'), undefined);
  t.truthy(recordings.find('request-100'));
});

test.serial('an injected fault replaces the given number of calls of a feed, and its status shows it', async (t) => {
  const inject = (body: object) => operator.post(`/debug/feeds/${FEED}/fault`, body);
  t.like((await inject({ type: 'garbage', callCount: 1 })).json, {
    feed: FEED,
    type: 'garbage',
    remainingCallCount: 1,
  });
  t.is((await status(FEED)).injectedFault, 'garbage');
  t.is(await failureOf(), 'bad_answer');
  t.is((await status(FEED)).injectedFault, undefined);
  await inject({ type: 'timeout', seconds: 10 });
  t.is(await failureOf(), 'timeout');
  await inject({ type: 'rate_limited' });
  t.deepEqual([await failureOf(), upstream.pausedMs > 0], ['rate_limited', true]);
  t.is((await operator.delete(`/debug/feeds/${FEED}/fault`)).status, 204);
  t.is((await status(FEED)).injectedFault, undefined);
  isProblem(t, await inject({ type: 'slow' }), 400, 'invalid_request', '/type');
  isProblem(t, await operator.post('/debug/feeds/no.such/fault', { type: 'timeout' }), 404, 'not_found');
  t.is((await operator.post('/debug/feeds/markets.simulator/fault', { type: 'timeout' })).json.code, 'conflict');
});

test.serial('a fault disconnects a source that is read continuously, which recovers by itself', async (t) => {
  const { services } = service;
  let runs = 0;
  const run = async ({ signal, accepted }: { signal: AbortSignal; accepted(records: number): void }) => {
    runs += 1;
    accepted(1);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
  const parts = {
    feeds: services.get(FeedRegistry),
    clock: services.get(Clock as Injectable<Clock>),
    timers: services.get(Timers as Injectable<Timers>),
  };
  const supervisor = new FeedSupervisor(
    { feed: SOURCE, provider: 'sample', stallMs: Number.POSITIVE_INFINITY, run },
    {
      ...parts,
      log: services.get(Log as Injectable<Log>),
      random: () => 0,
    },
  );
  supervisor.start();
  await until(() => runs === 1);
  await operator.post(`/debug/feeds/${SOURCE}/fault`, { type: 'disconnect', callCount: 2 });
  await until(() => runs === 2);
  t.deepEqual((await status(SOURCE)).failures, [{ kind: 'unreachable', count: 2 }]);
  await supervisor.stop();
});

test.serial('a recording is read as if it were received now, with the provider `recording`', async (t) => {
  const rawBody = gunzipSync(readFileSync('test/fixtures/geo/ais/kystverket.nm4.gz'));
  const headers = { 'Content-Type': 'text/plain' };
  const { status, json } = await operator.call('POST', '/debug/feeds/ais.simulator/replay', { rawBody, headers });
  t.is(status, 200);
  t.true(json.acceptedCount > 100, `${json.acceptedCount} accepted`);
  const { provenance } = (await operator.get('/geospatial/vessels?limit=1')).json.items[0];
  t.is(provenance.provider, 'recording');
  const aircraft = readFileSync('test/fixtures/geo/adsb/adsblol-point.sbs');
  t.true(
    (await operator.call('POST', '/debug/feeds/adsb/replay', { rawBody: aircraft, headers })).json.acceptedCount > 0,
  );
  isProblem(
    t,
    await operator.call('POST', '/debug/feeds/markets.eodhd/replay', { rawBody: aircraft, headers }),
    404,
    'not_found',
  );
});

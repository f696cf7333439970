import test from 'ava';
import type { UpstreamFailureCode } from '../../../src/upstream/upstream-error.js';
import { UpstreamError } from '../../../src/upstream/upstream-error.js';
import type { UpstreamRequest } from '../../../src/upstream/upstreams.js';
import { receiverFor, replyWith } from '../../support/receiver.js';
import { failureOf, upstreamFor } from '../../support/upstream-for.js';

const anything: UpstreamRequest<unknown> = { path: '/', parse: (body) => body };
const ok = replyWith(200, {}, '{}');

const meanings: Array<[number, UpstreamFailureCode]> = [
  [400, 'bad_answer'],
  [401, 'unauthorized'],
  [402, 'budget_spent'],
  [403, 'not_entitled'],
  [404, 'not_found'],
  [418, 'rate_limited'],
  [422, 'bad_answer'],
  [429, 'rate_limited'],
  [451, 'not_entitled'],
  [500, 'server_error'],
  [503, 'server_error'],
];
for (const [status, code] of meanings) {
  test(`${status} means ${code}`, async (t) => {
    const vendor = await receiverFor(t);
    vendor.reply(replyWith(status, { 'content-type': 'text/html' }, '<h1>no</h1>'));
    const { upstream, failures } = upstreamFor(t, vendor.url);
    t.is((await failureOf(upstream.get(anything))).code, code);
    t.true(failures(code) > 0);
  });
}

test('an upstream can define another meaning of a status, and reject a call with a 200', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(replyWith(400, {}, '{"code":-1121}'));
  const { upstream } = upstreamFor(t, vendor.url);
  const refusal: UpstreamRequest<unknown>['refusal'] = ({ status, text }) =>
    status === 400 && text.includes('-1121') ? 'not_found' : undefined;
  t.is((await failureOf(upstream.get({ ...anything, refusal }))).code, 'not_found');
  vendor.reply(replyWith(200, {}, '{"c":0,"t":0}'));
  const parse = () => {
    throw new UpstreamError('not_found');
  };
  t.is((await failureOf(upstream.get({ ...anything, parse }))).code, 'not_found');
});

test('a rejection is counted and is not a failure of the feed', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(replyWith(404));
  const { upstream, feed, failures } = upstreamFor(t, vendor.url);
  for (let call = 0; call < 10; call += 1) await failureOf(upstream.get(anything));
  t.is(failures('not_found'), 10);
  t.is(feed().consecutiveFailures, 0);
  t.is(feed().status, 'ok');
  t.is(upstream.pausedMs, 0);
});

test('Retry-After in seconds is obeyed', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(replyWith(429, { 'retry-after': '30' }));
  const { upstream, clock } = upstreamFor(t, vendor.url);
  t.is((await failureOf(upstream.get(anything))).retryAfterMs, 30_000);
  vendor.reply(ok);
  const early = await failureOf(upstream.get(anything));
  t.deepEqual([early.code, early.retryAfterMs, vendor.received.length], ['rate_limited', 30_000, 1]);
  clock.advance(29_999);
  t.is(upstream.pausedMs, 1);
  await failureOf(upstream.get(anything));
  clock.advance(1);
  t.deepEqual(await upstream.get(anything), {});
  t.is(vendor.received.length, 2);
});

test('Retry-After as a date is obeyed, by the clock of the upstream', async (t) => {
  const vendor = await receiverFor(t);
  const date = 'Fri, 20 Nov 2026 21:00:00 GMT';
  vendor.reply(replyWith(503, { date, 'retry-after': 'Fri, 20 Nov 2026 21:00:45 GMT' }));
  const { upstream, clock } = upstreamFor(t, vendor.url);
  t.is((await failureOf(upstream.get(anything))).retryAfterMs, 45_000);
  t.is(vendor.received.length, 1, 'and no second attempt is made');
  vendor.reply(ok);
  clock.advance(45_000);
  t.deepEqual(await upstream.get(anything), {});
});

test('a 429 without a time pauses calls for ten seconds, and one that asks for a year for a day', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(replyWith(429));
  t.is((await failureOf(upstreamFor(t, vendor.url).upstream.get(anything))).retryAfterMs, 10_000);
  vendor.reply(replyWith(429, { 'retry-after': '31536000' }));
  t.is((await failureOf(upstreamFor(t, vendor.url).upstream.get(anything))).retryAfterMs, 86_400_000);
});

for (const value of ['-5', '1.5', 'soon']) {
  test(`Retry-After: ${value} is ignored`, async (t) => {
    const vendor = await receiverFor(t);
    vendor.reply(replyWith(429, { 'retry-after': value }));
    t.is((await failureOf(upstreamFor(t, vendor.url).upstream.get(anything))).retryAfterMs, 10_000);
  });
}

test('a clock that is set back does not keep the circuit open', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(replyWith(422));
  const { upstream, clock } = upstreamFor(t, vendor.url);
  for (let call = 0; call < 5; call += 1) await failureOf(upstream.get(anything));
  vendor.reply(ok);
  clock.advance(-3_600_000);
  t.is(upstream.pausedMs, 5_000);
  clock.advance(5_000);
  t.deepEqual(await upstream.get(anything), {});
});

test('the quota that a vendor reports is shown', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(
    replyWith(
      200,
      { 'X-Ratelimit-Limit': '60', 'X-Ratelimit-Remaining': '41', 'X-Ratelimit-Reset': '1795212000' },
      '{}',
    ),
  );
  const { upstream, feed } = upstreamFor(t, vendor.url, { budgets: [{ calls: 10, windowSeconds: 60 }] });
  await upstream.get(anything);
  t.deepEqual(feed().quota, { limit: 60, remaining: 41, resetsAt: new Date(1_795_212_000_000) });
});

test('a call to a failing server is made twice at most', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(replyWith(502));
  const { upstream } = upstreamFor(t, vendor.url);
  await failureOf(upstream.get(anything));
  t.is(vendor.received.length, 2);
});

test('five consecutive failures open the circuit, later one call is tried, and its success closes the circuit', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(replyWith(200, {}, 'nonsense'));
  const { upstream, clock, feed } = upstreamFor(t, vendor.url);
  for (let call = 0; call < 5; call += 1) t.is((await failureOf(upstream.get(anything))).code, 'bad_answer');
  const open = await failureOf(upstream.get(anything));
  t.deepEqual([open.code, open.retryAfterMs, vendor.received.length], ['circuit_open', 5_000, 5]);
  t.is(feed().status, 'down');
  clock.advance(5_000);
  t.is(upstream.pausedMs, 0);
  let release = () => {};
  vendor.reply((response) => {
    release = () => response.writeHead(200).end('nonsense');
  });
  const trying = failureOf(upstream.get(anything));
  await vendor.count(6);
  t.is((await failureOf(upstream.get(anything))).code, 'circuit_open', 'the others do not wait for the one that tries');
  release();
  t.is((await trying).code, 'bad_answer');
  t.is(upstream.pausedMs, 10_000, 'twice as long as before');
  clock.advance(10_000);
  vendor.reply(ok);
  await upstream.get(anything);
  t.is(feed().status, 'ok');
  vendor.reply(replyWith(200, {}, 'nonsense'));
  t.is((await failureOf(upstream.get(anything))).code, 'bad_answer', 'one failure does not open it');
  t.is(upstream.pausedMs, 0);
});

test('a feed whose calls get no response becomes stale; one without calls does not', async (t) => {
  const vendor = await receiverFor(t);
  vendor.reply(ok);
  const { upstream, clock, feed } = upstreamFor(t, vendor.url, { staleSeconds: 60 });
  await upstream.get(anything);
  clock.advance(600_000);
  t.is(feed().status, 'ok');
  let answer = () => {};
  vendor.reply((response) => {
    answer = () => response.writeHead(200).end('{}');
  });
  const slow = upstream.get(anything);
  await vendor.count(2);
  clock.advance(5_000);
  t.is(feed().status, 'ok', 'who was asked just now may still answer');
  answer();
  await slow;
  clock.advance(600_000);
  vendor.reply(replyWith(200, {}, 'nonsense'));
  await failureOf(upstream.get(anything));
  clock.advance(1_000);
  t.is(feed().status, 'stale');
  t.is(feed().ageSeconds, 601);
});

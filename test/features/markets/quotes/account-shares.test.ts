import test from 'ava';
import { DAY_MS } from '../../../../src/time/durations.js';
import { receiverFor } from '../../../support/receiver.js';
import { MINUTE, serviceFor } from '../../../support/service-for.js';
import { PASSWORD } from '../../../support/test-service.js';

/** Starts a service whose only vendor allows 12 calls a day. */
async function servedBy(t: Parameters<typeof receiverFor>[0], env: Record<string, string> = {}) {
  const vendor = await receiverFor(t);
  vendor.reply((response, { path }) => {
    const code = /real-time\/([^?]+)/.exec(path)?.[1];
    const row = {
      code,
      timestamp: 1_795_207_000,
      gmtoffset: 0,
      open: 1,
      high: 1,
      low: 1,
      close: 1,
      volume: 1,
      previousClose: 1,
      change: 0,
      change_p: 0,
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(row));
  });
  const eodhd = {
    SVC_MARKETS_PROVIDERS: 'eodhd',
    SVC_EODHD_API_KEY: 'key',
    SVC_EODHD_BASE_URL: `${vendor.url}/api`,
    SVC_EODHD_CALLS_PER_DAY: '12',
  };
  return { ...(await serviceFor(t, { env: { ...eodhd, ...env } })), vendor };
}

test.serial('an account that requests many new symbols cannot exhaust the vendor budget of others', async (t) => {
  const { signedIn, vendor, clock } = await servedBy(t);
  const [hammering, other] = [await signedIn(), await signedIn()];
  const statuses: number[] = [];
  for (let number = 0; number < 20; number += 1)
    statuses.push((await hammering.get(`/markets/quotes/S${number}.US`)).status);
  t.deepEqual(statuses, [...Array(6).fill(200), ...Array(14).fill(503)]);
  const refused = await hammering.get('/markets/quotes/MORE.US');
  const untilMidnight = Math.ceil((DAY_MS - (clock.now() % DAY_MS)) / 1_000);
  t.deepEqual([refused.json.code, Number(refused.headers.get('retry-after'))], ['unavailable', untilMidnight]);
  t.regex(refused.json.detail, /^Your share .* resets in \d+ s/);
  t.regex((await hammering.get('/markets/quotes?symbol=MORE.US')).json.errors[0].detail, /^Your share/);
  t.is((await other.get('/markets/quotes/AAPL.US')).status, 200);
  t.is(
    (await hammering.get('/markets/quotes/AAPL.US')).status,
    200,
    'a quote fetched by another account is served from the cache',
  );
  t.is(vendor.received.length, 7);
  const shares = async (caller: typeof other) =>
    (await caller.get('/users/me/usage')).json.upstreams.filter(
      (one: { windowSeconds: number }) => one.windowSeconds === DAY_MS / 1_000,
    );
  t.like((await shares(hammering))[0], { vendor: 'eodhd', feed: 'markets.eodhd', used: 6, share: 5 });
  t.like((await shares(other))[0], { used: 1, share: 3 });
});

test.serial('an account beyond its share gets the last quote, marked stale', async (t) => {
  const { signedIn, clock } = await servedBy(t);
  const caller = await signedIn();
  for (let number = 0; number < 7; number += 1) await caller.get(`/markets/quotes/S${number}.US`);
  clock.advance(5 * MINUTE);
  await caller.signIn(caller.email, PASSWORD);
  const { status, json } = await caller.get('/markets/quotes/S0.US');
  t.deepEqual([status, json.provenance.stale], [200, true]);
});

test.serial('with a share of 100 percent one account may use the whole budget', async (t) => {
  const { signedIn, vendor } = await servedBy(t, { SVC_UPSTREAM_SHARE_PERCENT: '100' });
  const caller = await signedIn();
  for (let number = 0; number < 14; number += 1) await caller.get(`/markets/quotes/S${number}.US`);
  t.is(vendor.received.length, 12);
});

import { readFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { circleSource } from '../../../../src/features/geospatial/adsb/circle-source.js';
import { sourceParts } from '../../../support/source-parts.js';
import { settled } from '../../../support/supervised.js';
import { failureOf, until } from '../../../support/upstream-for.js';
import { geoSourceFor } from '../../../support/vendors/geo-source-for.js';
import { startVendorStub } from '../../../support/vendors/vendor-stub.js';

const recorded = readFileSync('test/fixtures/geo/adsb/adsblol-point.json', 'utf8');
const vendor = () =>
  startVendorStub({ answer: () => ({ headers: { 'content-type': 'application/json' }, body: recorded }) });

for (const [provider, path] of [
  ['adsblol', '/v2/point/48.1000/11.6000/250'],
  ['adsbfi', '/v3/lat/48.1000/lon/11.6000/dist/250'],
  ['airplaneslive', '/v2/point/48.1000/11.6000/250'],
]) {
  test(`a circle is requested from ${provider} in its format, and its aircraft have its name as provider`, async (t) => {
    const stub = await vendor();
    const { run, answered, parts, source } = geoSourceFor(t, circleSource, `${provider}:48.1,11.6,250`, stub, {
      [`SVC_${provider?.toUpperCase()}_BASE_URL`]: stub.url,
    });
    void run();
    await answered(1);
    t.is(stub.requests[0]?.path, path as string);
    t.is(parts.aircraft.length, JSON.parse(recorded).ac.length);
    t.true(parts.aircraft.every((report) => report.provider === provider));
    t.deepEqual([source.feed, parts.feeds.list()[0]?.records], [`adsb.${provider}`, parts.aircraft.length]);
  });
}

test('a large circle is requested in parts, one after the other, at most one a second', async (t) => {
  const stub = await vendor();
  const { run, answered, parts } = geoSourceFor(t, circleSource, 'adsblol:48.1,11.6,400', stub, {
    SVC_ADSBLOL_BASE_URL: stub.url,
  });
  const times: number[] = [];
  void run();
  for (let question = 1; question <= 8; question += 1) {
    await answered(question);
    times.push(parts.clock.now());
    const asked = stub.requests.length;
    while (stub.requests.length === asked && parts.clock.now() - (times.at(-1) as number) < 1_300) {
      await parts.timers.advance(10);
      await settled();
    }
    await until(() => stub.requests.length > asked);
  }
  t.true(times.slice(1).every((time, before) => time - (times[before] as number) >= 1_000));
  const paths = stub.requests.map(({ path }) => path);
  t.is(new Set(paths.slice(0, 7)).size, 7);
  t.is(paths[7], paths[0]);
  t.true(paths.every((path) => path.endsWith('/250')));
});

test('two circles of one provider share its limit of one request a second', async (t) => {
  const stub = await vendor();
  const parts = sourceParts({ SVC_ADSBLOL_BASE_URL: stub.url });
  const abort = new AbortController();
  t.teardown(async () => {
    abort.abort();
    await parts.upstreams.close();
    await stub.close();
  });
  const accepted: number[] = [];
  for (const line of ['adsblol:48.1,11.6,100', 'adsblol:40.6,-73.8,100'])
    void circleSource(line, parts)?.run({
      signal: abort.signal,
      accepted: () => void accepted.push(parts.clock.now()),
      skipped: () => {},
    });
  await until(() => accepted.length === 1);
  await settled();
  t.is(stub.requests.length, 1);
  await parts.timers.advance(1_040);
  await until(() => accepted.length === 2);
  t.deepEqual(
    stub.requests.map(({ path }) => path),
    ['/v2/point/48.1000/11.6000/100', '/v2/point/40.6000/-73.8000/100'],
  );
});

/**
 * Starts the second of two circles of a provider that allows one request every 158.7 s. The first circle has just been
 * requested, and the clock was set back afterwards.
 */
async function secondCircle(t: ExecutionContext, setBackMs: number) {
  const stub = await vendor();
  const parts = sourceParts({ SVC_AIRPLANESLIVE_BASE_URL: stub.url });
  const abort = new AbortController();
  t.teardown(async () => {
    abort.abort();
    await parts.upstreams.close();
    await stub.close();
  });
  const accepted = new Set<number>();
  const failures: unknown[] = [];
  const begin = (lat: number) =>
    circleSource(`airplaneslive:${lat},11.6,100`, parts)
      ?.run({ signal: abort.signal, accepted: () => void accepted.add(lat), skipped: () => {} })
      .catch(({ code }: { code: string }) => void failures.push(code));
  void begin(0);
  await until(() => accepted.size === 1);
  await settled();
  parts.clock.advance(-setBackMs);
  void begin(1);
  await settled();
  return { accepted, failures };
}

test('a request times out after its interval and half a minute', async (t) => {
  const parts = sourceParts();
  parts.upstreams.open = () => ({ pausedMs: 0, get: () => new Promise(() => {}) }) as never;
  const failures: unknown[] = [];
  void circleSource('adsblol:48.1,11.6,100', parts)
    ?.run({ signal: new AbortController().signal, accepted: () => {}, skipped: () => {} })
    .catch(({ code }: { code: string }) => void failures.push(code));
  await settled();
  await parts.timers.advance(31_149);
  await settled();
  t.deepEqual(failures, []);
  await parts.timers.advance(1);
  await settled();
  t.deepEqual(failures, ['timeout']);
});

test('a turn more than five minutes ahead, because the clock was set back, does not delay a circle', async (t) => {
  const near = await secondCircle(t, 141_000);
  t.is(near.accepted.size, 1);
  const far = await secondCircle(t, 142_000);
  await until(() => far.accepted.size === 2);
  t.deepEqual(far.failures, []);
  t.is(near.accepted.size, 1);
});

test('a provider that responds with 429 is not queried for as long as it requests', async (t) => {
  const stub = await vendor();
  stub.reply('/', { status: 429, headers: { 'retry-after': '120' }, body: 'too many' });
  const { run } = geoSourceFor(t, circleSource, 'adsblol:48.1,11.6,100', stub, { SVC_ADSBLOL_BASE_URL: stub.url });
  const failure = await failureOf(run());
  t.deepEqual([failure.code, failure.retryAfterMs], ['rate_limited', 120_000]);
  t.is(stub.requests.length, 1);
});

test('a provider that rejects requests is paused for ten minutes, and a failing one is queried once', async (t) => {
  const stub = await vendor();
  stub.reply('/', { status: 403, body: { error: 'Please contact us.' } });
  const refused = geoSourceFor(t, circleSource, 'airplaneslive:48.1,11.6,100', stub, {
    SVC_AIRPLANESLIVE_BASE_URL: stub.url,
  });
  const failure = await failureOf(refused.run());
  t.deepEqual([failure.code, failure.retryAfterMs], ['not_entitled', 600_000]);
  stub.reply('/', { status: 503, body: 'no' });
  const broken = geoSourceFor(t, circleSource, 'adsblol:48.1,11.6,100', stub, { SVC_ADSBLOL_BASE_URL: stub.url });
  t.is((await failureOf(broken.run())).code, 'server_error');
  t.is(stub.requests.length, 2);
});

test('an invalid circle is rejected with the expected format', (t) => {
  const parts = sourceParts();
  for (const circle of [
    '',
    '48,11',
    '48,11,0',
    '91,11,50',
    '48,181,50',
    '48,11,2501',
    '48,11,50,1',
    'a,b,c',
    '48,1e1,50',
  ]) {
    t.throws(() => circleSource(`adsblol:${circle}`, parts), { message: /must be written as adsblol:lat,lon,nm/ });
  }
  for (const line of ['adsblol', 'opensky', 'simulator']) t.is(circleSource(line, parts), undefined);
});

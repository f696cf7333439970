import test from 'ava';
import { creditsOf, openskySource } from '../../../../src/features/geospatial/adsb/opensky-source.js';
import { sourceParts } from '../../../support/source-parts.js';
import { failureOf } from '../../../support/upstream-for.js';
import { geoSourceFor } from '../../../support/vendors/geo-source-for.js';
import { startOpenSkyStub } from '../../../support/vendors/opensky-stub.js';

const account = (url: string) => ({
  SVC_OPENSKY_BASE_URL: url,
  SVC_OPENSKY_TOKEN_URL: `${url}/token`,
  SVC_OPENSKY_CLIENT_ID: 'me',
  SVC_OPENSKY_CLIENT_SECRET: 'secret',
});
const statesAsked = ({ requests }: { requests: Array<{ path: string }> }) =>
  requests.filter(({ path }) => path === '/states/all').length;

test('without an account the whole world is requested, at an interval that makes its credits last for the day', async (t) => {
  const stub = await startOpenSkyStub();
  const { run, answered, pass, parts } = geoSourceFor(t, openskySource, 'opensky', stub, {
    SVC_OPENSKY_BASE_URL: stub.url,
  });
  void run();
  await answered(1);
  t.deepEqual([...(stub.requests[0]?.query ?? [])], [['extended', '1']]);
  t.is(stub.requests[0]?.headers.authorization, undefined);
  t.deepEqual(
    parts.aircraft.map(({ callsign, provider, category }) => [callsign, provider, category]),
    [['UAL1608', 'opensky', 'A3']],
  );
  await pass(780_000, 20_000);
  t.is(statesAsked(stub), 1);
  await pass(220_000, 20_000);
  t.is(statesAsked(stub), 2);
});

test('a box is requested as a box, which costs less and is therefore requested more often', async (t) => {
  const stub = await startOpenSkyStub();
  const { run, answered, pass } = geoSourceFor(t, openskySource, 'opensky:5.5,45.5,10.5,48', stub, account(stub.url));
  void run();
  await answered(1);
  t.deepEqual(Object.fromEntries(stub.requests.at(-1)?.query ?? []), {
    extended: '1',
    lamin: '45.5',
    lomin: '5.5',
    lamax: '48',
    lomax: '10.5',
  });
  await pass(25_000, 5_000);
  t.is(statesAsked(stub), 2);
});

test('a box across the antimeridian is requested as two boxes', async (t) => {
  const stub = await startOpenSkyStub();
  const { run, answered } = geoSourceFor(t, openskySource, 'opensky:175,-40,-175,-35', stub, {
    SVC_OPENSKY_BASE_URL: stub.url,
  });
  void run();
  await answered(1);
  t.deepEqual(
    stub.requests.map(({ query }) => [query.get('lomin'), query.get('lomax')]),
    [
      ['175', '180'],
      ['-180', '-175'],
    ],
  );
});

test('a token is reused until shortly before it expires', async (t) => {
  const stub = await startOpenSkyStub();
  const { run, answered, pass } = geoSourceFor(t, openskySource, 'opensky:5,45,6,46', stub, account(stub.url));
  void run();
  await answered(1);
  await pass(1_740_000, 20_000);
  t.true(statesAsked(stub) > 60);
  t.is(stub.tokens(), 1);
  await pass(60_000, 20_000);
  t.is(stub.tokens(), 2);
  t.true(
    stub.requests
      .filter(({ path }) => path === '/token')
      .every(
        ({ method, headers }) => method === 'POST' && headers['content-type'] === 'application/x-www-form-urlencoded',
      ),
  );
});

test('a rejected token is replaced, and the request is repeated once', async (t) => {
  const stub = await startOpenSkyStub();
  const { run, answered, pass } = geoSourceFor(t, openskySource, 'opensky:5,45,6,46', stub, account(stub.url));
  void run();
  await answered(1);
  stub.endTokens();
  await pass(25_000, 5_000);
  t.is(stub.tokens(), 2);
  t.deepEqual(
    stub.requests.map(({ path, headers }) => [path, headers.authorization]),
    [
      ['/token', undefined],
      ['/states/all', 'Bearer token-1'],
      ['/states/all', 'Bearer token-1'],
      ['/token', undefined],
      ['/states/all', 'Bearer token-2'],
    ],
  );
});

test('a rejected new token causes no third token request', async (t) => {
  const stub = await startOpenSkyStub();
  stub.reply('/states/all', { status: 401, body: 'no' });
  const { run } = geoSourceFor(t, openskySource, 'opensky', stub, account(stub.url));
  const failure = await failureOf(run());
  t.deepEqual([failure.code, failure.retryAfterMs, stub.tokens(), statesAsked(stub)], ['unauthorized', 600_000, 2, 2]);
});

test('unknown client credentials are reported, and the secret is in no log line', async (t) => {
  const stub = await startOpenSkyStub();
  const { run } = geoSourceFor(t, openskySource, 'opensky', stub, {
    ...account(stub.url),
    SVC_OPENSKY_CLIENT_SECRET: 'wrong',
  });
  const failure = await failureOf(run());
  t.is(failure.code, 'unauthorized');
  t.false(`${failure.message}${failure.stack}`.includes('wrong'));
});

test('a Retry-After of the provider is respected', async (t) => {
  const stub = await startOpenSkyStub();
  stub.reply('/states/all', { status: 429, headers: { 'x-rate-limit-retry-after-seconds': '3600' }, body: 'no' });
  const { run } = geoSourceFor(t, openskySource, 'opensky', stub, { SVC_OPENSKY_BASE_URL: stub.url });
  const failure = await failureOf(run());
  t.deepEqual([failure.code, failure.retryAfterMs], ['rate_limited', 3_600_000]);
});

test('with too few credits left no requests are sent for a while', async (t) => {
  const stub = await startOpenSkyStub();
  stub.reply('/states/all', {
    headers: { 'x-rate-limit-remaining': '0' },
    body: { time: 1_767_225_600, states: null },
  });
  const { run, answered, pass } = geoSourceFor(t, openskySource, 'opensky:5,45,6,46', stub, account(stub.url));
  void run();
  await answered(1);
  await pass(890_000, 20_000);
  t.is(statesAsked(stub), 1);
  await pass(80_000, 20_000);
  t.true(statesAsked(stub) > 1);
});

test('the cost in credits depends on the area in square degrees', (t) => {
  const box = (width: number, height: number) => ({ west: 0, south: 0, east: width, north: height });
  t.deepEqual(
    [box(5, 5), box(10, 10), box(10.1, 10), box(20, 20), box(21, 20), undefined].map(creditsOf),
    [1, 2, 3, 3, 4, 4],
  );
});

test('an invalid box is rejected with the expected format', (t) => {
  const parts = sourceParts();
  for (const box of ['', '1,2,3', '5,48,10,45', '5,45,5,48', '-181,0,1,1', 'a,b,c,d']) {
    t.throws(() => openskySource(`opensky:${box}`, parts), {
      message: /must be written as opensky:west,south,east,north/,
    });
  }
  t.is(openskySource('openskyx', parts), undefined);
});

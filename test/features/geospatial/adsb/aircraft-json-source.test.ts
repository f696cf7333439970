import test from 'ava';
import { aircraftJsonSource } from '../../../../src/features/geospatial/adsb/aircraft-json-source.js';
import { sourceParts } from '../../../support/source-parts.js';
import { failureOf, until } from '../../../support/upstream-for.js';
import { geoSourceFor } from '../../../support/vendors/geo-source-for.js';
import { startVendorStub } from '../../../support/vendors/vendor-stub.js';

const answer = (now: number) => ({
  now,
  messages: 1,
  aircraft: [{ hex: '4ca2d6', lat: 51, lon: 4, seen_pos: 0.5, seen: 0.1 }, { hex: 'bad' }],
});
const receiver = (now = 1_767_225_600) => startVendorStub({ answer: () => ({ body: answer(now) }) });

test('aircraft.json is read every second, and an unchanged file causes no reports', async (t) => {
  const stub = await receiver();
  const { parts, run, answered, accepted } = geoSourceFor(
    t,
    aircraftJsonSource,
    `${stub.url}/tar1090/data/aircraft.json`,
    stub,
  );
  void run();
  await answered(1);
  await parts.timers.advance(1_200);
  await answered(2);
  t.is(parts.aircraft.length, 1);
  stub.reply('/', { body: answer(1_767_225_601) });
  await parts.timers.advance(1_200);
  await answered(3);
  t.is(parts.aircraft.length, 2);
  t.deepEqual(accepted, [1, 0, 1]);
  t.true(stub.requests.every(({ path }) => path === '/tar1090/data/aircraft.json'));
  const feed = parts.feeds.list()[0];
  t.deepEqual(
    [feed?.feed, feed?.records, feed?.failures?.find(({ kind }) => kind === 'bad_answer')?.count],
    ['adsb.json', 2, 2],
  );
});

test('the polling interval is a parameter of the address and is not sent; the rest of the query is sent', async (t) => {
  const stub = await receiver();
  const { parts, run, answered } = geoSourceFor(t, aircraftJsonSource, `${stub.url}/?every=5&circle=51,4,100`, stub);
  void run();
  await answered(1);
  t.deepEqual([...(stub.requests[0]?.query ?? [])], [['circle', '51,4,100']]);
  await parts.timers.advance(4_000);
  t.is(stub.requests.length, 1);
  await parts.timers.advance(2_000);
  await answered(2);
  t.is(stub.requests.length, 2);
});

test('a user name and a password in the address are sent as Basic authentication', async (t) => {
  const stub = await receiver();
  const { run, answered } = geoSourceFor(
    t,
    aircraftJsonSource,
    `${stub.url.replace('http://', 'http://me:p%40ss@')}/aircraft.json`,
    stub,
  );
  void run();
  await answered(1);
  t.is(stub.requests[0]?.headers.authorization, `Basic ${Buffer.from('me:p@ss').toString('base64')}`);
});

test('an invalid response ends the run as a bad response', async (t) => {
  for (const body of [{ aircraft: 'x' }, [], 'no JSON', null]) {
    const stub = await receiver();
    stub.reply('/', { body });
    const { run, parts } = geoSourceFor(t, aircraftJsonSource, `${stub.url}/aircraft.json`, stub);
    t.is((await failureOf(run())).code, 'bad_answer');
    t.is(parts.aircraft.length, 0);
  }
});

test('an aborted source stops at once, also during a request', async (t) => {
  const stub = await startVendorStub({ answer: () => ({ body: answer(1) }) });
  const parts = sourceParts();
  t.teardown(() => Promise.all([parts.upstreams.close(), stub.close()]));
  const source = aircraftJsonSource(`${stub.url}/aircraft.json`, parts);
  const abort = new AbortController();
  const ended = source?.run({ signal: abort.signal, accepted: () => {}, skipped: () => {} });
  await until(() => stub.requests.length === 1);
  abort.abort();
  await Promise.allSettled([ended]);
  t.is(parts.timers.size, 0);
});

test('lines of other kinds of sources are ignored, and an invalid interval is rejected with a reason', (t) => {
  const parts = sourceParts();
  for (const line of ['simulator', 'tcp://localhost:30003', 'file:aircraft.json', 'http://host/stream', 'https://'])
    t.is(aircraftJsonSource(line, parts), undefined);
  for (const every of ['0', '-1', 'x', '1e3', '86401'])
    t.throws(() => aircraftJsonSource(`http://host/aircraft.json?every=${every}`, parts), { message: /every/ });
});

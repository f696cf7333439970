import test from 'ava';
import { GeoEvents } from '../../../src/features/geospatial/events/geo-events.service.js';
import { LiveState } from '../../../src/features/geospatial/live/live-state.js';
import { MINUTE_MS, SECOND_MS } from '../../../src/time/durations.js';
import { AlertScene, alertEvents, alertsOf } from '../../support/alert-scene.js';
import { FakeCandleProvider } from '../../support/candle-provider.js';
import { FakeMarketProvider } from '../../support/fake-market-provider.js';
import { engineOf } from '../../support/fence-engines.js';
import { mailed } from '../../support/mail-service.js';
import { smtpSinkFor } from '../../support/smtp-sink.js';
import { PASSWORD } from '../../support/test-service.js';
import { endpointOf, isSignedBy, webhookServiceFor } from '../../support/webhook-service.js';

const symbol = 'CL.COMM';
const mmsi = 219_024_336;
const strait = { lat: 26.57, lon: 56.25 };

test('one rule on a price, a dwelling tanker and a nearby event fires once, is delivered signed and by mail, and a backtest gives the same time', async (t) => {
  const candles = new FakeCandleProvider({ name: 'eodhd' });
  const sink = await smtpSinkFor(t);
  const service = await webhookServiceFor(t, {
    marketProviders: [new FakeMarketProvider('simulator'), candles],
    env: { SVC_SMTP_URL: sink.url, SVC_SMTP_FROM: 'Watchfloor <watch@watch.example>' },
  });
  const { clock, receiver, services } = service;
  // The time is on a Wednesday, when the market is open.
  clock.advance(Date.parse('2026-06-03T15:00:00Z') - clock.now());
  const from = clock.now();
  const crossedAt = from + MINUTE_MS;
  candles.answer = (_symbol, _interval, start, end) => flatCandles(start, end, (time) => (time < crossedAt ? 79 : 81));

  const ada = await service.signedIn();
  const endpoint = await endpointOf(ada, `${receiver.url}/alerts`);
  await mailed(ada, { mode: 'each' }, { eventTypes: ['alert.*'] });
  const { json: fence } = await ada.post('/geospatial/geofences', {
    ...{ name: 'Hormuz', shape: { type: 'circle', center: strait, radiusMeters: 20_000 } },
    policy: { dwellSeconds: 600 },
  });
  const fences = engineOf(service).runner;
  await fences.start();
  t.teardown(() => fences.stop());
  await fences.settle();
  const condition = {
    type: 'all',
    conditions: [
      { type: 'price', symbol, operator: 'above', threshold: 80 },
      { type: 'geofence', geofenceId: fence.id, transition: 'dwell', shipType: 'tanker' },
      { type: 'event_near', center: strait, radiusMeters: 200_000, minSeverity: 3, windowSeconds: 86_400 },
    ],
  };
  const made = await ada.post('/alerts/rules', {
    name: 'Oil and a waiting tanker',
    severity: 'critical',
    condition,
    endpointIds: [endpoint.id],
  });
  t.is(made.status, 201, made.text);
  const scene = await AlertScene.of(service);
  t.teardown(() => scene.stop());

  const report = async (lat: number) => {
    const now = clock.now();
    services.get(LiveState).takeVessel({
      key: mmsi,
      lat,
      lon: strait.lon,
      shipTypeCode: 80,
      observedAt: now,
      receivedAt: now,
      provider: 'test',
    });
    await fences.settle();
    await scene.settle();
  };
  await scene.quote(symbol, 79);
  await report(strait.lat + 1);
  clock.advance(crossedAt - clock.now());
  await scene.quote(symbol, 81);
  await report(strait.lat);
  const enteredAt = clock.now();
  clock.advance(5 * MINUTE_MS);
  const quake = {
    provider: 'usgs',
    key: 'us1',
    type: 'earthquake' as const,
    title: 'M 5.1 near the strait',
    severity: 3,
    position: { lat: 27, lon: 56 },
  };
  const time = new Date(clock.now());
  await services
    .get(GeoEvents)
    .report([{ ...quake, startedAt: time, endedAt: time, reportedAt: time, magnitude: { value: 5.1, unit: 'mb' } }]);
  await scene.settle();
  t.deepEqual(await alertsOf(ada), [], 'two of three leaves are true');
  clock.advance(5 * MINUTE_MS + 10 * SECOND_MS);
  await report(strait.lat);
  await scene.quote(symbol, 82);
  await report(strait.lat);

  const [alert, ...others] = await alertsOf(ada);
  t.deepEqual(others, []);
  const firedAt = new Date(enteredAt + 10 * MINUTE_MS).toISOString();
  t.like(alert, { state: 'firing', severity: 'critical', firedAt, ruleId: made.json.id });
  t.deepEqual(await alertEvents(service, ada), ['alert.firing']);
  const { json: shown } = await ada.get(`/alerts/${alert?.id}`);
  const [{ id: eventId }] = (await ada.get('/geospatial/events')).json.items;
  t.deepEqual(
    shown.explanation.map((leaf: { pointer: string; met: boolean; records: Array<{ type: string; id: string }> }) => [
      leaf.pointer,
      leaf.met,
      leaf.records.filter(({ type }) => type !== 'event').map(({ type, id }) => `${type} ${id}`),
    ]),
    [
      ['/conditions/0', true, [`symbol ${symbol}`]],
      ['/conditions/1', true, [`geofence ${fence.id}`, `vessel ${mmsi}`]],
      ['/conditions/2', true, [`geo_event ${eventId}`]],
    ],
  );

  await service.pass(MINUTE_MS);
  const [hook, ...more] = receiver.received;
  t.deepEqual([more.length, hook?.path], [0, '/alerts']);
  t.true(isSignedBy(endpoint.secret, hook as NonNullable<typeof hook>));
  const sent = JSON.parse(String(hook?.body));
  t.deepEqual([sent.type, sent.data.alert.id, sent.data.explanation.length], ['alert.firing', alert?.id, 3]);
  t.deepEqual(
    sink.mails.map(({ to, headers }) => [to, headers.subject]),
    [[[ada.email], `[Watchfloor] Alert: ${alert?.title}`]],
  );

  await ada.signIn(ada.email, PASSWORD);
  const tested = await ada.post('/alerts/rules/backtest', {
    ruleId: made.json.id,
    from: new Date(from).toISOString(),
    to: new Date(clock.now()).toISOString(),
  });
  t.is(tested.status, 200, tested.text);
  // Prices of the symbol are recorded only since the rule exists, and the range begins earlier.
  t.deepEqual(
    tested.json.missing.map(({ pointer }: { pointer: string }) => pointer),
    ['/conditions/0'],
  );
  t.deepEqual(
    tested.json.alerts.map((one: { entity: string; firedAt: string; explanation: Array<{ met: boolean }> }) => [
      one.entity,
      one.firedAt,
      one.explanation.map(({ met }) => met),
    ]),
    [[`vessel:${mmsi}`, firedAt, [true, true, true]]],
  );
});

/** Returns one candle without movement for each minute. */
function flatCandles(from: Date, to: Date, priceAt: (time: number) => number) {
  const first = Math.ceil(from.getTime() / MINUTE_MS);
  const count = Math.max(0, Math.ceil(to.getTime() / MINUTE_MS) - first);
  return Array.from({ length: count }, (_, index) => {
    const time = (first + index) * MINUTE_MS;
    const price = priceAt(time);
    return { time: new Date(time), open: price, high: price, low: price, close: price, volume: 1 };
  });
}

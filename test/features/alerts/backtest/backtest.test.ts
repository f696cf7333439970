import test from 'ava';
import { EventLog } from '../../../../src/events/event-log.js';
import { geofenceEntered } from '../../../../src/features/geospatial/geofences/geofences.events.js';
import { HOUR_MS } from '../../../../src/time/durations.js';
import { isProblem } from '../../../support/is-problem.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

const symbol = 'BTC-USD.CC';
const above = (threshold: number) => ({ type: 'price', symbol, operator: 'above', threshold });
const rule = (condition: object, more: object = {}) => ({ name: 'Bitcoin', condition, ...more });

let service: TestService;
let range: { from: string; to: string };
test.before(async () => {
  service = await startTestService();
  const end = Math.floor(service.clock.now() / HOUR_MS) * HOUR_MS;
  range = { from: new Date(end - 3 * HOUR_MS).toISOString(), to: new Date(end).toISOString() };
});
test.after.always(() => service.close());

test('a backtest of a price reports the minute of each crossing of the stored candles', async (t) => {
  const ada = await service.signedIn();
  const { json } = await ada.get(`/markets/candles/${symbol}?interval=1m&from=${range.from}&to=${range.to}`);
  const candles = json.items as Array<{ time: string; high: number; close: number }>;
  const closes = candles.map(({ close }) => close).sort((a, b) => a - b);
  const threshold = closes[Math.floor(closes.length * 0.8)] as number;
  const first = candles.find(({ high }) => high > threshold) as { time: string };
  const tested = await ada.post('/alerts/rules/backtest', {
    rule: rule(above(threshold), { recoverySeconds: 600 }),
    ...range,
  });
  t.is(tested.status, 200, tested.text);
  t.like(tested.json.missing, [{ pointer: '' }]);
  t.regex(tested.json.missing[0].detail, /^The prices of BTC-USD\.CC are not recorded for this time\./);
  t.true(tested.json.alerts.length > 0);
  t.is(tested.json.alerts[0].firedAt.slice(0, 16), first.time.slice(0, 16));
  t.like(tested.json.alerts[0].explanation[0], { type: 'price', met: true, threshold });
});

test('an alert of a backtest begins no earlier than the range, even if its condition was true before', async (t) => {
  const ada = await service.signedIn();
  const from = new Date(Date.parse(range.from) + 25_000).toISOString();
  const { json } = await ada.post('/alerts/rules/backtest', { rule: rule(above(1)), ...range, from });
  t.like(json.alerts, [{ firedAt: from, resolvedAt: null }]);
});

test('a stored rule is tested by its id, and a rule of another account is not found', async (t) => {
  const [ada, carl] = [await service.signedIn(), await service.signedIn()];
  const { feed } = (await ada.get('/health/feeds')).json.items[0];
  const made = await ada.post(
    '/alerts/rules',
    rule({ type: 'all', conditions: [above(1), { type: 'feed_stale', feed, seconds: 60 }] }),
  );
  t.is(made.status, 201, made.text);
  const { json } = made;
  const tested = await ada.post('/alerts/rules/backtest', { ruleId: json.id, ...range });
  t.is(tested.status, 200, tested.text);
  t.like(tested.json.missing, [
    { pointer: '/conditions/1', detail: 'The ages of feeds are not stored.' },
    { pointer: '/conditions/0' },
  ]);
  isProblem(t, await carl.post('/alerts/rules/backtest', { ruleId: json.id, ...range }), 404, 'not_found');
});

test('a backtest evaluates stored transitions of a geofence, and reports the time from which transitions are stored', async (t) => {
  const ada = await service.signedIn();
  const shape = { type: 'circle', center: { lat: 26.57, lon: 56.25 }, radiusMeters: 20_000 };
  const { json } = await ada.post('/geospatial/geofences', { name: 'Hormuz', shape });
  const entered = {
    geofenceId: json.id,
    geofenceName: 'Hormuz',
    entity: 'vessel:219024336',
    position: null,
    reason: 'crossed',
    staySeconds: 0,
    provider: 'ais',
  };
  const time = new Date(Date.parse(range.to) - HOUR_MS).toISOString();
  const data = {
    ...entered,
    reason: 'crossed' as const,
    staySeconds: 0,
    provider: 'ais',
    occurredAt: time,
    enteredAt: time,
  };
  await service.services.get(EventLog).append(geofenceEntered, { data, ownerId: ada.accountId, time: new Date(time) });
  await service.settle();
  const tested = await ada.post('/alerts/rules/backtest', {
    rule: rule({ type: 'geofence', geofenceId: json.id, transition: 'enter' }),
    ...range,
  });
  t.is(tested.status, 200, tested.text);
  t.like(tested.json.alerts, [{ entity: 'vessel:219024336', firedAt: time, resolvedAt: null }]);
  t.regex(tested.json.missing[0].detail, /stored since it was created/);
});

for (const [name, body, pointer] of [
  ['neither a rule nor an id', {}, '/ruleId'],
  ['a rule and an id', { rule: rule(above(1)), ruleId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' }, '/ruleId'],
  [
    'more than 90 days',
    { rule: rule(above(1)), from: '2020-01-01T00:00:00.000Z', to: '2020-06-01T00:00:00.000Z' },
    '/to',
  ],
  [
    'an end before the start',
    { rule: rule(above(1)), from: '2020-01-02T00:00:00.000Z', to: '2020-01-01T00:00:00.000Z' },
    '/to',
  ],
  [
    'a start in the future',
    { rule: rule(above(1)), from: '2199-01-01T00:00:00.000Z', to: '2199-01-02T00:00:00.000Z' },
    '/from',
  ],
] as const)
  test(`a backtest with ${name} is rejected`, async (t) => {
    const ada = await service.signedIn();
    const refused = await ada.post('/alerts/rules/backtest', { ...range, ...body });
    t.is(refused.status, 400, refused.text);
    t.is(refused.json.errors[0].pointer, pointer);
  });

test('with Accept: text/event-stream a backtest streams its progress and then the same JSON as without it', async (t) => {
  const ada = await service.signedIn();
  const request = { rule: rule(above(1)), ...range };
  const plain = await ada.post('/alerts/rules/backtest', request);
  const source = await ada.stream('/alerts/rules/backtest', { method: 'POST', body: request });
  t.deepEqual(await source.nextData('progress'), { fraction: 0, at: range.from });
  t.deepEqual(await source.nextData('result'), plain.json);
  await source.ended;
});

test('an invalid backtest is rejected before its stream begins', async (t) => {
  const ada = await service.signedIn();
  const refused = await ada.post(
    '/alerts/rules/backtest',
    { rule: rule(above(1)), from: range.to, to: range.from },
    { headers: { accept: 'text/event-stream' } },
  );
  t.is(refused.status, 400, refused.text);
  t.is(refused.json.errors[0].pointer, '/to');
});

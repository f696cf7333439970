import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { EventContextSources } from '../../../src/events/event-context-sources.js';
import { EventLog } from '../../../src/events/event-log.js';
import { LiveState } from '../../../src/features/geospatial/live/live-state.js';
import { minus, percentOf } from '../../../src/features/markets/decimals.js';
import { feedStatusChanged } from '../../../src/upstream/feed.events.js';
import { FakeCandleProvider } from '../../support/candle-provider.js';
import { isProblem } from '../../support/is-problem.js';
import { MINUTE, serviceFor } from '../../support/service-for.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService({
    marketProviders: [new FakeCandleProvider()],
    env: { SVC_MARKETS_EVENT_SYMBOLS: 'BTC-USD.CC' },
  });
});
test.after.always(() => service.close());

const note = { title: 'Queue', place: { lat: 51.9, lon: 4 }, symbols: ['BTC-USD.CC'], entities: ['vessel:244660009'] };

/** Returns an account with a note. Default: an hour ago. */
async function noted(minutesAgo = 60, fields: object = note) {
  const ada = await service.signedIn();
  const time = new Date(service.clock.now() - minutesAgo * MINUTE);
  const { eventId } = (await ada.post('/timeline/notes', { ...fields, time: time.toISOString() })).json;
  await service.settle();
  const context = async (query = '') => (await ada.get(`/timeline/${eventId}/context?${query}`)).json;
  return { ada, eventId, time, context };
}

test('the context of an event has the price changes of its symbols, from the first to the last candle of the range', async (t) => {
  const { context, time } = await noted();
  const { prices, from, to } = await context('windowSeconds=600');
  t.deepEqual(
    [from, to],
    [-10, 10].map((minutes) => new Date(time.getTime() + minutes * MINUTE).toISOString()),
  );
  t.like(prices.items[0], { symbol: 'BTC-USD.CC', subject: true, provider: 'simulator' });
  t.true(
    Date.parse(prices.items[0].fromTime) >= Date.parse(from) && Date.parse(prices.items[0].toTime) <= Date.parse(to),
  );
  const { changePercent, fromPrice, toPrice } = prices.items[0];
  t.is(changePercent, percentOf(minus(toPrice, fromPrice), fromPrice));
  t.true(Math.abs(changePercent - (toPrice / fromPrice - 1) * 100) < 1e-3);
});

test('followed instruments with stored candles are listed by the size of their change', async (t) => {
  const { ada, context } = await noted();
  await context('windowSeconds=600');
  const other = (
    await ada.post('/timeline/notes', {
      title: 'No symbols',
      time: new Date(service.clock.now() - 60 * MINUTE).toISOString(),
    })
  ).json;
  await service.settle();
  const { prices } = (await ada.get(`/timeline/${other.eventId}/context?windowSeconds=600`)).json;
  t.like(prices.items[0], { symbol: 'BTC-USD.CC', subject: false });
});

test('changes of subjects and of followed instruments have one interval, also when the range ends in the future', async (t) => {
  const { context } = await noted(1);
  const window = 'windowSeconds=14400';
  const [subject] = (await context(window)).prices.items;
  const other = await noted(1, { title: 'No symbols' });
  const { prices } = await other.context(window);
  t.like(prices.items[0], { symbol: 'BTC-USD.CC', subject: false, fromTime: subject.fromTime });
});

test('the other events of the range are listed, oldest first, and those of other accounts are not', async (t) => {
  const { ada, context, time, eventId } = await noted(120);
  const eve = await service.signedIn();
  const at = (minutes: number) => new Date(time.getTime() + minutes * MINUTE).toISOString();
  for (const [title, minutes] of [
    ['after', 5],
    ['before', -5],
    ['too late', 30],
  ] as const)
    await ada.post('/timeline/notes', { title, time: at(minutes) });
  await eve.post('/timeline/notes', { title: 'hers', time: at(1) });
  await service.settle();
  const { events: reported, event } = await context('windowSeconds=600');
  t.is(event.id, eventId);
  t.deepEqual(
    reported.items.map(({ title }: { title: string }) => title),
    ['before', 'after'],
  );
  t.deepEqual(reported.missing, []);
});

test('each side has at most 25 events, and the context reports if there are more', async (t) => {
  const { context, time } = await noted(600);
  const data = { feed: 'ais', provider: 'simulator', status: 'ok', previousStatus: null };
  await service.services
    .get(EventLog)
    .appendMany(feedStatusChanged, Array(30).fill({ data, time: new Date(time.getTime() + MINUTE) }));
  await service.settle();
  const { events: reported } = await context();
  t.is(reported.items.length, 25);
  t.deepEqual(reported.missing, ['There are more events after; GET /timeline lists them.']);
});

test('vessels near the place are listed from live positions for a moment ago, nearest first, without the subjects of the event', async (t) => {
  const { context } = await noted(0);
  const report = (key: number, lat: number) => ({
    key,
    lat,
    lon: 4,
    observedAt: service.clock.now(),
    receivedAt: service.clock.now(),
    provider: 'ais',
  });
  const live = service.services.get(LiveState);
  for (const [key, lat] of [
    [244660002, 52],
    [244660001, 51.91],
    [244660003, 60],
    [244660009, 51.9],
  ] as const)
    live.takeVessel(report(key, lat));
  const { nearby } = await context('radiusMeters=50000');
  t.deepEqual(
    nearby.items.map(({ entity }: { entity: string }) => entity),
    ['vessel:244660001', 'vessel:244660002'],
  );
  t.is(nearby.items[0].distanceMeters, 1_112);
});

test('the context of an event without a place, and of one in the future, names the missing parts', async (t) => {
  t.deepEqual((await (await noted(60, { title: 'Nowhere' })).context()).nearby, {
    items: [],
    missing: ['The event has no place.'],
  });
  t.deepEqual((await (await noted(-60)).context()).nearby.missing, [
    'The moment has not come: there are no positions of vessels and aircraft yet.',
  ]);
});

test('a part that fails is named, and the others are returned', async (t) => {
  const broken = await serviceFor(t);
  broken.services.get(EventContextSources).register('prices', () => Promise.reject(new Error('broken')));
  const ada = await broken.signedIn();
  const { eventId } = (await ada.post('/timeline/notes', { title: 'Queue' })).json;
  await broken.settle();
  const { prices, nearby } = (await ada.get(`/timeline/${eventId}/context`)).json;
  t.deepEqual(prices, { items: [], missing: ['The data could not be read in time; try again later.'] });
  t.deepEqual(nearby.missing, ['The event has no place.']);
});

test('the context of an unknown event returns 404, and an invalid range 400', async (t) => {
  const { ada, eventId } = await noted();
  isProblem(t, await ada.get(`/timeline/${randomUUID()}/context`), 404, 'not_found');
  for (const query of ['windowSeconds=59', 'windowSeconds=604801', 'radiusMeters=99'])
    isProblem(t, await ada.get(`/timeline/${eventId}/context?${query}`), 400, 'invalid_request');
});

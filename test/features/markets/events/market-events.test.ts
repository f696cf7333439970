import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { Database } from '../../../../src/database/database.js';
import { EventLog } from '../../../../src/events/event-log.js';
import type { CalendarEntry } from '../../../../src/features/markets/calendar-entry.js';
import type { CorporateAction } from '../../../../src/features/markets/candle.js';
import { averageBeside } from '../../../../src/features/markets/decimals.js';
import { ForgetPublishedKeysJob } from '../../../../src/features/markets/events/forget-published-keys.job.js';
import { marketSplit } from '../../../../src/features/markets/events/market.events.js';
import { MarketEventPublisher } from '../../../../src/features/markets/events/market-event-publisher.service.js';
import { MarketEvents } from '../../../../src/features/markets/events/market-events.service.js';
import { PublishedEventRepository } from '../../../../src/features/markets/events/published-event.repository.js';
import { FakeCandleProvider } from '../../../support/candle-provider.js';
import { FakeMarketProvider } from '../../../support/fake-market-provider.js';
import { MINUTE, serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';

/** Time on a Tuesday, an hour after the opening in New York. */
const TUESDAY = Date.UTC(2026, 11, 8, 15, 30);

/** Starts a service on a trading day, in a market in which every day has a range of 4 around 100. */
async function market(t: ExecutionContext, actions: () => CorporateAction[] = () => []) {
  const prices = new FakeMarketProvider('eodhd');
  const second = new FakeMarketProvider('finnhub', [
    { operation: 'quotes', assetClasses: ['equity', 'etf'], venues: ['US'], delaySeconds: 0 },
  ]);
  const candles = new FakeCandleProvider({ name: 'coinbase', actions });
  candles.answer = (_symbol, _interval, from, to) => {
    const days = Math.ceil((to.getTime() - from.getTime()) / (1_440 * MINUTE));
    return Array.from({ length: days }, (_, day) => ({
      time: new Date(from.getTime() + day * 1_440 * MINUTE),
      open: 100,
      high: 102,
      low: 98,
      close: 100,
      volume: 1,
    }));
  };
  const service = await serviceFor(t, {
    marketProviders: [prices, second, candles],
    env: { SVC_MARKETS_EVENT_SYMBOLS: 'AAPL.US' },
  });
  service.clock.advance(TUESDAY - service.clock.now());
  const ada = await service.signedIn();
  /** Publishes the events that are due when these prices are known. */
  const publish = async (known: Record<string, number> = {}) => {
    service.clock.advance(2 * MINUTE);
    for (const [symbol, price] of Object.entries(known))
      prices.knows(symbol, price, { previousClose: 100, tradedAt: new Date(service.clock.now() - 1_000) });
    await service.services.get(MarketEvents).publish(new AbortController().signal);
    await service.settle();
  };
  // A new account reads each time, because the clock advances beyond the lifetime of an access token.
  const list = async (query: string): Promise<Json[]> =>
    (await (await service.signedIn()).get(`/timeline?order=asc&limit=200&${query}`)).json.items;
  return { ...service, ada, prices, second, publish, list };
}

test('a subscription with a filter of symbols, in upper or lower case, gets an unusual move of one of them, and no other', async (t) => {
  const { ada, publish } = await market(t);
  const { json } = await ada.post('/subscriptions', {
    name: 'Apple',
    eventTypes: ['market.price_moved'],
    filter: { symbols: ['msft.us'] },
    delivery: { channel: 'stream' },
  });
  await publish({ 'AAPL.US': 110, 'MSFT.US': 92 });
  const { items } = (await ada.get(`/subscriptions/${json.id}/events`)).json;
  t.is(items.length, 1);
  t.like(items[0], { type: 'market.price_moved', subject: 'symbol:MSFT.US', severity: 3 });
  t.is(items[0].title, 'MSFT.US fell 8.0 % to 92 USD, 2.0 times its usual daily range');
  t.like(items[0].data, {
    direction: 'down',
    usualRange: 4,
    multiple: 2,
    level: 3,
    session: '2026-12-08',
    provider: 'eodhd',
    simulated: false,
  });
});

test('the change and the usual range of an unusual move have the decimals of its prices', async (t) => {
  const { publish, list } = await market(t);
  await publish({ 'AAPL.US': 110.123456 });
  const [event] = await list('type=market.price_moved');
  t.is(event?.data.changePercent, 10.123456);
  t.is(averageBeside(0.000_012_3, 0.000_001_234_567_891_23), 0.000_001_234_57);
  t.is(averageBeside(104, 4.123_456_7), 4.1235);
});

test('each level is published once per symbol, direction and session, and a jump skips the lower ones', async (t) => {
  const { publish, list, clock } = await market(t);
  const levels = async () =>
    (await list('type=market.price_moved')).map(({ data }) => `${data.direction} ${data.level}`);
  await publish({ 'AAPL.US': 104.5 });
  await publish({ 'AAPL.US': 105 });
  t.deepEqual(await levels(), ['up 1']);
  await publish({ 'AAPL.US': 112 });
  await publish({ 'AAPL.US': 106 });
  t.deepEqual(await levels(), ['up 1', 'up 4']);
  await publish({ 'AAPL.US': 95 });
  t.deepEqual(await levels(), ['up 1', 'up 4', 'down 1']);
  clock.advance(1_440 * MINUTE);
  await publish({ 'AAPL.US': 95 });
  t.deepEqual(await levels(), ['up 1', 'up 4', 'down 1', 'down 1']);
});

test('the symbols of watchlists are followed, but usual moves, old prices and closed markets publish nothing', async (t) => {
  const { ada, publish, list, prices, clock } = await market(t);
  await ada.post('/markets/watchlists', { name: 'Mine', symbols: ['NVDA.US'] });
  await publish({ 'AAPL.US': 103, 'NVDA.US': 110 });
  t.deepEqual(
    (await list('type=market.price_moved')).map(({ data }) => data.symbol),
    ['NVDA.US'],
  );
  prices.knows('AAPL.US', 120, { previousClose: 100, tradedAt: new Date(clock.now() - 2_880 * MINUTE) });
  await publish();
  clock.advance(10 * 60 * MINUTE);
  await publish({ 'AAPL.US': 130 });
  t.is((await list('type=market.price_moved')).length, 1);
});

test('a price too far from the previous close is published when a later trade confirms it', async (t) => {
  const { publish, list } = await market(t);
  await publish({ 'AAPL.US': 180 });
  t.is((await list('type=market.price_moved')).length, 0);
  await publish({ 'AAPL.US': 181 });
  t.is((await list('type=market.price_moved')).length, 1);
});

test('exchanges open and close once, by their calendars, and are found by venue', async (t) => {
  const { publish, list, clock } = await market(t);
  clock.advance(Date.UTC(2026, 11, 8, 14, 35) - clock.now());
  await publish();
  await publish();
  const opened = await list('type=market.opened&entity=exchange:US');
  t.deepEqual(opened.map(({ data }) => data.exchange).sort(), ['XNAS', 'XNYS']);
  t.is(opened.find(({ data }) => data.exchange === 'XNYS')?.title, 'New York Stock Exchange opened');
  t.is(opened[0]?.time, '2026-12-08T14:30:00.000Z');
  clock.advance(Date.UTC(2026, 11, 8, 21, 10) - clock.now());
  await publish();
  t.is((await list('type=market.closed&entity=exchange:US')).length, 2);
  clock.advance(Date.UTC(2026, 11, 9, 18) - clock.now());
  await publish();
  t.is((await list('type=market.opened&entity=exchange:US')).length, 2, 'an opening hours ago is not published');
});

test('splits and dividends are published once, on their day', async (t) => {
  const actions: CorporateAction[] = [
    { day: '2026-12-08', kind: 'split', value: 4 },
    { day: '2026-12-07', kind: 'dividend', value: 0.26 },
    { day: '2026-06-01', kind: 'dividend', value: 0.25 },
  ];
  const { publish, list } = await market(t, () => actions);
  await publish({ 'AAPL.US': 101 });
  await publish({ 'AAPL.US': 101 });
  const events = await list('symbol=AAPL.US&type=market.split,market.dividend');
  t.deepEqual(events.map(({ title }) => title).sort(), [
    'AAPL.US is ex-dividend: 0.26 USD per share',
    'AAPL.US split: 4 new shares for 1',
  ]);
});

test('announced dividends are published once, while their announcement is news', async (t) => {
  const actions: CorporateAction[] = [
    { day: '2027-02-08', kind: 'dividend', value: 0.28, declarationDay: '2026-12-05', paymentDay: '2027-02-12' },
    { day: '2027-03-08', kind: 'dividend', value: 0.29, declarationDay: '2026-12-04' },
    { day: '2027-01-06', kind: 'dividend', value: 0.3 },
    { day: '2027-01-09', kind: 'dividend', value: 0.31 },
    { day: '2027-01-04', kind: 'split', value: 2, declarationDay: '2026-12-08' },
  ];
  const { publish, list } = await market(t, () => actions);
  await publish({ 'AAPL.US': 101 });
  await publish({ 'AAPL.US': 101 });
  const events = await list('type=market.dividend_declared');
  t.deepEqual(events.map(({ title }) => title).sort(), [
    'AAPL.US declares 0.28 USD per share, ex-dividend on 2027-02-08',
    'AAPL.US declares 0.3 USD per share, ex-dividend on 2027-01-06',
  ]);
  const [event] = await list('type=market.dividend_declared&q=0.28');
  t.like(event?.data, { declarationDay: '2026-12-05', recordDay: null, paymentDay: '2027-02-12', simulated: false });
});

test('reported earnings are published once the figure is known, for watched companies only', async (t) => {
  const { publish, list, prices } = await market(t);
  const report = { kind: 'earnings', day: '2026-12-08', currency: 'USD', period: '2026-09-30' } as const;
  const reports: CalendarEntry[] = [
    { ...report, symbol: 'AAPL.US', estimate: 1.6, actual: null },
    { ...report, symbol: 'MSFT.US', estimate: 3, actual: 3.1 },
  ];
  Object.assign(prices, {
    capabilities: [
      ...prices.capabilities,
      { operation: 'earnings_calendar', assetClasses: ['equity'], delaySeconds: 0 },
    ],
    calendar: { maxDays: 7, entries: async () => structuredClone(reports) },
  });
  await publish({ 'AAPL.US': 101 });
  t.deepEqual(await list('type=market.earnings_reported'), []);
  Object.assign(reports[0] as CalendarEntry, { actual: 1.84 });
  for (let run = 0; run < 10; run += 1) await publish({ 'AAPL.US': 101 });
  const events = await list('type=market.earnings_reported');
  t.deepEqual(
    events.map(({ title }) => title),
    ['AAPL.US reports earnings of 1.84 USD per share (1.6 expected)'],
  );
  t.like(events[0]?.data, { surprisePercent: 15, period: '2026-09-30', provider: 'eodhd' });
});

test('two providers that disagree are published once per session', async (t) => {
  const { publish, list, second, clock } = await market(t);
  for (const price of [104, 105]) {
    second.knows('AAPL.US', price, { previousClose: 100, tradedAt: new Date(clock.now() + 2 * MINUTE - 1_000) });
    await publish({ 'AAPL.US': 101 });
  }
  const events = await list('type=market.sources_disagree');
  t.is(events.length, 1);
  t.is(events[0]?.title, 'eodhd and finnhub disagree on AAPL.US by 3.0 %: 101 and 104');
});

test('several processes publish an event once at the same time, and not at all if its transaction fails', async (t) => {
  const { services, clock, list, settle } = await market(t);
  const [log, database] = [services.get(EventLog), services.get(Database)];
  const another = () => new MarketEventPublisher(services.get(PublishedEventRepository), log, database, clock);
  const event = {
    data: { symbol: 'AAPL.US', day: '2026-12-08', ratio: 4, provider: 'eodhd', simulated: false },
    subject: 'symbol:AAPL.US',
  };
  const broken = { ...event, data: { ...event.data, ratio: -1 } };
  await t.throwsAsync(another().publish(marketSplit, 'AAPL.US 2026-12-08', broken));
  const published = await Promise.all(
    Array.from({ length: 5 }, () => another().publish(marketSplit, 'AAPL.US 2026-12-08', event)),
  );
  await settle();
  t.is(published.filter(Boolean).length, 1);
  t.is((await list('type=market.split')).length, 1);
});

test('the job deletes keys of published events that are older than 40 days, however many, and no others', async (t) => {
  const { services, clock } = await serviceFor(t);
  const database = services.get(Database);
  const limit = new Date(clock.now() - 40 * 1_440 * MINUTE);
  const store = (name: string, count: number, at: Date) =>
    database.query(
      `insert into published_market_events (key, published_at) select $1 || n, $2 from generate_series(1, $3::int) n`,
      [name, at, count],
    );
  await store('old', 5_001, new Date(limit.getTime() - 1));
  await store('at the limit', 1, limit);
  await store('new', 1, new Date(clock.now()));
  const keys = async () =>
    (await database.query<{ key: string }>('select key from published_market_events order by key')).rows.map(
      ({ key }) => key,
    );
  const job = services.get(ForgetPublishedKeysJob);
  await job.run(AbortSignal.abort());
  t.is((await keys()).length, 5_003, 'a job that is stopped deletes nothing');
  await job.run(new AbortController().signal);
  t.deepEqual(await keys(), ['at the limit1', 'new1']);
  await job.run(new AbortController().signal);
  t.is((await keys()).length, 2);
});

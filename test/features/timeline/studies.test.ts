import 'reflect-metadata';
import test from 'ava';
import { EventLog } from '../../../src/events/event-log.js';
import { spread } from '../../../src/simulation/noise.js';
import { DAY_MS } from '../../../src/time/durations.js';
import { feedStatusChanged } from '../../../src/upstream/feed.events.js';
import { FakeCandleProvider, gridCandles } from '../../support/candle-provider.js';
import { isProblem } from '../../support/is-problem.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let today: number;
/** Days of the notes, before today. The price rises by 3 % on the day after each. */
const noted = Array.from({ length: 10 }, (_, index) => 200 - 20 * index);

const priceOf = (day: number): number => {
  const risen = noted.filter((ago) => day > today / DAY_MS - ago).length;
  return 100 * 1.03 ** risen * (1 + 0.004 * spread(5, day));
};

test.before(async () => {
  const provider = new FakeCandleProvider();
  const crypto = (from: Date, to: Date) => {
    const candles = [];
    for (let time = Math.ceil(from.getTime() / DAY_MS) * DAY_MS; time < to.getTime(); time += DAY_MS) {
      const [open, close] = [priceOf(time / DAY_MS - 1), priceOf(time / DAY_MS)];
      const [low, high] = [Math.min(open, close), Math.max(open, close)];
      candles.push({ time: new Date(time), open, high, low, close, volume: null });
    }
    return candles;
  };
  provider.answer = (symbol, interval, from, to) =>
    symbol.assetClass === 'crypto' ? crypto(from, to) : gridCandles(interval, from, to);
  service = await startTestService({ marketProviders: [provider] });
  today = Math.floor(service.clock.now() / DAY_MS) * DAY_MS;
});
test.after.always(() => service.close());

const timeOf = (daysAgo: number) => new Date(today - daysAgo * DAY_MS + 10 * 3_600_000).toISOString();

/** Returns an account with a note on each of the given days. */
async function withNotes(days: readonly number[] = noted) {
  const ada = await service.signedIn();
  for (const daysAgo of days)
    await ada.post('/timeline/notes', { title: `Strait closed ${daysAgo}`, time: timeOf(daysAgo) });
  await service.settle();
  return ada;
}

const events = { q: 'strait' };
const study = { events, symbols: ['btc-usd.cc'], windowTradingDays: [1, 5], permutationCount: 500 };

test('a study measures the returns after the events of a filter, from the close of their day on', async (t) => {
  const ada = await withNotes();
  const { status, json } = await ada.post('/timeline/studies', study);
  t.is(status, 200);
  t.like(json, { eventCount: 10, truncated: false, seed: 1, from: timeOf(200) });
  t.like(json.targets[0], { type: 'symbol', target: 'BTC-USD.CC', currency: 'USD' });
  t.is(json.targets[0].provenance.provider, 'simulator');
  const [day] = json.items;
  t.like(day, { windowTradingDays: 1, caseCount: 10, notComputable: null });
  const expected = noted.map((ago) => priceOf(today / DAY_MS - ago + 1) / priceOf(today / DAY_MS - ago) - 1);
  for (const [index, event] of json.events.entries()) {
    t.true(Math.abs(event.outcomes[0].return - (expected[index] as number)) < 1e-9);
    t.like(event, { time: timeOf(noted[index] as number), title: `Strait closed ${noted[index]}` });
    t.is(event.outcomes[0].startTime, new Date(today - ((noted[index] as number) - 1) * DAY_MS).toISOString());
  }
  t.true(Math.abs(day.returns.meanReturn - expected.reduce((sum, one) => sum + one, 0) / 10) < 1e-9);
  t.true(
    day.baseReturns.meanReturn < 0.005 && day.pValue < 0.01 && day.adjustedPValue >= day.pValue,
    JSON.stringify(day),
  );
  t.is((await ada.get(`/timeline/${json.events[0].eventId}`)).status, 200);
});

test('before the open of an exchange the window starts with the open, also after a weekend', async (t) => {
  const ada = await service.signedIn();
  const saturday = Math.floor((today / DAY_MS - 60 - 2) / 7) * 7 + 2;
  const at = new Date(saturday * DAY_MS + 12 * 3_600_000);
  t.is(at.getUTCDay(), 6);
  await ada.post('/timeline/notes', { title: 'Strait closed', time: at.toISOString() });
  await service.settle();
  const { json } = await ada.post('/timeline/studies', { ...study, symbols: ['AAPL.US'], windowTradingDays: [1] });
  const [{ outcomes }] = json.events;
  const { items } = (
    await ada.get(`/markets/candles/AAPL.US?from=${at.toISOString().slice(0, 10)}&adjustment=all&interval=1d`)
  ).json;
  t.is(outcomes[0].return, items[0].close / items[0].open - 1);
  t.true(outcomes[0].startTime > at.toISOString());
  t.deepEqual(json.items[0].notComputable, {
    code: 'too_few_cases',
    detail: 'There is 1 case, and figures need at least 8.',
  });
  t.is(json.items[0].returns, null);
});

test('a study counts dropped cases by reason and lists each with it', async (t) => {
  const ada = await withNotes([2_000, 1_999, 1]);
  const { json } = await ada.post('/timeline/studies', { ...study, windowTradingDays: [5] });
  t.deepEqual(json.items[0].dropped, { noPricesCount: 0, windowIncompleteCount: 1, overlappingCount: 1 });
  t.deepEqual(
    json.events.map(({ outcomes }: { outcomes: Array<{ droppedBecause: string }> }) => outcomes[0]?.droppedBecause),
    [null, 'overlapping', 'window_incomplete'],
  );
});

test('the same seed gives the same study, and another seed gives other random moments', async (t) => {
  const ada = await withNotes();
  const run = async (seed: number) => (await ada.post('/timeline/studies', { ...study, seed })).json;
  const first = await run(7);
  t.deepEqual(await run(7), first);
  const other = await run(8);
  t.notDeepEqual(other.items[0].baseReturns, first.items[0].baseReturns);
  t.deepEqual(other.events, first.events);
});

test('a study measures the time-weighted return of a portfolio', async (t) => {
  const ada = await withNotes();
  const { id } = (await ada.post('/portfolios', { name: 'Coins', baseCurrency: 'USD' })).json;
  const tradedAt = timeOf(220);
  const path = `/portfolios/${id}/transactions`;
  await ada.post(path, { type: 'deposit', tradedAt, amount: '1000', currency: 'USD' });
  await ada.post(path, { type: 'buy', tradedAt, symbol: 'BTC-USD.CC', quantity: '10', price: '100', currency: 'USD' });
  const { json } = await ada.post('/timeline/studies', { ...study, symbols: [], portfolioIds: [id] });
  t.like(json.targets[0], { type: 'portfolio', target: id, name: 'Coins', currency: 'USD', provenance: null });
  const five = json.items[1];
  t.is(five.caseCount, 10);
  t.true(five.returns.meanReturn > 0.02 && five.returns.meanReturn < 0.04, JSON.stringify(five));
  const eve = await service.signedIn();
  isProblem(
    t,
    await eve.post('/timeline/studies', { ...study, portfolioIds: [id] }),
    422,
    'unprocessable',
    '/portfolioIds/0',
  );
});

test('a study names what is wrong in its request', async (t) => {
  const ada = await service.signedIn();
  const wrong = async (fields: object, status: number, code: string, pointer: string) =>
    isProblem(t, await ada.post('/timeline/studies', { ...study, ...fields }), status, code, pointer);
  await wrong({ symbols: [] }, 400, 'invalid_request', '/symbols');
  await wrong({ events: { type: ['no.such'] } }, 400, 'invalid_request', '/events/type/0');
  await wrong({ events: { from: '2026-02-01', to: '2026-01-01' } }, 400, 'invalid_request', '/events/from');
  await wrong({ symbols: ['AAPL.US', 'NOTHING.OWN'] }, 422, 'unprocessable', '/symbols/1');
  await wrong({ windowTradingDays: [251] }, 400, 'invalid_request', '/windowTradingDays');
});

test('of more than 500 events the latest are studied', async (t) => {
  const ada = await service.signedIn();
  const data = { feed: 'studied', provider: 'simulator', status: 'ok', previousStatus: null } as const;
  const append = (count: number, daysAgo: number) =>
    service.services
      .get(EventLog)
      .appendMany(feedStatusChanged, Array(count).fill({ data, time: new Date(timeOf(daysAgo)) }));
  await append(1, 300);
  await append(499, 30);
  await service.settle();
  const run = async () =>
    (await ada.post('/timeline/studies', { ...study, events: { entity: ['feed:studied'] } })).json;
  t.like(await run(), { eventCount: 500, truncated: false, from: timeOf(300) });
  await append(1, 20);
  await service.settle();
  t.like(await run(), { eventCount: 500, truncated: true, from: timeOf(30) });
});

test('a study is drawn as SVG and as PNG by Accept, in the size of the query', async (t) => {
  const ada = await withNotes();
  const draw = (accept: string) =>
    ada.post('/timeline/studies?width=700&height=300&theme=dark', study, { headers: { accept } });
  const svg = await draw('image/svg+xml');
  t.is(svg.headers.get('content-type'), 'image/svg+xml');
  t.regex(svg.text, /<svg [^>]*width="700"/);
  t.regex(svg.text, /<desc>1 day: 10 cases, mean \d\.\d\d%, p 0\.0\d\d; 5 days: 10 cases[^<]*Simulated data\.<\/desc>/);
  t.is((await draw('image/png')).headers.get('content-type'), 'image/png');
  const none = await ada.post(
    '/timeline/studies',
    { ...study, events: { q: 'absent' } },
    {
      headers: { accept: 'image/svg+xml' },
    },
  );
  t.regex(none.text, /Too few cases: 0 of 8 cases needed\./);
});

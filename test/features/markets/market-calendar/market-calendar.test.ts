import test from 'ava';
import { FakeCandleProvider } from '../../../support/candle-provider.js';
import { FakeMarketProvider } from '../../../support/fake-market-provider.js';
import { DAY, serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';
import { simulatorAt } from '../simulator/simulated-markets.js';

const kindsOf = ({ json }: { json: Json }): string[] => [...new Set<string>(json.items.map(({ kind }: Json) => kind))];

test('the calendar lists every kind by day, a month ahead by default', async (t) => {
  const { signedIn, clock } = await serviceFor(t);
  const ada = await signedIn();
  const answer = await ada.get('/markets/calendar?limit=200');
  t.is(answer.status, 200);
  t.deepEqual(answer.json.errors, []);
  const days: string[] = answer.json.items.map(({ day }: Json) => day);
  t.deepEqual(days, days.toSorted());
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  t.true((days[0] as string) >= today);
  t.true(answer.json.items.every(({ simulated, provider }: Json) => simulated && provider === 'simulator'));
  const last = new Date(clock.now() + 30 * DAY).toISOString().slice(0, 10);
  const rest = await ada.get(`/markets/calendar?kind=economic&limit=200&from=${last}`);
  t.is(rest.json.items.filter(({ day }: Json) => day < last).length, 0);
  for (const kind of ['dividend', 'earnings', 'ipo', 'economic'])
    t.deepEqual(kindsOf(await ada.get(`/markets/calendar?kind=${kind}&limit=5`)), [kind]);
});

test('pages of the calendar join without a gap or a repetition', async (t) => {
  const { signedIn } = await serviceFor(t);
  const ada = await signedIn();
  const query = 'kind=dividend,economic&from=2026-03-01&to=2026-03-20';
  const whole = await ada.get(`/markets/calendar?${query}&limit=200`);
  t.is(whole.json.nextCursor, null);
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await ada.get(`/markets/calendar?${query}&limit=7${cursor}`);
    ids.push(...page.json.items.map(({ id }: Json) => id));
    if (page.json.nextCursor === null) break;
    cursor = `&cursor=${page.json.nextCursor}`;
  }
  t.true(ids.length > 14);
  t.deepEqual(
    ids,
    whole.json.items.map(({ id }: Json) => id),
  );
  t.is(new Set(ids).size, ids.length);
});

test('published figures appear at their time, estimates before', async (t) => {
  const before = simulatorAt('2026-11-06T13:29:59Z');
  const find = async ({ provider }: typeof before) =>
    (await provider.calendar.entries('economic', '2026-11-06', '2026-11-06')).find(
      ({ title }) => title === 'Nonfarm payrolls, change',
    );
  const expected = await find(before);
  t.like(expected, { country: 'US', actual: null, period: '2026-10', at: new Date('2026-11-06T13:30:00Z') });
  before.clock.advance(1_000);
  const published = await find(before);
  t.is(typeof published?.actual, 'number');
  t.deepEqual({ ...published, actual: null }, expected);
});

test('companies report four times a year, and each report states the result of the same quarter a year before', async (t) => {
  const { provider } = simulatorAt('2026-11-20T12:00:00Z');
  const reports = await provider.calendar.entries('earnings', '2024-01-01', '2025-12-31');
  const apple = reports.filter(({ symbol }) => symbol === 'AAPL.US');
  t.is(apple.length, 8);
  for (const [index, report] of apple.slice(4).entries()) t.is(report.previous, apple[index]?.actual);
  t.true(reports.every(({ day, period }) => (day as string) > (period as string)));
});

test('the calendar of named instruments has only their entries, and economic figures on request', async (t) => {
  const { signedIn } = await serviceFor(t);
  const ada = await signedIn();
  const range = 'from=2026-01-01&to=2026-12-31&limit=200';
  const own = await ada.get(`/markets/calendar?symbol=ko.us,EURUSD.FOREX&${range}`);
  t.true(own.json.items.every(({ symbol }: Json) => symbol === 'KO.US'));
  t.deepEqual(kindsOf(own).toSorted(), ['dividend', 'earnings']);
  const actions = await ada.get('/markets/actions/KO.US?type=dividend&from=2026-01-01&to=2026-12-31');
  t.deepEqual(
    own.json.items.filter(({ kind }: Json) => kind === 'dividend').map(({ day, amount }: Json) => [day, amount]),
    actions.json.items.map(({ day, amount }: Json) => [day, amount]),
  );
  t.deepEqual(kindsOf(await ada.get(`/markets/calendar?symbol=KO.US&kind=economic&${range}`)), ['economic']);
});

test('the calendar follows a watchlist and a portfolio, but only of the account itself', async (t) => {
  const { signedIn } = await serviceFor(t);
  const [ada, bob] = [await signedIn(), await signedIn('bob')];
  const range = 'kind=dividend&from=2026-01-01&to=2026-12-31';
  const { json: list } = await ada.post('/markets/watchlists', { name: 'Dividends', symbols: ['KO.US'] });
  const { json: portfolio } = await ada.post('/portfolios', { name: 'Own', baseCurrency: 'USD' });
  const bought = { type: 'buy', symbol: 'PEP.US', quantity: '10', price: '150', currency: 'USD' };
  await ada.post(`/portfolios/${portfolio.id}/transactions`, { ...bought, tradedAt: '2025-06-02T15:00:00Z' });
  for (const [parameter, id, symbol] of [
    ['watchlistId', list.id, 'KO.US'],
    ['portfolioId', portfolio.id, 'PEP.US'],
  ]) {
    const { json } = await ada.get(`/markets/calendar?${parameter}=${id}&${range}`);
    t.true(json.items.length > 0);
    t.true(json.items.every((item: Json) => item.symbol === symbol));
    const foreign = await bob.get(`/markets/calendar?${parameter}=${id}&${range}`);
    t.is(foreign.status, 404);
    t.is(foreign.json.detail, `\`${parameter}\` is not the id of one of yours.`);
  }
});

test('ranges of the calendar are in order and at most 366 days', async (t) => {
  const { signedIn } = await serviceFor(t);
  const ada = await signedIn();
  const get = (query: string) => ada.get(`/markets/calendar?kind=ipo&${query}`);
  t.is((await get('from=2026-02-02&to=2026-02-02')).json.errors[0].pointer, 'query/from');
  t.is((await get('from=2025-01-01&to=2026-01-02')).status, 200);
  const long = await get('from=2025-01-01&to=2026-01-03');
  t.is(long.status, 400);
  t.deepEqual(long.json.errors, [
    { in: 'query', name: 'to', pointer: 'query/to', detail: 'must be at most 366 days after `from`' },
  ]);
});

test('kinds that no provider offers are named with advice, and the others are listed', async (t) => {
  const dividends = new FakeCandleProvider({
    name: 'eodhd',
    actions: () => [{ day: '2026-01-05', kind: 'dividend', value: 1 }],
  });
  const { signedIn } = await serviceFor(t, { marketProviders: [dividends, new FakeMarketProvider('finnhub')] });
  const ada = await signedIn();
  const { json } = await ada.get('/markets/calendar?kind=dividend,earnings&from=2026-01-01&to=2026-01-31');
  t.deepEqual(
    json.errors.map(({ kind, code }: Json) => [kind, code]),
    [
      ['dividend', 'not_offered'],
      ['earnings', 'not_offered'],
    ],
  );
  t.regex(json.errors[0].detail, /Name symbols, a watchlist or a portfolio/);
  const named = await ada.get('/markets/calendar?symbol=AAPL.US&kind=dividend&from=2026-01-01&to=2026-01-31');
  t.deepEqual([named.json.items.length, named.json.errors], [1, []]);
});

test('as iCalendar, entries are events with escaped text and folded lines', async (t) => {
  const { signedIn } = await serviceFor(t);
  const ada = await signedIn();
  const answer = await ada.get('/markets/calendar?format=ics&kind=economic,ipo&from=2026-03-01&to=2026-03-31');
  t.is(answer.status, 200);
  t.regex(answer.headers.get('content-type') ?? '', /^text\/calendar/);
  const text = answer.text;
  t.true(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n') && text.endsWith('END:VCALENDAR\r\n'));
  const lines = text.split('\r\n');
  t.true(lines.every((line) => Buffer.byteLength(line) <= 75));
  const unfolded = text.replaceAll('\r\n ', '').split('\r\n');
  t.true(unfolded.includes('SUMMARY:US: Consumer prices\\, year on year (simulated)'));
  t.true(unfolded.includes('DTSTART:20260312T123000Z'), 'at 8:30 in New York, in summer time');
  const ids = unfolded.filter((line) => line.startsWith('UID:'));
  t.is(new Set(ids).size, ids.length);
  t.is(ids.length, unfolded.filter((line) => line === 'BEGIN:VEVENT').length);
});

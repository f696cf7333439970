import 'reflect-metadata';
import test from 'ava';
import { ExchangeCalendar } from '../../../../src/features/markets/calendar/exchange-calendar.js';
import { exchanges } from '../../../../src/features/markets/calendar/exchanges.js';
import { tradingRules } from '../../../../src/features/markets/calendar/trading-rules.js';
import { InstrumentTable } from '../../../../src/features/markets/directory/instrument-table.js';
import { type MarketSymbol, parseSymbol } from '../../../../src/features/markets/market-symbol.js';

const calendar = new ExchangeCalendar(new InstrumentTable());
const symbol = (text: string): MarketSymbol => parseSymbol(text) as MarketSymbol;

/** Returns regular sessions as `day open/close`, with times in UTC. */
const hours = (text: string, from: string, to: string): string[] =>
  calendar
    .sessions(symbol(text), from, to)
    .map(({ day, open, close }) => `${day} ${open.toISOString().slice(11, 16)}-${close.toISOString().slice(11, 16)}`);

const states = (text: string, ...instants: string[]) =>
  instants.map((instant) => calendar.state(symbol(text), new Date(instant)));

test('sessions follow New York time, which changes before European time in spring', (t) => {
  t.deepEqual(hours('AAPL.US', '2026-03-05', '2026-03-10'), [
    '2026-03-05 14:30-21:00',
    '2026-03-06 14:30-21:00',
    '2026-03-09 13:30-20:00',
    '2026-03-10 13:30-20:00',
  ]);
  t.deepEqual(hours('VOD.LSE', '2026-03-09', '2026-03-09'), ['2026-03-09 08:00-16:30']);
  t.deepEqual(hours('VOD.LSE', '2026-03-27', '2026-03-30'), ['2026-03-27 08:00-16:30', '2026-03-30 07:00-15:30']);
  t.deepEqual(hours('SAP.XETRA', '2026-03-27', '2026-03-30'), ['2026-03-27 08:00-16:30', '2026-03-30 07:00-15:30']);
});

test('sessions follow New York time, which changes after European time in autumn', (t) => {
  t.deepEqual(hours('SAP.XETRA', '2026-10-23', '2026-10-26'), ['2026-10-23 07:00-15:30', '2026-10-26 08:00-16:30']);
  t.deepEqual(hours('AAPL.US', '2026-10-30', '2026-11-02'), ['2026-10-30 13:30-20:00', '2026-11-02 14:30-21:00']);
});

test('daylight saving time south of the equator is handled', (t) => {
  t.deepEqual(hours('BHP.AU', '2026-04-02', '2026-04-07'), ['2026-04-02 23:00-05:00', '2026-04-07 00:00-06:00']);
});

test('the daylight saving rules of New York before 2007 are handled', (t) => {
  t.deepEqual(hours('AAPL.US', '2006-03-31', '2006-04-03'), ['2006-03-31 14:30-21:00', '2006-04-03 13:30-20:00']);
});

test('Tokyo has a lunch break and closes half an hour later since 5 November 2024', (t) => {
  t.deepEqual(hours('7203.TSE', '2024-11-01', '2024-11-05'), ['2024-11-01 00:00-06:00', '2024-11-05 00:00-06:30']);
  const [session] = calendar.sessions(symbol('7203.TSE'), '2024-11-05', '2024-11-05');
  t.deepEqual(session?.breaks, [{ from: new Date('2024-11-05T02:30:00Z'), to: new Date('2024-11-05T03:30:00Z') }]);
  t.deepEqual(states('7203.TSE', '2024-11-05T02:29:59Z', '2024-11-05T02:30:00Z', '2024-11-05T03:30:00Z'), [
    'regular',
    'closed',
    'regular',
  ]);
});

test('a half day is marked and ends early, without a break after its end', (t) => {
  const [session] = calendar.sessions(symbol('0700.HK'), '2026-12-24', '2026-12-24');
  t.like(session, { early: true, close: new Date('2026-12-24T04:00:00Z'), breaks: [] });
  t.like(calendar.sessions(symbol('AAPL.US'), '2026-11-25', '2026-11-25')[0], { early: false });
});

test('a New York stock trades before and after the regular session, not at night', (t) => {
  const instants = ['08:59:59', '09:00:00', '14:29:59', '14:30:00', '20:59:59', '21:00:00'].map(
    (time) => `2026-11-20T${time}Z`,
  );
  t.deepEqual(states('AAPL.US', ...instants, '2026-11-21T00:59:59Z', '2026-11-21T01:00:00Z', '2026-11-21T15:00:00Z'), [
    ...['closed', 'pre', 'pre', 'regular', 'regular', 'post'],
    ...['post', 'closed', 'closed'],
  ]);
});

test('after a half day in New York, after-hours trading ends at 17:00', (t) => {
  t.deepEqual(
    states('AAPL.US', '2026-11-27T17:59:59Z', '2026-11-27T18:00:00Z', '2026-11-27T21:59:59Z', '2026-11-27T22:00:00Z'),
    [...['regular', 'post', 'post', 'closed']],
  );
});

test('crypto-assets trade every day, in UTC days', (t) => {
  const sessions = calendar.sessions(symbol('BTC-USD.CC'), '2026-12-24', '2026-12-26');
  t.deepEqual(
    sessions.map(({ day, open, close }) => [day, open.toISOString(), close.toISOString()]),
    [24, 25, 26].map((day) => [`2026-12-${day}`, `2026-12-${day}T00:00:00.000Z`, `2026-12-${day + 1}T00:00:00.000Z`]),
  );
  t.deepEqual(states('BTC-USD.CC', '2026-12-25T12:00:00Z', '2026-11-22T03:00:00Z'), ['regular', 'regular']);
});

test('currencies trade from Sunday 17:00 to Friday 17:00 New York time, without a pause', (t) => {
  const sessions = calendar.sessions(symbol('EURUSD.FOREX'), '2026-11-15', '2026-11-22');
  t.is(sessions.length, 5);
  t.is(sessions[0]?.open.toISOString(), '2026-11-15T22:00:00.000Z');
  t.is(sessions.at(-1)?.close.toISOString(), '2026-11-20T22:00:00.000Z');
  for (const [index, { open }] of sessions.slice(1).entries()) t.deepEqual(open, sessions[index]?.close);
  t.deepEqual(
    states(
      'EURUSD.FOREX',
      '2026-11-20T21:59:59Z',
      '2026-11-20T22:00:00Z',
      '2026-11-22T21:59:59Z',
      '2026-11-22T22:00:00Z',
    ),
    [...['regular', 'closed', 'closed', 'regular']],
  );
  t.is(calendar.dayOf(symbol('EURUSD.FOREX'), new Date('2026-11-19T21:59:59Z')), '2026-11-19');
  t.is(calendar.dayOf(symbol('EURUSD.FOREX'), new Date('2026-11-19T22:00:00Z')), '2026-11-20');
});

test('a currency week with a clock change is an hour longer or shorter', (t) => {
  const length = (from: string, to: string) =>
    calendar
      .sessions(symbol('EURUSD.FOREX'), from, to)
      .map(({ open, close }) => (close.getTime() - open.getTime()) / 3_600_000);
  t.deepEqual(length('2026-03-06', '2026-03-09'), [24, 24]);
  t.deepEqual(hours('EURUSD.FOREX', '2026-03-06', '2026-03-09'), ['2026-03-06 22:00-22:00', '2026-03-09 21:00-21:00']);
});

test('currencies do not trade on 25 December and 1 January, nor gold on Good Friday', (t) => {
  const days = (text: string, from: string, to: string) =>
    calendar.sessions(symbol(text), from, to).map(({ day }) => day);
  t.deepEqual(days('EURUSD.FOREX', '2025-12-24', '2026-01-02'), [
    ...['2025-12-24', '2025-12-26', '2025-12-29', '2025-12-30', '2025-12-31', '2026-01-02'],
  ]);
  t.deepEqual(states('EURUSD.FOREX', '2025-12-24T22:00:00Z', '2025-12-25T22:00:00Z'), ['closed', 'regular']);
  t.deepEqual(days('EURUSD.FOREX', '2026-04-02', '2026-04-06'), ['2026-04-02', '2026-04-03', '2026-04-06']);
  t.deepEqual(days('XAUUSD.COMM', '2026-04-02', '2026-04-06'), ['2026-04-02', '2026-04-06']);
});

test('gold trading pauses for an hour a day', (t) => {
  t.deepEqual(states('XAUUSD.COMM', '2026-11-18T21:59:59Z', '2026-11-18T22:00:00Z', '2026-11-18T23:00:00Z'), [
    'regular',
    'closed',
    'regular',
  ]);
});

test('an index has the hours of its exchange, or of an exchange in its country', (t) => {
  t.deepEqual(hours('GDAXI.INDX', '2026-11-20', '2026-11-20'), ['2026-11-20 08:00-16:30']);
  t.deepEqual(hours('VIX.INDX', '2026-11-26', '2026-11-27'), ['2026-11-27 14:30-18:00']);
});

test('a venue with unknown hours trades on weekdays', (t) => {
  const days = calendar.sessions(symbol('005930.KO'), '2026-11-19', '2026-11-23').map(({ day }) => day);
  t.deepEqual(days, ['2026-11-19', '2026-11-20', '2026-11-23']);
  t.deepEqual(states('005930.KO', '2026-11-21T03:00:00Z', '2026-11-20T03:00:00Z'), ['closed', 'regular']);
});

test('the day of an instant is the local day of the exchange', (t) => {
  const instant = new Date('2026-11-19T23:30:00Z');
  const days = ['AAPL.US', '7203.TSE', 'BTC-USD.CC'].map((text) => calendar.dayOf(symbol(text), instant));
  t.deepEqual(days, ['2026-11-19', '2026-11-20', '2026-11-19']);
});

test('every exchange has a plausible number of sessions in every supported year', (t) => {
  for (const { venue, code } of exchanges) {
    for (let year = tradingRules[code].rightSince; year < 2100; year += 1) {
      const { length } = calendar.sessions(symbol(`X.${venue}`), `${year}-01-01`, `${year}-12-31`);
      t.true(length >= 237 && length <= 259, `${code} ${year}: ${length}`);
    }
  }
});

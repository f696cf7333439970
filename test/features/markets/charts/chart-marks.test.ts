import 'reflect-metadata';
import test from 'ava';
import type { CalendarEntry } from '../../../../src/features/markets/calendar-entry.js';
import type { CorporateAction } from '../../../../src/features/markets/candle.js';
import type { CalendarSource, Capability } from '../../../../src/features/markets/providers/market-provider.js';
import { FakeCandleProvider } from '../../../support/candle-provider.js';
import { startTestService } from '../../../support/test-service.js';

const actions: CorporateAction[] = [
  { day: '2020-01-02', kind: 'dividend', value: 1 },
  { day: '2026-06-10', kind: 'split', value: 4 },
  { day: '2026-06-17', kind: 'dividend', value: 0.24 },
];

test('a chart marks the splits and dividends in its range, unless marks are switched off', async (t) => {
  const service = await startTestService({
    marketProviders: [new FakeCandleProvider({ name: 'eodhd', actions: () => actions })],
  });
  t.teardown(() => service.close());
  service.clock.advance(Date.parse('2026-07-15T15:00:00Z') - service.clock.now());
  const ada = await service.signedIn();
  const marksOf = async (query: string) => {
    const { status, text } = await ada.get(`/markets/candles/MARK.US.svg?from=2026-06-01&to=2026-07-01${query}`);
    t.is(status, 200);
    return [...text.matchAll(/<g><title>([^<]*)<\/title>/g)].map(([, title]) => title);
  };
  const [split, dividend] = ['Split 4:1, 10 Jun 2026', 'Dividend 0.24 USD, ex-day 17 Jun 2026'];
  t.deepEqual(await marksOf(''), [split, dividend]);
  t.deepEqual(await marksOf('&interval=1w'), [split, dividend]);
  t.deepEqual(await marksOf('&marks=splits'), [split]);
  t.deepEqual(await marksOf('&marks=dividends,events&adjustment=none'), [dividend]);
  t.deepEqual(await marksOf('&marks=none'), []);
  t.deepEqual(await marksOf('&marks=earnings'), []);
  t.is((await ada.get('/markets/candles/MARK.US.svg?marks=births')).status, 400);
});

/** A provider with a calendar of earnings, whose calls are recorded. */
class ReportingProvider extends FakeCandleProvider {
  override readonly capabilities: readonly Capability[] = [
    { operation: 'candles', assetClasses: ['equity'], intervals: ['1h', '1d'], delaySeconds: 0 },
    { operation: 'earnings_calendar', assetClasses: ['equity'], delaySeconds: 0 },
  ];
  readonly firstDays: string[] = [];
  readonly calendar: CalendarSource = {
    maxDays: 28,
    entries: async (kind, from, to) => {
      this.firstDays.push(from);
      const day = { kind, currency: 'USD', estimate: 1.5 };
      const entries: CalendarEntry[] = [
        { ...day, day: '2024-04-30', symbol: 'MARK.US', actual: 1.2 },
        { ...day, day: '2026-04-30', symbol: 'OTHER.US', actual: 9 },
        { ...day, day: '2026-04-30', symbol: 'MARK.US', actual: 1.64 },
        { ...day, day: '2026-07-15', symbol: 'MARK.US', actual: null },
      ];
      return entries.filter((entry) => entry.day >= from && entry.day <= to);
    },
  };
}

test('a chart marks the earnings reports of the last year of its range, in words of a legend', async (t) => {
  const provider = new ReportingProvider({ name: 'eodhd' });
  const service = await startTestService({ marketProviders: [provider] });
  t.teardown(() => service.close());
  service.clock.advance(Date.parse('2026-07-15T15:00:00Z') - service.clock.now());
  const ada = await service.signedIn();
  const chart = async (query: string) => {
    const { status, text } = await ada.get(`/markets/candles/MARK.US.svg?${query}`);
    t.is(status, 200);
    return { text, marks: [...text.matchAll(/<g><title>([^<]*)<\/title>/g)].map(([, title]) => title) };
  };
  const reported = 'Earnings 1.64 USD per share, 1.5 USD expected, 30 Apr 2026';
  const { text, marks } = await chart('from=2024-01-01&marks=earnings');
  t.deepEqual(marks, [reported, 'Earnings, 1.5 USD expected, 15 Jul 2026']);
  t.regex(text, />2 earnings reports</);
  t.true(provider.firstDays.length <= 15, 'a year of calendars is read, not the whole range');
  t.deepEqual((await chart('interval=1h&from=2026-04-29&to=2026-05-02&marks=earnings')).marks, [reported]);
  t.deepEqual((await chart('from=2024-01-01&marks=dividends')).marks, []);
});

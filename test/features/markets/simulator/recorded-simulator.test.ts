import test from 'ava';
import { calendarKinds } from '../../../../src/features/markets/calendar-entry.js';
import { InstrumentTable } from '../../../../src/features/markets/directory/instrument-table.js';
import { SimulatedCompanies } from '../../../../src/features/markets/simulator/simulated-companies.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { condensed, digestOf, matchesRecording } from '../../../support/recorded.js';
import { simulatorAt, symbolOf } from './simulated-markets.js';

// The edition of the simulator says that the same seed gives the same data, so a change of the data is noticed here.

const SYMBOLS =
  'AAPL.US,BRK-B.US,SAP.XETRA,VOD.LSE,7203.TSE,0700.HK,SPY.US,VWCE.XETRA,GSPC.INDX,DAX.INDX,BRENT.COMM,GOLD.COMM,EURUSD.FOREX,USDJPY.FOREX,EURGBP.FOREX,CHFSEK.FOREX,BTC-USD.CC,ETH-BTC.CC,DOGE-EUR.CC,USDT-USD.CC,XMR-USD.CC,SHIB-USD.CC'.split(
    ',',
  );
/** A trading day, a weekend, a holiday of the United States, the day on which clocks change, and the end of a year. */
const TIMES = [
  '2026-11-20T15:30:30Z',
  '2026-11-21T12:00:00Z',
  '2026-11-26T17:59:59Z',
  '2026-03-08T13:30:00Z',
  '2026-12-31T23:59:00Z',
];

/** Returns what a call answers, or the name of its failure. */
async function answerOf(call: () => unknown): Promise<unknown> {
  try {
    return condensed(JSON.parse(JSON.stringify((await call()) ?? null)));
  } catch (error) {
    return { error: (error as { kind?: string }).kind ?? (error as Error).name };
  }
}
const digest = (value: unknown) => digestOf(JSON.stringify(value));

for (const now of TIMES)
  test(`simulated markets at ${now} are as recorded`, async (t) => {
    const { provider, candles, quote } = simulatorAt(now);
    const rows = new Map<string, unknown>();
    const at = Date.parse(now);
    const day = (offset: number) => new Date(at + offset * 86_400_000).toISOString().slice(0, 10);
    for (const text of SYMBOLS) {
      const symbol = symbolOf(text);
      rows.set(text, [
        await answerOf(() => quote(text)),
        digest(await answerOf(() => candles(text, '1d', at - 300 * 86_400_000))),
        digest(await answerOf(() => candles(text, '5m', at - 2 * 86_400_000))),
        digest(await answerOf(() => candles(text, '1m', at - 40 * 60_000))),
        digest(await answerOf(() => provider.actions.actions(symbol, day(-1_500), day(10)))),
        digest(await answerOf(() => provider.depth.orderBook(symbol, 12))),
        digest(await answerOf(() => provider.depth.trades(symbol, 30))),
      ]);
    }
    for (const kind of calendarKinds)
      rows.set(kind, await answerOf(() => provider.calendar.entries(kind, day(-9), day(14))));
    for (const query of ['apple', 'eur', 'BTC', 'bank', 'zzzz'])
      rows.set(`search ${query}`, digest(await answerOf(() => provider.search.search(query))));
    rows.set('rates', await answerOf(() => provider.rates.rates()));
    rows.set('earlier rates', digest(await answerOf(() => provider.rates.rates(day(-30)))));
    matchesRecording(t, `simulator-${now.slice(0, 10)}`, rows);
  });

test('simulated companies are as recorded', async (t) => {
  const companies = new SimulatedCompanies(1, new InstrumentTable(), new ManualClock(Date.parse(TIMES[0] as string)));
  const rows = new Map<string, unknown>();
  for (const text of ['AAPL.US', 'KO.US', 'SAP.XETRA', 'VOD.LSE', '7203.TSE', 'SPY.US', 'BTC-USD.CC']) {
    rows.set(text, await answerOf(() => companies.company(symbolOf(text))));
    rows.set(`${text} facts`, await answerOf(() => companies.facts(symbolOf(text))));
  }
  matchesRecording(t, 'simulator-companies', rows);
});

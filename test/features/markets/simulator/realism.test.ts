import 'reflect-metadata';
import test from 'ava';
import { simulatorAt, symbolOf } from './simulated-markets.js';

const now = '2026-11-20T18:00:00Z';

/** Returns the daily log returns, adjusted for splits, by day. */
async function changesOf(symbol: string, from = '2006-01-01'): Promise<Map<string, number>> {
  const { candles, provider } = simulatorAt(now);
  const daily = await candles(symbol, '1d', from);
  const actions = await provider.actions.actions(symbolOf(symbol), from, now.slice(0, 10));
  const splits = new Map(actions.filter(({ kind }) => kind === 'split').map(({ day, value }) => [day, value]));
  return new Map(
    daily.slice(1).map(({ time, close }, index) => {
      const day = time.toISOString().slice(0, 10);
      return [day, Math.log((close / (daily[index]?.close as number)) * (splits.get(day) ?? 1))];
    }),
  );
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function correlation(one: readonly number[], other: readonly number[]): number {
  const [first, second] = [mean(one), mean(other)];
  const sum = (values: (index: number) => number) => one.reduce((total, _, index) => total + values(index), 0);
  const both = sum((index) => ((one[index] as number) - first) * ((other[index] as number) - second));
  return (
    both /
    Math.sqrt(
      sum((index) => ((one[index] as number) - first) ** 2) * sum((index) => ((other[index] as number) - second) ** 2),
    )
  );
}

async function correlationOf(one: string, other: string): Promise<number> {
  const [first, second] = [await changesOf(one), await changesOf(other)];
  const days = [...first.keys()].filter((day) => second.has(day));
  return correlation(
    days.map((day) => first.get(day) as number),
    days.map((day) => second.get(day) as number),
  );
}

test('well-known instruments have about their real prices', async (t) => {
  const { quote } = simulatorAt(now);
  const real: Record<string, number> = {
    'AAPL.US': 230,
    'MSFT.US': 420,
    'TSLA.US': 290,
    'KO.US': 64,
    'BRK-A.US': 690_000,
    'GSPC.INDX': 5_800,
    'SPY.US': 580,
    'VOD.LSE': 0.7,
    '7203.TSE': 2_650,
    'BTC-USD.CC': 65_000,
    'ETH-USD.CC': 3_100,
    'EURUSD.FOREX': 1.09,
    'CL.COMM': 74,
    'GC.COMM': 2_600,
  };
  for (const [symbol, price] of Object.entries(real)) {
    const ratio = ((await quote(symbol))?.price ?? 0) / price;
    t.true(ratio > 0.7 && ratio < 1.4, `${symbol}: ${ratio.toFixed(2)} of it`);
  }
  t.is((await quote('VOD.LSE'))?.currency, 'GBP');
});

test('funds follow their index, futures their commodity, and share classes each other', async (t) => {
  const { quote, clock } = simulatorAt(now);
  for (const [symbol, other, times] of [
    ['SPY.US', 'GSPC.INDX', 0.1],
    ['QQQ.US', 'NDX.INDX', 0.0244],
    ['DIA.US', 'DJI.INDX', 0.01],
    ['GLD.US', 'XAUUSD.COMM', 0.0923],
    ['GC.COMM', 'XAUUSD.COMM', 1],
    ['CL.COMM', 'WTI.COMM', 1],
    ['BRK-A.US', 'BRK-B.US', 1_500],
  ] as const) {
    for (let hour = 0; hour < 3; hour += 1, clock.advance(3_600_000)) {
      const [one, two] = [(await quote(symbol))?.price as number, (await quote(other))?.price as number];
      t.true(Math.abs(one / two / times - 1) < 0.02, `${symbol}: ${one}, ${other}: ${two}`);
    }
    clock.advance(-3 * 3_600_000);
  }
  t.true((await correlationOf('SPY.US', 'GSPC.INDX')) > 0.97);
});

test('shares correlate at about one half, and more with their index', async (t) => {
  const shares = await correlationOf('AAPL.US', 'MSFT.US');
  t.true(shares > 0.4 && shares < 0.6, `AAPL and MSFT: ${shares.toFixed(2)}`);
  const index = await correlationOf('AAPL.US', 'GSPC.INDX');
  t.true(index > shares && index < 0.8, `AAPL and the index: ${index.toFixed(2)}`);
  const indices = await correlationOf('GSPC.INDX', 'NDX.INDX');
  t.true(indices > 0.75, `two indices: ${indices.toFixed(2)}`);
});

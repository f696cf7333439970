// Runs a backtest over 90 days of one-minute candles of ten symbols (1.3 million candles, 5.2 million prices) with the
// engine that evaluates live rules.
import { candleNumbers } from '../../../src/features/alerts/backtest/candle-numbers.js';
import { type Replayed, replay } from '../../../src/features/alerts/backtest/replay.js';
import type { Condition } from '../../../src/features/alerts/condition.js';
import type { EngineRule } from '../../../src/features/alerts/engine/engine-rule.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { days: DAYS } = sizesOf({ usual: { days: 90 }, smoke: { days: 1 } });
const SYMBOLS = 10;
const MINUTE_MS = 60_000;
const RUNS = 3;
const from = Date.UTC(2026, 6, 1);
const to = from + DAYS * 1_440 * MINUTE_MS;

function candlesOf(symbol: string, seed: number) {
  let price = 100;
  const candles = Array.from({ length: DAYS * 1_440 }, (_, minute) => {
    const open = price;
    price *= 1 + 0.001 * Math.sin(minute * 1.7 + seed) * Math.cos(minute / 997 + seed);
    const [low, high] = [Math.min(open, price) * 0.9995, Math.max(open, price) * 1.0005];
    return { time: new Date(from + minute * MINUTE_MS), open, high, low, close: price, volume: 100 + (minute % 60) };
  });
  return candleNumbers(symbol, '1m', 'prices', candles);
}

const names = Array.from({ length: SYMBOLS }, (_, index) => `S${index}.US`);
const prices = names.map((symbol, index) => candlesOf(symbol, index));
const any = (leaf: (symbol: string) => Condition): Condition => ({ type: 'any', conditions: names.map(leaf) });
const indicators = (indicator: string, threshold: number): Condition =>
  any((symbol) => ({ type: 'indicator', symbol, interval: '1m', indicator, operator: 'above', threshold }));
const conditions: Record<string, Condition> = {
  'ten prices': any((symbol) => ({ type: 'price', symbol, operator: 'above', threshold: 100.1 })),
  'ten changes in an hour': any((symbol) => ({
    type: 'price_change',
    symbol,
    operator: 'below',
    windowSeconds: 3_600,
    percent: -0.1,
  })),
  'ten RSI': indicators('rsi:14', 50.4),
  'ten moving averages': indicators('sma:20', 100.1),
  'ten on-balance volumes': indicators('obv', 1_000),
  'ten ADX': indicators('adx:14', 45),
};

function run(condition: Condition): [number, Replayed] {
  const rule: EngineRule = {
    id: 'rule',
    accountId: 'account',
    condition,
    pendingSeconds: 0,
    recoverySeconds: 600,
    cooldownSeconds: 0,
    oneShot: false,
    expiresAt: null,
    noData: 'ignore',
  };
  const isOfCandles = JSON.stringify(condition).includes('indicator');
  const series = prices.map((one) => ({ ...one, use: isOfCandles ? ('candles' as const) : one.use }));
  const begun = performance.now();
  const replayed = replay({ rule, from, to, series, initial: [], observations: [] });
  return [performance.now() - begun, replayed];
}

const rows = Object.entries(conditions).map(([name, condition]) => {
  const runs = Array.from({ length: RUNS }, () => run(condition));
  const [, { observations, alerts }] = runs[0] as [number, Replayed];
  return [name, observations.toLocaleString('en'), alerts.length, (median(runs.map(([ms]) => ms)) / 1_000).toFixed(2)];
});
printTable(['condition', 'observations', 'alerts', 'seconds'], rows);

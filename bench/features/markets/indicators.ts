// Candles per CPU-second of each indicator, compared with a naive implementation: candle objects, each window summed
// again, arrays of numbers or null; for the first ten only.
import type { Candle } from '../../../src/features/markets/candle.js';
import { columnsOf } from '../../../src/features/markets/indicators/candle-columns.js';
import { indicatorKinds } from '../../../src/features/markets/indicators/indicator-catalog.js';
import { linesOf } from '../../../src/features/markets/indicators/run-indicator.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const {
  rounds: ROUNDS,
  candles: CANDLES,
  enoughMicros: ENOUGH_MICROS,
} = sizesOf({
  usual: { rounds: 7, candles: 5_000, enoughMicros: 60_000 },
  smoke: { rounds: 1, candles: 400, enoughMicros: 1 },
});

let seed = 42;
/** Returns pseudo-random numbers from 0 to 1, identical in every run (Park and Miller). */
function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}

let price = 100;
const candles = Array.from({ length: CANDLES }, (_, index): Candle => {
  const open = price;
  price = open * (1 + (random() - 0.5) / 50);
  const [high, low] = [Math.max(open, price) * 1.005, Math.min(open, price) * 0.995];
  return { time: new Date(index * 60_000), open, high, low, close: price, volume: Math.floor(random() * 1e6) };
});
const columns = columnsOf(candles);
/** Marks the start of each session of 390 minutes. */
const sessionStarts = Uint8Array.from(candles, (_, index) => (index % 390 === 0 ? 1 : 0));

type Values = Array<number | null>;
const closes = candles.map(({ close }) => close);
const windowOf = <T>(list: readonly T[], index: number, period: number) => list.slice(index - period + 1, index + 1);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const smoothed = (values: Values, period: number, weight: number): Values => {
  const start = values.findIndex((value) => value !== null);
  let before = 0;
  return values.map((value, index) => {
    if (start < 0 || index < start + period - 1) return null;
    before =
      index === start + period - 1
        ? mean(windowOf(values, index, period) as number[])
        : before + weight * ((value as number) - before);
    return before;
  });
};
const emaOf = (values: Values, period: number) => smoothed(values, period, 2 / (period + 1));
const wilderOf = (values: Values, period: number) => smoothed(values, period, 1 / period);
const smaOf = (values: Values, period: number): Values =>
  values.map((_, index) => {
    const part = index < period - 1 ? [null] : windowOf(values, index, period);
    return part.includes(null) ? null : mean(part as number[]);
  });
const both = (one: Values, other: Values, of: (one: number, other: number) => number): Values =>
  one.map((value, index) => (value === null || other[index] == null ? null : of(value, other[index])));
const changes = (of: (candle: Candle, before: Candle) => number): Values =>
  candles.map((candle, index) => (index === 0 ? null : of(candle, candles[index - 1] as Candle)));
const trueRange = () =>
  changes(({ high, low }, { close }) => Math.max(high - low, Math.abs(high - close), Math.abs(low - close)));

const plain: Record<string, () => Values[]> = {
  sma: () => [smaOf(closes, 20)],
  ema: () => [emaOf(closes, 20)],
  bbands: () => {
    const middle = smaOf(closes, 20);
    const reach = middle.map((center, index) =>
      center === null ? null : 2 * Math.sqrt(mean(windowOf(closes, index, 20).map((close) => (close - center) ** 2))),
    );
    return [both(middle, reach, (one, other) => one + other), middle, both(middle, reach, (one, other) => one - other)];
  },
  vwap: () => {
    let [worth, traded] = [0, 0];
    return [
      candles.map(({ high, low, close, volume }, index) => {
        if (index % 390 === 0) [worth, traded] = [0, 0];
        worth += ((high + low + close) / 3) * (volume ?? 0);
        traded += volume ?? 0;
        return traded > 0 ? worth / traded : null;
      }),
    ];
  },
  rsi: () => {
    const gain = wilderOf(
      changes(({ close }, before) => Math.max(close - before.close, 0)),
      14,
    );
    const loss = wilderOf(
      changes(({ close }, before) => Math.max(before.close - close, 0)),
      14,
    );
    return [both(gain, loss, (up, down) => (100 * up) / (up + down))];
  },
  macd: () => {
    const line = both(emaOf(closes, 12), emaOf(closes, 26), (fast, slow) => fast - slow);
    const signal = emaOf(line, 9);
    return [line, signal, both(line, signal, (one, other) => one - other)];
  },
  atr: () => [wilderOf(trueRange(), 14)],
  adx: () => {
    const range = wilderOf(trueRange(), 14);
    const up = changes(({ high, low }, before) =>
      high - before.high > before.low - low ? Math.max(high - before.high, 0) : 0,
    );
    const down = changes(({ high, low }, before) =>
      before.low - low > high - before.high ? Math.max(before.low - low, 0) : 0,
    );
    const share = (moves: Values) => both(wilderOf(moves, 14), range, (move, all) => (100 * move) / all);
    const [plus, minus] = [share(up), share(down)];
    return [
      wilderOf(
        both(plus, minus, (one, other) => (100 * Math.abs(one - other)) / (one + other)),
        14,
      ),
      plus,
      minus,
    ];
  },
  stoch: () => {
    const raw = candles.map(({ close }, index) => {
      if (index < 13) return null;
      const part = windowOf(candles, index, 14);
      const [highest, lowest] = [Math.max(...part.map(({ high }) => high)), Math.min(...part.map(({ low }) => low))];
      return (100 * (close - lowest)) / (highest - lowest);
    });
    const k = smaOf(raw, 3);
    return [k, smaOf(k, 3)];
  },
  obv: () => {
    let sum = 0;
    return [
      candles.map(
        ({ close, volume }, index) =>
          (sum += index === 0 ? 0 : Math.sign(close - (candles[index - 1] as Candle).close) * (volume ?? 0)),
      ),
    ];
  },
};

/** Measures `work`. @returns millions of candles per CPU-second */
function speed(work: () => unknown): number {
  const figures: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    let [runs, used] = [0, 0];
    while (used < ENOUGH_MICROS) {
      for (let count = 0; count < 5; count += 1) work();
      runs += 5;
      const { user, system } = process.cpuUsage(before);
      used = user + system;
    }
    figures.push((runs * CANDLES) / used);
  }
  return median(figures);
}

/** Throws if the two results differ. */
function assertEqual(name: string, ours: Float64Array[], theirs: Values[]): void {
  for (const [index, line] of theirs.entries()) {
    const at = line.findIndex((value, candle) => {
      const own = ours[index]?.[candle] as number;
      return value === null ? !Number.isNaN(own) : !(Math.abs(own - value) <= 1e-9 * Math.abs(value) + 1e-9);
    });
    if (at >= 0) throw new Error(`${name}: line ${index} differs at candle ${at}.`);
  }
}

const rows = Object.entries(indicatorKinds).map(([name, kind]) => {
  const used = kind.parameters.map(({ fallback }) => fallback);
  const compute = () => linesOf(kind, { candles: columns, sessionStarts: () => sessionStarts }, used);
  const label = [name, ...used].join(':');
  const formula = plain[name];
  const ours = speed(compute);
  if (formula === undefined) return [label, ours.toFixed(1), '', ''];
  assertEqual(name, Object.values(compute()), formula());
  const theirs = speed(formula);
  return [label, ours.toFixed(1), theirs.toFixed(2), (ours / theirs).toFixed(1)];
});
const conversion = speed(() => columnsOf(candles));
printTable(
  ['', 'million candles/CPU-s', 'plain formula', '×'],
  [...rows, ['candles into columns', conversion.toFixed(1), '', '']],
);

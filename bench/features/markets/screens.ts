// CPU time and the longest turn of the event loop of a screen of 5,000 instruments whose figures are in memory. It is
// compared with a plain loop over objects, one for each instrument, with arrays of candles and named figures, which
// calculates the same indicators.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Candle } from '../../../src/features/markets/candle.js';
import { columnsOf } from '../../../src/features/markets/indicators/candle-columns.js';
import { indicatorKinds } from '../../../src/features/markets/indicators/indicator-catalog.js';
import type { CompanyColumns } from '../../../src/features/markets/screens/company-columns.js';
import { evaluateScreen } from '../../../src/features/markets/screens/evaluate-screen.js';
import type { ScreenCondition } from '../../../src/features/markets/screens/screen.js';
import { companyFieldAt, companyFields } from '../../../src/features/markets/screens/screen-fields.js';
import type { InstrumentFigures } from '../../../src/features/markets/screens/screen-figures.service.js';
import { definitionOf, planOf } from '../../../src/features/markets/screens/screen-plan.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const {
  rounds: ROUNDS,
  instruments: INSTRUMENTS,
  candles: CANDLES,
} = sizesOf({
  usual: { rounds: 9, instruments: 5_000, candles: 320 },
  smoke: { rounds: 1, instruments: 50, candles: 320 },
});

const DAY_MS = 86_400_000;
const moment = Date.UTC(2026, 10, 20);
let seed = 42;
/** Returns pseudo-random numbers from 0 to 1, identical in every run (Park and Miller). */
function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}

/** An instrument as a program without columns would have it. */
interface Plain {
  symbol: string;
  sector: string;
  candles: Candle[];
  figures: Record<string, number | null>;
}

const sectors = ['Energy', 'Health Care', 'Information Technology', 'Materials', 'Utilities'];
const names = ['priceToEarnings', 'marketCap', 'netMargin:ttm', 'returnOnEquity:ttm'];
const plain = Array.from({ length: INSTRUMENTS }, (_, index): Plain => {
  let price = 10 + random() * 200;
  const candles = Array.from({ length: CANDLES }, (_, day): Candle => {
    const open = price;
    price = open * (1 + (random() - 0.5) / 20);
    const [high, low] = [Math.max(open, price) * 1.005, Math.min(open, price) * 0.995];
    const time = new Date(moment - (CANDLES - day) * DAY_MS);
    return { time, open, high, low, close: price, volume: Math.floor(random() * 1e6) };
  });
  // One company in ten has no value of a ratio.
  const figureOf = (name: string) => (random() < 0.1 ? null : name === 'marketCap' ? random() * 1e12 : random() * 40);
  const figures = Object.fromEntries(names.map((name) => [name, figureOf(name)]));
  return { symbol: `S${index}.US`, sector: sectors[index % sectors.length] as string, candles, figures };
});

function figuresOf({ symbol, sector, candles, figures }: Plain): InstrumentFigures {
  const size = companyFields.length;
  const values = new Float64Array(size).fill(Number.NaN);
  for (const [name, value] of Object.entries(figures))
    if (value !== null) values[companyFieldAt.get(name) as number] = value;
  const company: CompanyColumns = {
    values,
    reasons: new Uint8Array(size),
    starts: new Float32Array(size),
    ends: new Float32Array(size),
    knownSince: new Float64Array(size),
    filings: new Uint8Array(size),
    accessions: [],
    currency: 'USD',
    otherCurrencies: new Map(),
    provider: 'simulator',
  };
  const unlisted = { exchange: null, isin: null, country: null, firstDay: null };
  const prices = { candles: columnsOf(candles), depth: CANDLES, moment, currency: 'USD', provider: 'simulator' };
  return {
    instrument: { symbol, name: symbol, assetClass: 'equity', currency: 'USD', sector, ...unlisted },
    company,
    prices,
  };
}

/** Returns the last value of an indicator over candles that are objects. */
function indicatorOf(name: string, parameters: number[], candles: readonly Candle[]): number {
  const kind = indicatorKinds[name] as (typeof indicatorKinds)[string];
  const out = new Float64Array(kind.outputs.length).fill(Number.NaN);
  const step = kind.start(out, ...parameters);
  for (const { open, high, low, close, volume } of candles)
    step({ open, high, low, close, volume: volume ?? Number.NaN, isSessionStart: false });
  return out[0] as number;
}

const compare = (field: string, operator: 'above' | 'below', value: number): ScreenCondition => ({
  type: 'compare',
  field,
  operator,
  value,
});
const all = (...conditions: ScreenCondition[]): ScreenCondition => ({ type: 'all', conditions });
const byCap = [{ field: 'marketCap', order: 'desc' as const }];
const isNumber = (value: number | null | undefined): value is number => typeof value === 'number';

interface Case {
  title: string;
  condition: ScreenCondition;
  /** Whether the condition is true for a plain instrument. */
  isTrue(instrument: Plain): boolean;
}

const cases: Case[] = [
  {
    title: 'three ratios',
    condition: all(
      compare('priceToEarnings', 'below', 15),
      compare('netMargin', 'above', 10),
      compare('returnOnEquity', 'above', 10),
    ),
    isTrue: ({ figures }) =>
      [figures.priceToEarnings, figures['netMargin:ttm'], figures['returnOnEquity:ttm']].every(isNumber) &&
      (figures.priceToEarnings as number) < 15 &&
      (figures['netMargin:ttm'] as number) > 10 &&
      (figures['returnOnEquity:ttm'] as number) > 10,
  },
  {
    title: 'a ratio, rsi:14, price above sma:50, change over 20 days',
    condition: all(
      compare('priceToEarnings', 'below', 30),
      compare('rsi:14', 'below', 60),
      { type: 'compare', field: 'price', operator: 'above', otherField: 'sma:50' },
      compare('priceChange:20', 'above', 0),
    ),
    isTrue: ({ figures, candles }) => {
      const close = candles.at(-1)?.close as number;
      return (
        isNumber(figures.priceToEarnings) &&
        figures.priceToEarnings < 30 &&
        indicatorOf('rsi', [14], candles) < 60 &&
        close > indicatorOf('sma', [50], candles) &&
        close / (candles.at(-21)?.close as number) - 1 > 0
      );
    },
  },
];

const rows: string[][] = [];
for (const { title, condition, isTrue } of cases) {
  const plan = planOf(definitionOf({ condition, sort: byCap }));
  const figures: { first: number[]; again: number[]; plain: number[]; delay: number[] } = {
    first: [],
    again: [],
    plain: [],
    delay: [],
  };
  const measure = async <Result>(into: number[], work: () => Promise<Result> | Result): Promise<Result> => {
    const before = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(before);
    into.push((user + system) / 1_000);
    return result;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    // New columns for each round, so that no value of an indicator is remembered.
    const instruments = plain.map(figuresOf);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const ours = await measure(figures.first, () => evaluateScreen(plan, instruments));
    delay.disable();
    figures.delay.push(delay.max / 1e6);
    await measure(figures.again, () => evaluateScreen(plan, instruments));
    const theirs = await measure(figures.plain, () =>
      plain
        .filter(isTrue)
        .sort((one, other) => (other.figures.marketCap ?? -1) - (one.figures.marketCap ?? -1))
        .map(({ symbol }) => symbol),
    );
    const found = ours.matches.map(({ figures: { instrument } }) => instrument.symbol);
    if (found.toSorted().join() !== theirs.toSorted().join()) throw new Error(`${title}: the results differ.`);
  }
  const [first, again, loop, delay] = [figures.first, figures.again, figures.plain, figures.delay].map(median);
  rows.push([title, ...[first, again, loop, delay].map((value) => (value as number).toFixed(1))]);
}
printTable(['CPU ms', 'first', 'again', 'plain loop', 'longest turn (ms)'], rows);

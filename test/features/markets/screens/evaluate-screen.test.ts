import test from 'ava';
import type { CompanyColumns } from '../../../../src/features/markets/screens/company-columns.js';
import {
  evaluateScreen,
  pageOfMatches,
  screenValueOf,
} from '../../../../src/features/markets/screens/evaluate-screen.js';
import type { ScreenCondition, ScreenLeaf } from '../../../../src/features/markets/screens/screen.js';
import { companyFieldAt, companyFields } from '../../../../src/features/markets/screens/screen-fields.js';
import type { InstrumentFigures } from '../../../../src/features/markets/screens/screen-figures.service.js';
import { definitionOf, planOf, type ScreenInput } from '../../../../src/features/markets/screens/screen-plan.js';

const DAY_MS = 86_400_000;
const today = Date.UTC(2026, 10, 20);

/** Returns the figures of an instrument: a ratio, null if it is missing, and a country. */
function instrument(symbol: string, margin: number | null, country: string | null = null): InstrumentFigures {
  const values = new Float64Array(companyFields.length).fill(Number.NaN);
  const at = companyFieldAt.get('netMargin:ttm') as number;
  if (margin !== null) values[at] = margin;
  const company: CompanyColumns = {
    values,
    reasons: new Uint8Array(companyFields.length).fill(4),
    starts: new Float32Array(companyFields.length).fill(today / DAY_MS - 365),
    ends: new Float32Array(companyFields.length).fill(today / DAY_MS - 1),
    knownSince: new Float64Array(companyFields.length).fill(today),
    filings: new Uint8Array(companyFields.length),
    accessions: [],
    currency: 'USD',
    otherCurrencies: new Map(),
    provider: 'simulator',
  };
  const unlisted = { exchange: null, isin: null, sector: null, firstDay: null, currency: 'USD', country };
  return {
    instrument: { symbol, name: symbol, assetClass: 'equity', ...unlisted },
    company,
    prices: 'loading',
  };
}

const low = instrument('LOW.US', 0.05);
const high = instrument('HIGH.US', 0.25, 'US');
const gone = instrument('GONE.US', null, 'DE');
const all = [low, high, gone];
const above = (value: number): ScreenLeaf => ({ type: 'compare', field: 'netMargin', operator: 'above', value });
const inGermany: ScreenLeaf = { type: 'one_of', field: 'country', values: ['de'] };
const not = (condition: ScreenCondition): ScreenCondition => ({ type: 'not', condition });
const group = (type: 'all' | 'any', ...conditions: ScreenCondition[]): ScreenCondition => ({ type, conditions });
const run = (input: ScreenInput, figures = all) => evaluateScreen(planOf(definitionOf(input)), figures);
const symbolsOf = async (condition: ScreenCondition) => {
  const { matches, undecided } = await run({ condition });
  return [matches.map(({ figures }) => figures.instrument.symbol), undecided];
};

test('a comparison with a missing value is neither true nor false, and so is its negation', async (t) => {
  t.deepEqual(await symbolsOf(above(0.1)), [['HIGH.US'], ['GONE.US']]);
  t.deepEqual(await symbolsOf(not(above(0.1))), [['LOW.US'], ['GONE.US']]);
  t.deepEqual(await symbolsOf(inGermany), [['GONE.US'], ['LOW.US']]);
});

test('what is missing decides nothing that another condition decides', async (t) => {
  t.deepEqual(await symbolsOf(group('any', above(0.1), inGermany)), [['GONE.US', 'HIGH.US'], ['LOW.US']]);
  t.deepEqual(await symbolsOf(group('all', above(0.1), inGermany)), [[], ['GONE.US']]);
  t.deepEqual(await symbolsOf(group('all', above(0.1), not(inGermany))), [['HIGH.US'], []]);
});

test('operators differ at equality, and a factor multiplies the other field', async (t) => {
  const compare = (operator: 'above' | 'at_least' | 'below' | 'at_most', value: number): ScreenLeaf =>
    ({
      ...above(value),
      operator,
    }) as ScreenLeaf;
  t.deepEqual((await symbolsOf(compare('above', 0.05)))[0], ['HIGH.US']);
  t.deepEqual((await symbolsOf(compare('at_least', 0.05)))[0], ['HIGH.US', 'LOW.US']);
  t.deepEqual((await symbolsOf(compare('below', 0.05)))[0], []);
  t.deepEqual((await symbolsOf(compare('at_most', 0.05)))[0], ['LOW.US']);
  const half: ScreenLeaf = {
    type: 'compare',
    field: 'netMargin',
    operator: 'above',
    otherField: 'netMargin:ttm',
    factor: 0.5,
  };
  t.deepEqual(await symbolsOf(half), [['HIGH.US', 'LOW.US'], ['GONE.US']]);
});

test('missing values are counted by field and reason, and named by the results', async (t) => {
  const { missing } = await run({ condition: above(0.1), columns: ['country', 'price'] });
  t.deepEqual(missing, [
    { field: 'netMargin:ttm', reason: 'not_meaningful', count: 1 },
    { field: 'country', reason: 'not_reported', count: 1 },
    { field: 'price', reason: 'loading', count: 3 },
  ]);
  const { fields } = planOf(definitionOf({ columns: ['netMargin', 'country', 'price'] }));
  const shownOf = (field: string, of: InstrumentFigures) => screenValueOf(fields.get(field) as never, of);
  t.like(shownOf('price', high), { value: null, firstDay: null, knownSince: null, missing: 'loading' });
  t.like(shownOf('country', high), { text: 'US', value: null, missing: null });
  t.like(shownOf('netMargin', high), {
    field: 'netMargin:ttm',
    value: 0.25,
    firstDay: '2025-11-20',
    lastDay: '2026-11-19',
    knownSince: new Date(today),
    currency: null,
  });
});

test('results are sorted with missing values last in both orders, then by symbol, and cut at the limit', async (t) => {
  const order = async (order: 'asc' | 'desc', limit?: number) => {
    const { matches, total } = await run({ sort: [{ field: 'netMargin', order }], limit });
    return [matches.map(({ figures }) => figures.instrument.symbol.split('.')[0]), total];
  };
  t.deepEqual(await order('asc'), [['LOW', 'HIGH', 'GONE'], 3]);
  t.deepEqual(await order('desc'), [['HIGH', 'LOW', 'GONE'], 3]);
  t.deepEqual(await order('desc', 1), [['HIGH'], 3]);
});

test('pages continue after a position, also one whose instrument is gone or has a missing value', async (t) => {
  const plan = planOf(definitionOf({ sort: [{ field: 'netMargin', order: 'desc' }] }));
  const many = [...all, instrument('ALSO.US', null)];
  const { matches } = await run({ sort: plan.sort }, many);
  const seen: string[] = [];
  let after: Array<string | number> | undefined;
  for (;;) {
    const [next] = pageOfMatches(plan, matches, after, 1);
    if (next === undefined) break;
    seen.push(next.match.figures.instrument.symbol);
    after = next.position;
  }
  t.deepEqual(seen, ['HIGH.US', 'LOW.US', 'ALSO.US', 'GONE.US']);
  const afterHigh = pageOfMatches(plan, matches, undefined, 1)[0]?.position;
  const without = matches.filter(({ figures }) => figures.instrument.symbol !== 'HIGH.US');
  t.is(pageOfMatches(plan, without, afterHigh, 1)[0]?.match.figures.instrument.symbol, 'LOW.US');
});

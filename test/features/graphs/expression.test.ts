import test from 'ava';
import type { Join, Series } from '../../../src/features/graphs/expression/aligned-series.js';
import { Evaluator, warmUpOf } from '../../../src/features/graphs/expression/evaluate-expression.js';
import { sourcesOf } from '../../../src/features/graphs/expression/expression.js';
import { ExpressionError } from '../../../src/features/graphs/expression/expression-error.js';
import {
  functionNames,
  MAX_EXPRESSION_LENGTH,
  parseExpression,
} from '../../../src/features/graphs/expression/parse-expression.js';
import { unitOfExpression } from '../../../src/features/graphs/expression/unit-of-expression.js';
import fc from '../../support/properties.js';

/** Returns a series with the times 0, 1, 2, …; times without a value are omitted. */
function series(...points: Array<number | undefined>): Series {
  const given = points.flatMap((value, time) => (value === undefined ? [] : [[time, value] as const]));
  return { times: Float64Array.from(given, ([time]) => time), values: Float64Array.from(given, ([, value]) => value) };
}

interface Given {
  sources?: Record<string, Series>;
  join?: Join;
  from?: number;
}

/** Evaluates an expression. @returns its points as `time:value`, or its number */
function evaluated(text: string, { sources = {}, join = 'common', from = 0 }: Given = {}): string | number {
  const named = new Map(Object.entries(sources).map(([symbol, one]) => [`symbol ${symbol} close`, one]));
  const result = new Evaluator({ sources: named, join, from }).evaluate(parseExpression(text));
  return typeof result === 'number'
    ? result
    : Array.from(
        result.times,
        (time, index) => `${time}:${Number((result.values[index] as number).toPrecision(10))}`,
      ).join(' ');
}

/** Returns the offset and the message of the error with which an expression is rejected. */
function errorOf(text: string): string {
  try {
    parseExpression(text);
  } catch (error) {
    if (error instanceof ExpressionError) return `${error.position.offset} ${error.message}`;
    throw error;
  }
  return 'no error';
}

const A = series(2, 4, 8, 16, 8);

test('operators have the usual precedence, and powers associate to the right', (t) => {
  const cases: Record<string, number> = {
    '1+2*3': 7,
    '(1+2)*3': 9,
    '2^3^2': 512,
    '-2^2': -4,
    '2^-1*4': 2,
    '8/4/2': 1,
    '8-4-2': 2,
    '2*-3': -6,
    '1e3+.5': 1000.5,
    '+4': 4,
  };
  for (const [text, value] of Object.entries(cases)) t.is(evaluated(text), value, text);
  for (const [text, value] of Object.entries({
    'min(3, 1, 2)': 1,
    'max(3,1)': 3,
    'abs(-2)': 2,
    'sqrt(16)': 4,
    'exp(0)': 1,
    'log(1)': 0,
    'spread(5,3)': 2,
    'RATIO(6,3)': 2,
  }))
    t.is(evaluated(text), value, text);
});

test('symbols may contain minus signs and begin with digits, and numbers before a minus sign do not belong to them', (t) => {
  const symbols = (text: string) => [...sourcesOf(parseExpression(text)).keys()];
  t.deepEqual(symbols('btc-usd.cc'), ['symbol BTC-USD.CC close']);
  t.deepEqual(symbols('AAPL.US-MSFT.US'), ['symbol AAPL.US close', 'symbol MSFT.US close']);
  t.deepEqual(symbols('2-BTC-USD.CC'), ['symbol BTC-USD.CC close']);
  t.deepEqual(symbols('0700.HK + 1INCH-USD.CC + BRK-B.US'), [
    'symbol 0700.HK close',
    'symbol 1INCH-USD.CC close',
    'symbol BRK-B.US close',
  ]);
  t.deepEqual(symbols('volume(AAPL.US) * close(AAPL.US) / AAPL.US'), ['symbol AAPL.US volume', 'symbol AAPL.US close']);
  t.deepEqual(symbols(`portfolio("Ada's") + twr('x')`), ["portfolio value Ada's", 'portfolio index x']);
});

test('an error has its line and column, and the tokens expected there', (t) => {
  const cases: Record<string, RegExp> = {
    '': /^0 line 1, column 1: expected a number, a symbol/,
    'AAPL.US +': /^9 line 1, column 10: expected a number, a symbol/,
    '(AAPL.US': /^8 line 1, column 9: expected an operator or `\)`/,
    'AAPL.US\n  MSFT.US': /^10 line 2, column 3: expected an operator or the end/,
    AAPL: /^0 line 1, column 1: expected a symbol such as AAPL\.US or a function: abs, bb_lower/,
    'sma AAPL.US': /^4 line 1, column 5: expected `\(`/,
    'sma(AAPL.US, 0)': /^13 .* expected as period a whole number from 1 to 500/,
    'sma(AAPL.US, 2.5)': /^13 .*whole number/,
    'sma(AAPL.US, MSFT.US)': /^13 .*whole number/,
    'sma(5, 3)': /^4 .* expected an expression with a symbol, a portfolio or an economic series/,
    'macd(AAPL.US, 26, 12)': /^0 .* macd must have a first period shorter than the second/,
    'corr(AAPL.US)': /^12 .* expected `,`/,
    'spread(AAPL.US, 1, 2)': /^17 .* expected an operator or `\)`/,
    'volume(5)': /^7 .* expected a symbol/,
    'EUR.FOREX': /^0 .* expected a symbol such as AAPL\.US, EURUSD\.FOREX/,
    'portfolio(AAPL.US)': /^10 .* name or the id of a portfolio in quotation marks/,
    'portfolio("x)': /^10 .* quotation marks/,
    '1e400': /^0 .* the number is too large/,
    'AAPL.US % 2': /^8 .* expected an operator or the end/,
    'constructor(1)': /^0 .* expected a symbol such as AAPL\.US or a function/,
  };
  for (const [text, expected] of Object.entries(cases)) t.regex(errorOf(text), expected, text);
});

test('length, depth and the number of parts of an expression are limited', (t) => {
  t.is(errorOf(`${'('.repeat(31)}1${')'.repeat(31)}`), 'no error');
  t.regex(errorOf('('.repeat(500)), /at most 32 within each other/);
  t.regex(errorOf('-'.repeat(1_000)), /at most 32 within each other/);
  t.regex(errorOf('2^'.repeat(400)), /at most 32 within each other/);
  t.is(errorOf(`1${'+1'.repeat(49)}`), 'no error');
  t.regex(errorOf(`1${'+1'.repeat(60)}`), /at most 100 numbers/);
  t.is(
    errorOf(' '.repeat(MAX_EXPRESSION_LENGTH + 1)),
    `${MAX_EXPRESSION_LENGTH} line 1, column ${MAX_EXPRESSION_LENGTH + 1}: an expression has at most 1000 characters`,
  );
});

test('20,000 random texts are either parsed or rejected with a position inside them', (t) => {
  const other = fc.constantFrom(
    'AAPL.US',
    'BTC-USD.CC',
    '2',
    '1e9',
    '.5',
    '"x"',
    '(',
    ')',
    ',',
    '+',
    '-',
    '*',
    '/',
    '^',
    ' ',
    '\n',
    '_',
    '$',
    '0700.HK',
    '\ud800',
  );
  const word = fc.oneof(fc.constantFrom(...functionNames), other);
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(word, { maxLength: 40 }).map((words) => words.join('')),
  );
  let read = 0;
  fc.assert(
    fc.property(texts, (text) => {
      try {
        parseExpression(text);
        read += 1;
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        if (!(error.position.offset <= text.length && error.position.line >= 1 && error.position.column >= 1))
          throw error;
      }
    }),
    { numRuns: 20_000 },
  );
  t.true(read > 100, String(read));
});

test('a combination of two series has the times that both have, or with last known values the times of either', (t) => {
  const sources = { 'A.US': series(1, 2, undefined, 4), 'B.US': series(undefined, 10, 20, 30, 40) };
  t.is(evaluated('A.US + B.US', { sources }), '1:12 3:34');
  t.is(evaluated('A.US + B.US', { sources, join: 'last_known' }), '1:12 2:22 3:34 4:44');
  t.is(evaluated('A.US * 2', { sources }), '0:2 1:4 3:8');
  t.is(evaluated('A.US + C.US', { sources }), '');
});

test('points without a value are left out: divisions by zero, logarithms of zero, roots of negative numbers', (t) => {
  const sources = { 'A.US': series(1, 0, -4, 2) };
  t.is(evaluated('8 / A.US', { sources }), '0:8 2:-2 3:4');
  t.is(evaluated('log(A.US) * 0', { sources }), '0:0 3:0');
  t.is(evaluated('A.US ^ 0.5 / sqrt(A.US)', { sources }), '0:1 3:1');
  t.is(evaluated('sma(8 / A.US, 2)', { sources }), '2:3 3:1');
  t.is(evaluated('returns(A.US)', { sources }), '1:-1 3:-1.5');
});

test('functions have their published formulas', (t) => {
  const sources = { 'A.US': A, 'B.US': series(1, 2, 3, 4, 5) };
  const cases: Record<string, string> = {
    'sma(B.US, 2)': '1:1.5 2:2.5 3:3.5 4:4.5',
    'ema(B.US, 3)': '2:2 3:3 4:4',
    'lag(A.US, 2)': '2:2 3:4 4:8',
    'returns(A.US)': '1:1 2:1 3:1 4:-0.5',
    'returns(A.US, 4)': '4:3',
    'rebase(A.US)': '0:100 1:200 2:400 3:800 4:400',
    'drawdown(A.US)': '0:0 1:0 2:0 3:0 4:-0.5',
    'zscore(B.US, 3)': '2:1 3:1 4:1',
    'vol(A.US, 2)': '2:0 3:0 4:1.060660172',
    'vol(A.US, 2, 4)': '2:0 3:0 4:2.121320344',
    'corr(A.US, B.US, 3)': '2:0.9819805061 3:0.9819805061 4:0',
    'corr(A.US, -A.US, 5)': '4:-1',
    'bb_upper(B.US, 2, 2)': '1:2.5 2:3.5 3:4.5 4:5.5',
    'bb_lower(B.US, 2, 2)': '1:0.5 2:1.5 3:2.5 4:3.5',
    'rsi(A.US, 2)': '2:100 3:100 4:40.74074074',
    'macd(B.US, 1, 2, 1)': '1:0.5 2:0.5 3:0.5 4:0.5',
    'macd_histogram(B.US, 1, 2, 1)': '1:0 2:0 3:0 4:0',
    'min(A.US, B.US)': '0:1 1:2 2:3 3:4 4:5',
  };
  for (const [text, points] of Object.entries(cases)) t.is(evaluated(text, { sources }), points, text);
});

test('rebasing and drawdown count from the first shown point, and averages look back beyond it', (t) => {
  const given = { sources: { 'A.US': A }, from: 2 };
  t.is(evaluated('rebase(A.US, 1)', given), '0:0.25 1:0.5 2:1 3:2 4:1');
  t.is(evaluated('drawdown(16 - A.US)', given), '2:0 3:-1 4:0');
  t.is(evaluated('sma(A.US, 2)', given), '1:3 2:6 3:12 4:12');
  t.is(evaluated('rebase(A.US)', { sources: { 'A.US': A }, from: 9 }), '');
  t.is(warmUpOf(parseExpression('sma(lag(AAPL.US, 5), 20) + ema(MSFT.US, 3) * 2')), 30);
  t.is(warmUpOf(parseExpression('zscore(sma(AAPL.US, 50), 20)')), 68);
});

test('a part that occurs several times is computed once', (t) => {
  const evaluator = new Evaluator({ sources: new Map([['symbol A.US close', A]]), join: 'common', from: 0 });
  const [one, other] = ['sma(A.US, 3) - A.US', 'A.US / sma(A.US, 3)'].map((text) =>
    evaluator.evaluate(parseExpression(text)),
  );
  t.is(evaluator.parts, 4);
  t.not(one, other);
});

test('moving moments agree with the definition, also after a spike and for large values with little variation', (t) => {
  const naive = (x: number[], n: number) =>
    x.map((_, at) => {
      const window = x.slice(at - n + 1, at + 1);
      if (window.length < n || at < n - 1) return undefined;
      const mean = window.reduce((sum, value) => sum + value, 0) / n;
      return { mean, deviation: Math.sqrt(window.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1)) };
    });
  const value = fc.oneof(fc.double({ min: 99, max: 101, noNaN: true }), fc.constant(1e9), fc.constant(100));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 60 }), fc.integer({ min: 2, max: 12 }), (x, n) => {
      const times = Float64Array.from(x.keys());
      const sources = new Map([['symbol A.US close', { times, values: Float64Array.from(x) }]]);
      const result = new Evaluator({ sources, join: 'common', from: 0 }).evaluate(
        parseExpression(`bb_upper(A.US, ${n}, 2)`),
      ) as Series;
      for (const [index, time] of result.times.entries()) {
        const { mean, deviation } = naive(x, n)[time] as { mean: number; deviation: number };
        const expected = mean + 2 * deviation * Math.sqrt((n - 1) / n);
        if (!(Math.abs((result.values[index] as number) - expected) <= 1e-9 * Math.abs(expected))) return false;
      }
      return result.times.length === Math.max(0, x.length - n + 1);
    }),
    { numRuns: 1_000 },
  );
  t.pass();
});

test('parsing takes time linear in the length, and evaluation in the number of points', (t) => {
  const time = (work: () => void) => {
    work();
    // CPU time: other processes of a busy machine do not count.
    const began = process.cpuUsage();
    for (let count = 0; count < 20; count += 1) work();
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  };
  const refused = (text: string) => () => void errorOf(text);
  for (const text of [
    '9'.repeat(999),
    'A'.repeat(999),
    'A-'.repeat(499),
    '1.'.repeat(499),
    '"'.repeat(999),
    '('.repeat(999),
    'sma('.repeat(249),
    ' '.repeat(999),
    `1e${'9'.repeat(990)}`,
  ])
    t.true(time(refused(text)) < 200, text.slice(0, 8));
  const long = (length: number): Given => ({
    sources: { 'A.US': series(...Array.from({ length }, (_, index) => 100 + Math.sin(index))) },
  });
  const [short, fourTimes] = [long(5_000), long(20_000)];
  const text = 'corr(returns(A.US), lag(A.US, 3), 500) + bb_upper(zscore(A.US, 400), 500)';
  t.true(time(() => evaluated(text, fourTimes)) < 12 * time(() => evaluated(text, short)) + 50);
});

test('the unit of an expression follows from its parts', (t) => {
  const units: Record<string, string | undefined> = {
    'AAPL.US': 'USD',
    'sma(AAPL.US, 20)': 'USD',
    'AAPL.US - MSFT.US': 'USD',
    '2 * AAPL.US': 'USD',
    'AAPL.US / 2': 'USD',
    'AAPL.US / MSFT.US': 'ratio',
    'rebase(AAPL.US)': 'Index',
    'twr("Savings")': 'Index',
    'portfolio("Savings")': 'USD',
    'returns(AAPL.US)': 'fraction',
    'drawdown(AAPL.US)': 'fraction',
    'corr(AAPL.US, MSFT.US, 20)': 'correlation',
    'volume(AAPL.US)': 'volume',
    'AAPL.US * MSFT.US': undefined,
    'AAPL.US + rebase(AAPL.US)': undefined,
    '1 / AAPL.US': undefined,
    'rsi(AAPL.US)': undefined,
  };
  for (const [text, unit] of Object.entries(units)) t.is(unitOfExpression(parseExpression(text), 'USD'), unit, text);
  t.is(unitOfExpression(parseExpression('AAPL.US'), undefined), undefined);
});

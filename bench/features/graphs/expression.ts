// CPU of evaluating ten series of a chart, compared with evaluating the tree of each expression at each point. The
// latter is measured at 250 points and extrapolated to all.
import { type Series } from '../../../src/features/graphs/expression/aligned-series.js';
import { Evaluator } from '../../../src/features/graphs/expression/evaluate-expression.js';
import { type Expression, keyOf } from '../../../src/features/graphs/expression/expression.js';
import { parseExpression } from '../../../src/features/graphs/expression/parse-expression.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const ROUNDS = 5;
/** The plain evaluation is measured at this many points, and its result is extrapolated to all points. */
const { sampled: SAMPLED, minutes: MINUTES } = sizesOf({
  usual: { sampled: 250, minutes: 100_000 },
  smoke: { sampled: 20, minutes: 3_000 },
});
const MINUTE_MS = 60_000;
const texts = [
  'A.US / B.US',
  'sma(A.US, 200)',
  'zscore(A.US / B.US, 60)',
  'corr(returns(A.US), returns(B.US), 60)',
  'vol(A.US, 20, 252)',
  'bb_upper(B.US, 20, 2)',
  'bb_lower(B.US, 20, 2)',
  'log(A.US) - log(B.US)',
  'max(sma(A.US, 20), sma(B.US, 50)) / A.US',
  'zscore(sma(A.US, 20) - sma(A.US, 50), 100)',
];

/** Returns a random walk; every 50th point is missing, at different times for each symbol. */
function walk(length: number, missing: number): Series {
  let [price, random] = [100, missing + 7];
  const points = Array.from({ length }, (_, index) => {
    random = (random * 48_271) % 2_147_483_647;
    price *= 1 + (random / 2_147_483_647 - 0.5) / 50;
    return { time: index * MINUTE_MS, price };
  }).filter((_, index) => index % 50 !== missing);
  return {
    times: Float64Array.from(points, ({ time }) => time),
    values: Float64Array.from(points, ({ price }) => price),
  };
}

/** Evaluates an expression at one of the times that both symbols have, from the definition of each function. */
function naive(expression: Expression, sources: ReadonlyMap<string, Float64Array>, at: number): number {
  if (expression.type === 'number') return expression.value;
  if (expression.type === 'source') return sources.get(keyOf(expression.source))?.[at] ?? Number.NaN;
  const value = (operand: number, back = 0) => naive(expression.operands[operand] as Expression, sources, at - back);
  if (expression.type === 'pointwise') {
    const [one, other] = [value(0), expression.operands.length > 1 ? value(1) : 0];
    const results: Record<string, number> = {
      '+': one + other,
      '-': one - other,
      '*': one * other,
      '/': one / other,
      max: Math.max(one, other),
      log: Math.log(one),
    };
    return results[expression.operator] as number;
  }
  const [n = 0, second = 0] = expression.numbers;
  const last = (of: (back: number) => number) => Array.from({ length: n }, (_, back) => of(back));
  const mean = (x: number[]) => x.reduce((sum, one) => sum + one, 0) / x.length;
  const products = (x: number[], y: number[]) => {
    const [meanX, meanY] = [mean(x), mean(y)];
    return x.reduce((sum, one, index) => sum + (one - meanX) * ((y[index] as number) - meanY), 0);
  };
  const x = last((back) => value(0, back));
  switch (expression.name) {
    case 'sma':
      return mean(x);
    case 'returns':
      return value(0) / value(0, 1) - 1;
    case 'zscore':
      return (value(0) - mean(x)) / Math.sqrt(products(x, x) / (n - 1));
    case 'vol': {
      const returns = last((back) => value(0, back) / value(0, back + 1) - 1);
      return Math.sqrt((products(returns, returns) / (n - 1)) * second);
    }
    case 'bb_upper':
      return mean(x) + second * Math.sqrt(products(x, x) / n);
    case 'bb_lower':
      return mean(x) - second * Math.sqrt(products(x, x) / n);
    case 'corr': {
      const y = last((back) => value(1, back));
      return products(x, y) / Math.sqrt(products(x, x) * products(y, y));
    }
    default:
      throw new Error(`The plain evaluation has no ${expression.name}`);
  }
}

const msOf = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

const expressions = texts.map(parseExpression);
const rows: Array<Array<string | number>> = [];
for (const [label, length] of [
  ['10 years of days', 2_520],
  [`${MINUTES.toLocaleString('en-US')} minutes`, MINUTES],
] as const) {
  const sources = new Map([
    ['symbol A.US close', walk(length, 3)],
    ['symbol B.US close', walk(length, 11)],
  ]);
  const evaluate = () => {
    const evaluator = new Evaluator({ sources, join: 'common', from: 0 });
    return expressions.map((expression) => evaluator.evaluate(expression));
  };
  // The plain evaluation gets aligned columns, and returns NaN where it looks back before the first point.
  const whole = new Map([...sources.keys()].map((key) => [key, walk(length, 51).values]));
  const step = Math.floor(length / SAMPLED);
  const plain = () =>
    expressions.map((expression) =>
      Float64Array.from({ length: SAMPLED }, (_, at) => naive(expression, whole, at * step)),
    );
  evaluate();
  plain();
  const ours = median(Array.from({ length: ROUNDS }, () => msOf(evaluate)));
  const theirs = median(Array.from({ length: ROUNDS }, () => msOf(plain))) * (length / SAMPLED);
  rows.push([label, ours.toFixed(1), theirs.toFixed(0), `${Math.round(theirs / ours)} ×`]);
}
printTable(['10 series over', 'columns, CPU ms', 'point by point, CPU ms', 'ratio'], rows);

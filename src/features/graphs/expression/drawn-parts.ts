import { type FieldProblem, Problem } from '../../../api/problem.js';
import { type IndicatorSpec, parseSpecs } from '../../markets/indicators/indicator-spec.js';
import { parseSymbol } from '../../markets/market-symbol.js';
import { type Expression, sourcesOf } from './expression.js';
import { MAX_SOURCES } from './parse-series.js';

/** The members of a chart that decide which expressions its image shows. */
interface Drawing {
  series: ReadonlyArray<{ axis: 'left' | 'right' }>;
  overlay: readonly string[];
  panel: readonly string[];
  compare: readonly string[];
}

/** An indicator of a series: its lines as expressions. */
export interface DrawnIndicator {
  /** The indicator with all parameters, such as `sma:20`. */
  text: string;
  overlay: boolean;
  lines: Array<{ name: string; expression: Expression }>;
}

/** The expressions that the image of a chart shows. */
export interface DrawnParts {
  /** Expressions of the chart, one for each series. */
  series: Expression[];
  indicators: DrawnIndicator[];
  compared: Array<{ symbol: string; expression: Expression }>;
}

/** The functions of expressions that compute the lines of an indicator, with the names of the lines. */
const functions: Readonly<
  Record<string, (...numbers: number[]) => Array<[line: string, name: string, numbers: number[]]>>
> = {
  sma: (n = 0) => [['sma', 'sma', [n]]],
  ema: (n = 0) => [['ema', 'ema', [n]]],
  bbands: (n = 0, k = 0) => [
    ['middle', 'sma', [n]],
    ['upper', 'bb_upper', [n, k]],
    ['lower', 'bb_lower', [n, k]],
  ],
  rsi: (n = 0) => [['rsi', 'rsi', [n]]],
  macd: (...numbers) => [
    ['macd', 'macd', numbers],
    ['signal', 'macd_signal', numbers],
    ['histogram', 'macd_histogram', numbers],
  ],
};
/** Value of all series at their first shown point in a comparison. */
const REBASED = 100;

const call = (name: string, operand: Expression, numbers: number[]): Expression => ({
  type: 'call',
  name,
  operands: [operand],
  numbers,
  offset: operand.offset,
});

/**
 * Returns the expressions that the image of a chart shows: its series, the indicators of the first one, and the
 * instruments to compare with.
 * @param expressions one for each series
 * @throws Problem `invalid_request` for invalid indicators and symbols, and for too many sources
 */
export function drawnParts(drawing: Drawing, expressions: readonly Expression[]): DrawnParts {
  const { series, overlay, panel, compare } = drawing;
  const specs = [
    ...parseSpecs(overlay, 'overlay', { pointer: '/overlay', names: ['sma', 'ema', 'bbands'] }),
    ...parseSpecs(panel, 'panel', { pointer: '/panel', names: ['rsi', 'macd'] }),
  ];
  const symbols = compare.map((symbol) => symbol.toUpperCase());
  const compared = symbols
    .map((symbol, index) => ({ symbol, expression: closeOf(symbol, index) }))
    .filter(({ symbol }, index) => symbols.indexOf(symbol) === index);
  const isRebased = compared.length > 0;
  const shown = expressions.map((expression, index) =>
    isRebased && series[index]?.axis !== 'right' && sourcesOf(expression).size > 0
      ? call('rebase', expression, [REBASED])
      : expression,
  );
  const sources = new Set(
    [...shown, ...compared.map(({ expression }) => expression)].flatMap((one) => [...sourcesOf(one).keys()]),
  );
  if (sources.size > MAX_SOURCES)
    throw invalid(
      '/compare',
      `must have, together with the series, at most ${MAX_SOURCES} different symbols and portfolios`,
    );
  const [first] = shown;
  if (specs.length > 0 && (first === undefined || sourcesOf(first).size === 0))
    throw invalid('/series/0', 'must have a symbol or a portfolio, since the chart has indicators');
  return {
    series: shown,
    indicators: first === undefined ? [] : specs.map((spec) => indicatorOf(spec, first)),
    compared,
  };
}

function indicatorOf({ text, kind, parameters }: IndicatorSpec, operand: Expression): DrawnIndicator {
  const name = text.split(':')[0] as string;
  const lines = (functions[name] as (typeof functions)[string])(...parameters);
  return {
    text,
    overlay: kind.overlay,
    lines: lines.map(([line, fn, numbers]) => ({ name: line, expression: call(fn, operand, numbers) })),
  };
}

function closeOf(symbol: string, index: number): Expression {
  if (parseSymbol(symbol) === undefined) throw invalid(`/compare/${index}`, 'must be a symbol such as AAPL.US');
  return call('rebase', { type: 'source', source: { type: 'symbol', symbol, field: 'close' }, offset: 0 }, [REBASED]);
}

function invalid(pointer: string, detail: string): Problem {
  const errors: FieldProblem[] = [{ pointer, detail }];
  return new Problem('invalid_request', { detail: 'The chart is not valid; see errors.', errors });
}

import { type FieldProblem, Problem } from '../../../api/problem.js';
import { type Interval, intradayMs } from '../../markets/interval.js';
import { type Expression, sourcesOf } from './expression.js';
import { ExpressionError } from './expression-error.js';
import { parseExpression } from './parse-expression.js';

/** Maximum number of symbols, portfolio figures and economic series of one chart, because each is read separately. */
export const MAX_SOURCES = 20;

/** Returns the JSON pointer of an expression, such as `/series/0/expression`. */
export const expressionPointer = (index: number): string => `/series/${index}/expression`;

/**
 * Parses the expressions of a chart.
 * @param interval with portfolios, it must be a day or longer
 * @throws Problem `invalid_request` that names each invalid expression with the position of its error
 */
export function parseSeries(series: ReadonlyArray<{ expression: string }>, interval: Interval): Expression[] {
  const errors: FieldProblem[] = [];
  const parsed = series.flatMap(({ expression }, index): Expression[] => {
    try {
      return [parseExpression(expression)];
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      errors.push({ pointer: expressionPointer(index), detail: error.message, position: error.position });
      return [];
    }
  });
  if (errors.length > 0)
    throw new Problem('invalid_request', { detail: 'Some expressions cannot be read; see errors.', errors });
  const sources = new Map(parsed.flatMap((expression) => [...sourcesOf(expression)]));
  const detail = wrongSources(sources.size, MAX_SOURCES);
  if (detail !== undefined) throw wrongChart('/series', detail);
  const hasDays = [...sources.values()].some(({ source }) => source.type !== 'symbol');
  if (hasDays && intradayMs(interval) !== undefined)
    throw wrongChart('/interval', 'must be 1d, 1w or 1M for portfolios and economic series');
  return parsed;
}

function wrongSources(count: number, most: number): string | undefined {
  if (count === 0) return 'must have at least one expression with a symbol, a portfolio or an economic series';
  return count > most ? `must have at most ${most} different symbols and portfolios` : undefined;
}

const wrongChart = (pointer: string, detail: string): Problem =>
  new Problem('invalid_request', { detail: 'The chart is not valid; see errors.', errors: [{ pointer, detail }] });

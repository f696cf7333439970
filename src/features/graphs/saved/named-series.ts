import type { ChartSeries } from './chart.js';

/** Maximum length of a name that is derived from an expression, in UTF-16 code units. */
const MAX_TAKEN = 80;

/** Returns a series with a name: the given one, or else the start of its expression. */
export const namedSeries = ({
  name,
  expression,
  axis,
  style,
}: Omit<ChartSeries, 'name'> & { name?: string }): ChartSeries => ({
  name: name ?? (expression.trim().replace(/\s+/g, ' ').slice(0, MAX_TAKEN).toWellFormed() || '–'),
  expression,
  axis,
  style,
});

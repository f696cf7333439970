import type { ChartSeries } from './chart.js';

/** UTF-16 code units of a name that is taken from an expression. */
const MAX_TAKEN = 80;

/** A series with a name: its own, or the beginning of its expression. */
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

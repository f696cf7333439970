/** The part of a candle that an expression reads. */
export type CandleField = 'open' | 'high' | 'low' | 'close' | 'volume';
/** The figure of a portfolio that an expression reads: its value, or the index of its time-weighted return. */
export type PortfolioFigure = 'value' | 'index';

/** Where the values of a series come from. */
export type Source =
  | { type: 'symbol'; symbol: string; field: CandleField }
  /** @param portfolio its name or id, as written */
  | { type: 'portfolio'; portfolio: string; figure: PortfolioFigure };

export type PointwiseOperator = '+' | '-' | '*' | '/' | '^' | 'min' | 'max' | 'negate' | 'abs' | 'log' | 'exp' | 'sqrt';

/** A parsed expression. `offset` is where it begins in the text, in UTF-16 code units. */
export type Expression =
  | { type: 'number'; value: number; offset: number }
  | { type: 'source'; source: Source; offset: number }
  /** Computes each point from the operands at the same time: one or two of them. */
  | { type: 'pointwise'; operator: PointwiseOperator; operands: Expression[]; offset: number }
  /** Computes points from other points, such as those before. `name` is in `chartFunctions`. */
  | { type: 'call'; name: string; operands: Expression[]; numbers: number[]; offset: number };

/** Identifies a source within a chart: sources of the same key have the same values. */
export const keyOf = (source: Source): string =>
  source.type === 'symbol'
    ? `symbol ${source.symbol} ${source.field}`
    : `portfolio ${source.figure} ${source.portfolio}`;

/** Calls `visit` with each part of an expression, operands first. */
export function visitParts(expression: Expression, visit: (part: Expression) => void): void {
  if (expression.type === 'pointwise' || expression.type === 'call')
    for (const operand of expression.operands) visitParts(operand, visit);
  visit(expression);
}

/** The sources of an expression by their keys, each with the offset of its first use. */
export function sourcesOf(expression: Expression): Map<string, { source: Source; offset: number }> {
  const found = new Map<string, { source: Source; offset: number }>();
  visitParts(expression, (part) => {
    if (part.type !== 'source') return;
    const key = keyOf(part.source);
    if (!found.has(key)) found.set(key, { source: part.source, offset: part.offset });
  });
  return found;
}

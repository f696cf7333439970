/** The field of a candle that an expression reads. */
export type CandleField = 'open' | 'high' | 'low' | 'close' | 'volume';
/** The figure of a portfolio that an expression reads: its value, or the index of its time-weighted return. */
export type PortfolioFigure = 'value' | 'index';
/** The times of an economic series: those of its periods, or those from which each value was known. */
export type EconomyFigure = 'period' | 'known';

/** The source of the values of a series. */
export type Source =
  | { type: 'symbol'; symbol: string; field: CandleField }
  /** `portfolio`: name or id of the portfolio, as written in the expression. */
  | { type: 'portfolio'; portfolio: string; figure: PortfolioFigure }
  /** `series`: id of the economic series, such as `fred:CPIAUCSL`. */
  | { type: 'economy'; series: string; figure: EconomyFigure };

export type PointwiseOperator = '+' | '-' | '*' | '/' | '^' | 'min' | 'max' | 'negate' | 'abs' | 'log' | 'exp' | 'sqrt';

/** A parsed expression. `offset` is the position of its start in the text, in UTF-16 code units. */
export type Expression =
  | { type: 'number'; value: number; offset: number }
  | { type: 'source'; source: Source; offset: number }
  /** Computes each point from one or two operands at the same time. */
  | { type: 'pointwise'; operator: PointwiseOperator; operands: Expression[]; offset: number }
  /** Computes a point from several points of the operands, such as earlier ones. `name` is in `chartFunctions`. */
  | { type: 'call'; name: string; operands: Expression[]; numbers: number[]; offset: number };

/** Returns the key of a source within a chart; sources with the same key have the same values. */
export function keyOf(source: Source): string {
  if (source.type === 'symbol') return `symbol ${source.symbol} ${source.field}`;
  return `${source.type} ${source.figure} ${nameOf(source)}`;
}

/** Returns the symbol, the name or id of the portfolio, or the id of the series. */
export function nameOf(source: Source): string {
  if (source.type === 'symbol') return source.symbol;
  return source.type === 'portfolio' ? source.portfolio : source.series;
}

/** Calls `visit` with each part of an expression, operands first. */
export function visitParts(expression: Expression, visit: (part: Expression) => void): void {
  if (expression.type === 'pointwise' || expression.type === 'call')
    for (const operand of expression.operands) visitParts(operand, visit);
  visit(expression);
}

/** Returns the sources of an expression by their keys, each with the offset of its first use. */
export function sourcesOf(expression: Expression): Map<string, { source: Source; offset: number }> {
  const found = new Map<string, { source: Source; offset: number }>();
  visitParts(expression, (part) => {
    if (part.type !== 'source') return;
    const key = keyOf(part.source);
    if (!found.has(key)) found.set(key, { source: part.source, offset: part.offset });
  });
  return found;
}

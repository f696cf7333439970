import type { Expression } from './expression.js';

/** Units of functions whose values have another unit than their operands. */
const unitsOfFunctions: Readonly<Record<string, string>> = {
  rebase: 'Index',
  returns: 'fraction',
  drawdown: 'fraction',
  vol: 'fraction',
  corr: 'correlation',
  zscore: 'deviations',
  ratio: 'ratio',
};
/** Functions whose values have the unit of their operand. */
const keepsUnit = /^(?:lag|high|low|spread|sma|ema|wma|bb_upper|bb_middle|bb_lower)$/;

/**
 * Returns the unit of an expression's values, for the axis of a chart.
 * @param currency currency of all prices and values; undefined if they have several
 * @returns undefined for an unknown unit, such as that of a product
 */
export function unitOfExpression(expression: Expression, currency: string | undefined): string | undefined {
  if (expression.type === 'number') return undefined;
  if (expression.type === 'source') {
    const { source } = expression;
    if (source.type === 'portfolio') return source.figure === 'value' ? currency : 'Index';
    if (source.type === 'economy') return undefined;
    return source.field === 'volume' ? 'volume' : currency;
  }
  const { operands } = expression;
  const units = operands.filter(({ type }) => type !== 'number').map((operand) => unitOfExpression(operand, currency));
  const common = units.every((unit) => unit === units[0]) ? units[0] : undefined;
  if (expression.type === 'call')
    return unitsOfFunctions[expression.name] ?? (keepsUnit.test(expression.name) ? common : undefined);
  const [first, second] = operands;
  switch (expression.operator) {
    case '+':
    case '-':
    case 'min':
    case 'max':
    case 'negate':
    case 'abs':
      return common;
    case '*':
      return units.length === 1 ? common : undefined;
    case '/':
      if (second?.type === 'number') return common;
      return first?.type === 'number' || common === undefined ? undefined : 'ratio';
    default:
      return undefined;
  }
}

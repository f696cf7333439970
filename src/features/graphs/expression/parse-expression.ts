import { indicatorKinds } from '../../markets/indicators/indicator-catalog.js';
import { parseSymbol } from '../../markets/market-symbol.js';
import type { NumberParameter } from './chart-function.js';
import { chartFunctions } from './chart-functions.js';
import type { CandleField, EconomyFigure, Expression, PointwiseOperator, PortfolioFigure } from './expression.js';
import { ExpressionError } from './expression-error.js';
import { type Token, tokenAt } from './tokens.js';

/** Maximum length of an expression in UTF-16 code units. */
export const MAX_EXPRESSION_LENGTH = 1_000;
/** Maximum depth of nested parentheses, calls and signs. */
export const MAX_DEPTH = 32;
/** Maximum number of numbers, symbols, operators and calls of one expression. */
export const MAX_PARTS = 100;

const fields: Readonly<Record<string, CandleField>> = {
  open: 'open',
  high: 'high',
  low: 'low',
  close: 'close',
  volume: 'volume',
};
const figures: Readonly<Record<string, PortfolioFigure>> = { portfolio: 'value', twr: 'index' };
const economyFigures: Readonly<Record<string, EconomyFigure>> = { economy: 'period', economy_known: 'known' };
const unary: Readonly<Record<string, PointwiseOperator>> = { abs: 'abs', log: 'log', exp: 'exp', sqrt: 'sqrt' };
/** Functions that combine their operands from left to right, with the maximum number of operands. */
const folded: Readonly<Record<string, { operator: PointwiseOperator; most: number }>> = {
  min: { operator: 'min', most: 10 },
  max: { operator: 'max', most: 10 },
  spread: { operator: '-', most: 2 },
  ratio: { operator: '/', most: 2 },
};

/** The names of all functions, sorted. */
export const functionNames = [fields, figures, economyFigures, unary, folded, chartFunctions]
  .flatMap(Object.keys)
  .sort();
const shownNames = `${functionNames.filter((name) => !Object.hasOwn(indicatorKinds, name.split('_', 1)[0] as string)).join(', ')}, or an indicator such as sma, rsi or macd_signal`;

/**
 * Binding powers of the operators, left and right: `^` binds most tightly and is right-associative; a sign binds less
 * than `^` and more than `*`.
 */
const powers: Readonly<Record<string, readonly [left: number, right: number]>> = {
  '+': [1, 2],
  '-': [1, 2],
  '*': [3, 4],
  '/': [3, 4],
  '^': [8, 7],
};
const SIGN_POWER = 5;

const known = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/**
 * Parses an expression (the grammar is in docs/graphs.md) in time linear in its length.
 * @throws only ExpressionError
 */
export function parseExpression(text: string): Expression {
  if (text.length > MAX_EXPRESSION_LENGTH)
    throw new ExpressionError(
      text,
      MAX_EXPRESSION_LENGTH,
      `an expression has at most ${MAX_EXPRESSION_LENGTH} characters`,
    );
  return new ExpressionParser(text).whole();
}

/** An operator-precedence parser (Pratt, 1973). */
class ExpressionParser {
  private token: Token;
  private depth = 0;
  private parts = 0;

  constructor(private readonly text: string) {
    this.token = tokenAt(text, 0);
  }

  whole(): Expression {
    const expression = this.operation(0);
    if (this.token.type !== 'end') this.fail('expected an operator or the end');
    return expression;
  }

  private fail(problem: string, offset = this.token.offset): never {
    throw new ExpressionError(this.text, offset, problem);
  }

  private advance(): Token {
    const { token } = this;
    this.token = tokenAt(this.text, token.end);
    return token;
  }

  private isMark(mark: string): boolean {
    return this.token.type === 'mark' && this.token.text === mark;
  }

  private expectMark(mark: string, expected = `\`${mark}\``): void {
    if (!this.isMark(mark)) this.fail(`expected ${expected}`);
    this.advance();
  }

  private counted(expression: Expression): Expression {
    this.parts += 1;
    if (this.parts > MAX_PARTS)
      this.fail(`an expression has at most ${MAX_PARTS} numbers, symbols, operators and calls`, expression.offset);
    return expression;
  }

  private operation(power: number): Expression {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) this.fail(`parentheses, calls and signs may be at most ${MAX_DEPTH} within each other`);
    let left = this.operand();
    while (this.token.type === 'mark') {
      const [own, right] = known(powers, this.token.text) ?? [Number.NEGATIVE_INFINITY, 0];
      if (own < power) break;
      const { text, offset } = this.advance();
      left = this.counted({
        type: 'pointwise',
        operator: text as PointwiseOperator,
        operands: [left, this.operation(right)],
        offset,
      });
    }
    this.depth -= 1;
    return left;
  }

  private operand(): Expression {
    const { type, text, offset } = this.token;
    if (type === 'number') return this.number();
    if (type === 'symbol') return this.source('close');
    if (type === 'name') return this.call();
    if (this.isMark('-') || this.isMark('+')) {
      this.advance();
      const operand = this.operation(SIGN_POWER);
      return text === '+'
        ? operand
        : this.counted({ type: 'pointwise', operator: 'negate', operands: [operand], offset });
    }
    if (!this.isMark('(')) this.fail('expected a number, a symbol such as AAPL.US, a function, `-` or `(`');
    this.advance();
    const inner = this.operation(0);
    this.expectMark(')', 'an operator or `)`');
    return inner;
  }

  private number(): Expression {
    const { text, offset } = this.advance();
    const value = Number(text);
    if (!Number.isFinite(value)) this.fail('the number is too large', offset);
    return this.counted({ type: 'number', value, offset });
  }

  private source(field: CandleField): Expression {
    const { type, text, offset } = this.token;
    const symbol = type === 'symbol' ? parseSymbol(text) : undefined;
    if (symbol === undefined) this.fail('expected a symbol such as AAPL.US, EURUSD.FOREX or BTC-USD.CC');
    this.advance();
    return this.counted({ type: 'source', source: { type: 'symbol', symbol: symbol.text, field }, offset });
  }

  private call(): Expression {
    const { text, offset } = this.advance();
    const name = text.toLowerCase();
    if (!functionNames.includes(name))
      this.fail(`expected a symbol such as AAPL.US or a function: ${shownNames}`, offset);
    this.expectMark('(');
    const called = this.called(name, offset);
    this.expectMark(')', 'an operator or `)`');
    return called;
  }

  private called(name: string, offset: number): Expression {
    const field = known(fields, name);
    if (field !== undefined) return this.source(field);
    const figure = known(figures, name);
    if (figure !== undefined) return this.portfolio(figure, offset);
    const economyFigure = known(economyFigures, name);
    if (economyFigure !== undefined) return this.economy(economyFigure, offset);
    const operator = known(unary, name);
    if (operator !== undefined)
      return this.counted({ type: 'pointwise', operator, operands: [this.operation(0)], offset });
    const fold = known(folded, name);
    return fold === undefined ? this.moving(name, offset) : this.fold(fold.operator, fold.most, offset);
  }

  private portfolio(figure: PortfolioFigure, offset: number): Expression {
    const { type, text } = this.token;
    const portfolio = text.slice(1, -1);
    if (type !== 'string' || portfolio.trim() === '')
      this.fail('expected the name or the id of a portfolio in quotation marks');
    this.advance();
    return this.counted({ type: 'source', source: { type: 'portfolio', portfolio, figure }, offset });
  }

  private economy(figure: EconomyFigure, offset: number): Expression {
    const { type, text } = this.token;
    const series = text.slice(1, -1).trim();
    if (type !== 'string' || !/^[a-z]{2,20}:[A-Za-z0-9_.:+@$-]{1,180}$/.test(series))
      this.fail('expected the id of an economic series in quotation marks, such as "fred:CPIAUCSL"');
    this.advance();
    return this.counted({ type: 'source', source: { type: 'economy', series, figure }, offset });
  }

  private fold(operator: PointwiseOperator, most: number, offset: number): Expression {
    let result = this.operation(0);
    let count = 1;
    do {
      this.expectMark(',');
      result = this.counted({ type: 'pointwise', operator, operands: [result, this.operation(0)], offset });
      count += 1;
    } while (count < most && this.isMark(','));
    return result;
  }

  private moving(name: string, offset: number): Expression {
    const called = chartFunctions[name] as (typeof chartFunctions)[string];
    const { operands: count, fields: read, numbers: parameters, check } = called;
    const operands = read === undefined ? [] : this.candles(read);
    while (operands.length < count) {
      if (operands.length > 0) this.expectMark(',');
      const start = this.token.offset;
      const operand = this.operation(0);
      if (!hasSource(operand))
        this.fail('expected an expression with a symbol, a portfolio or an economic series', start);
      operands.push(operand);
    }
    const numbers = parameters.map((parameter) => this.parameter(parameter));
    const wrong = check?.(numbers);
    if (wrong !== undefined) this.fail(wrong, offset);
    return this.counted({ type: 'call', name, operands, numbers, offset });
  }

  /** Reads a symbol whose candles a function needs. */
  private candles(read: readonly CandleField[]): Expression[] {
    const symbol = this.source('close');
    if (symbol.type !== 'source' || symbol.source.type !== 'symbol') return [symbol];
    const { source, offset } = symbol;
    return read.map((field) => ({ type: 'source', source: { ...source, field }, offset }));
  }

  private parameter({ name, fallback, min, max, isWhole }: NumberParameter): number {
    if (fallback !== undefined && this.isMark(')')) return fallback;
    this.expectMark(',', fallback === undefined ? undefined : '`,` or `)`');
    const { type, text } = this.token;
    const value = type === 'number' ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max && (!isWhole || Number.isInteger(value)))) {
      this.fail(`expected as ${name} a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}`);
    }
    this.advance();
    return value;
  }
}

const hasSource = (expression: Expression): boolean =>
  expression.type === 'source' ||
  ((expression.type === 'pointwise' || expression.type === 'call') && expression.operands.some(hasSource));

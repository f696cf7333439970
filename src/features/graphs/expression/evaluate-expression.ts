import { aligned, atTimes, firstFrom, type Join, type Series, seriesOf } from './aligned-series.js';
import { chartFunctions } from './chart-functions.js';
import { type Expression, keyOf, type PointwiseOperator } from './expression.js';

export interface EvaluationInputs {
  /** Series by the keys of the sources; a missing source has no points. */
  sources: ReadonlyMap<string, Series>;
  join: Join;
  /** The first shown time (ms since the epoch), from which `rebase` and `drawdown` start. */
  from: number;
}

/** A series, or a number for an expression without a source. */
export type Evaluated = Series | number;

const binary: Partial<Record<PointwiseOperator, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => one / other,
  '^': (one, other) => one ** other,
  min: (one, other) => Math.min(one, other),
  max: (one, other) => Math.max(one, other),
};
const unary: Partial<Record<PointwiseOperator, (one: number) => number>> = {
  negate: (one) => -one,
  abs: Math.abs,
  log: Math.log,
  exp: Math.exp,
  sqrt: Math.sqrt,
};

const empty: Series = { times: new Float64Array(0), values: new Float64Array(0) };

/** Returns the number of points before the first shown one on which an expression depends. */
export function warmUpOf(expression: Expression): number {
  if (expression.type !== 'pointwise' && expression.type !== 'call') return 0;
  const own = expression.type === 'call' ? (chartFunctions[expression.name]?.warmUp(expression.numbers) ?? 0) : 0;
  return own + Math.max(...expression.operands.map(warmUpOf));
}

/**
 * Evaluates the expressions of a chart column by column. The time grows with the number of distinct parts multiplied by
 * the number of points: a part that occurs several times, in one or in several expressions, is computed once.
 */
export class Evaluator {
  /** Numbers of the distinct parts, by their operation and the numbers of their operands. */
  private readonly ids = new Map<string, number>();
  private readonly results: Evaluated[] = [];

  constructor(private readonly inputs: EvaluationInputs) {}

  /** Number of distinct parts evaluated so far. */
  get parts(): number {
    return this.results.length;
  }

  evaluate(expression: Expression): Evaluated {
    return this.results[this.idOf(expression)] as Evaluated;
  }

  private idOf(expression: Expression): number {
    const operands = 'operands' in expression ? expression.operands.map((operand) => this.idOf(operand)) : [];
    const key = `${labelOf(expression)} ${operands.join()}`;
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.results.length;
    this.results.push(
      this.computed(
        expression,
        operands.map((operand) => this.results[operand] as Evaluated),
      ),
    );
    this.ids.set(key, id);
    return id;
  }

  private computed(expression: Expression, operands: readonly Evaluated[]): Evaluated {
    switch (expression.type) {
      case 'number':
        return expression.value;
      case 'source':
        return this.inputs.sources.get(keyOf(expression.source)) ?? empty;
      case 'pointwise':
        return this.pointwise(expression.operator, operands);
      case 'call':
        return this.called(expression.name, expression.numbers, operands as readonly Series[]);
    }
  }

  private pointwise(operator: PointwiseOperator, [one, other]: readonly Evaluated[]): Evaluated {
    const single = unary[operator];
    if (single !== undefined) return typeof one === 'number' ? single(one) : mapped(one as Series, single);
    const compute = binary[operator] as (one: number, other: number) => number;
    if (typeof one === 'number')
      return typeof other === 'number' ? compute(one, other) : mapped(other as Series, (value) => compute(one, value));
    if (typeof other === 'number') return mapped(one as Series, (value) => compute(value, other));
    const { times, left, right } = aligned(one as Series, other as Series, this.inputs.join);
    const values = new Float64Array(times.length);
    for (let index = 0; index < values.length; index += 1)
      values[index] = compute(left[index] as number, right[index] as number);
    return seriesOf(times, values);
  }

  private called(name: string, numbers: readonly number[], operands: readonly Series[]): Series {
    const { compute, fields } = chartFunctions[name] as (typeof chartFunctions)[string];
    const [one = empty, other] = operands;
    if (fields !== undefined) {
      // The fields of one symbol have the same times, except that a candle may have no volume.
      const columns = operands.map((operand) => atTimes(operand, one.times));
      return seriesOf(one.times, compute(columns, numbers, firstFrom(one.times, this.inputs.from)));
    }
    const { times, left, right } =
      other === undefined
        ? { times: one.times, left: one.values, right: one.values }
        : aligned(one, other, this.inputs.join);
    return seriesOf(times, compute([left, right], numbers, firstFrom(times, this.inputs.from)));
  }
}

function labelOf(expression: Expression): string {
  if (expression.type === 'number') return `number ${expression.value}`;
  if (expression.type === 'source') return keyOf(expression.source);
  return expression.type === 'pointwise'
    ? `do ${expression.operator}`
    : `call ${expression.name} ${expression.numbers.join()}`;
}

function mapped({ times, values }: Series, compute: (value: number) => number): Series {
  const result = new Float64Array(values.length);
  for (let index = 0; index < result.length; index += 1) result[index] = compute(values[index] as number);
  return seriesOf(times, result);
}

import { indicatorKinds } from '../../markets/indicators/indicator-catalog.js';
import type { IndicatorKind } from '../../markets/indicators/kinds/indicator-kind.js';
import { linesOf } from '../../markets/indicators/run-indicator.js';
import type { ChartFunction } from './chart-function.js';
import type { CandleField } from './expression.js';

const fieldsOf: Readonly<Record<IndicatorKind['reads'], readonly CandleField[]>> = {
  close: [],
  prices: ['open', 'high', 'low', 'close'],
  volume: ['open', 'high', 'low', 'close', 'volume'],
  sessions: [],
};

/** Creates the function of one output of an indicator; of a series if it reads only closes, otherwise of a symbol. */
function functionOf(name: string, kind: IndicatorKind, output: string): ChartFunction {
  const fields = fieldsOf[kind.reads];
  const isSum = kind.memory === 'sum';
  return {
    operands: 1,
    ...(fields.length > 0 && { fields }),
    numbers: kind.parameters.map(({ name, fallback, min, max, fractional }) => ({
      name,
      fallback,
      min,
      max,
      isWhole: fractional !== true,
    })),
    check: (numbers) => {
      const problem = kind.check?.(...numbers);
      return problem && `${name} ${problem}`;
    },
    // Intervals matter only to indicators that read sessions, which are no functions.
    warmUp: (numbers) => kind.warmUp('1d', ...numbers),
    compute: (operands, numbers, anchor) => {
      const length = operands[0]?.length ?? 0;
      // A sum without an end begins with the first shown point.
      const from = isSum ? Math.min(anchor, length) : 0;
      const column = (place: number) => ((operands[place] ?? operands[0]) as Float64Array).subarray(from);
      const [open, high, low, close, volume] = [column(0), column(1), column(2), column(3), column(4)];
      const candles = { length: length - from, time: close, open, high, low, close, volume };
      const line = linesOf(kind, { candles, sessionStarts: () => new Uint8Array() }, numbers)[output] as Float64Array;
      if (from === 0) return line;
      const values = new Float64Array(length).fill(Number.NaN);
      values.set(line, from);
      return values;
    },
  };
}

/**
 * The functions that follow from the declarations of indicators: `rsi`, and for each output of several `macd_signal`.
 * An indicator with several outputs, of which no output has its name, is its first output without another name.
 * Indicators that restart with each session are left out, because a series has no sessions.
 */
export const indicatorFunctions: Readonly<Record<string, ChartFunction>> = Object.fromEntries(
  Object.entries(indicatorKinds)
    .filter(([, { reads }]) => reads !== 'sessions')
    .flatMap(([name, kind]) => [
      [
        name,
        functionOf(name, kind, (kind.outputs.find((output) => output.name === name) ?? kind.outputs[0])?.name ?? ''),
      ],
      ...(kind.outputs.length === 1 ? [] : kind.outputs)
        .filter((output) => output.name !== name)
        .map((output) => [`${name}_${output.name.toLowerCase()}`, functionOf(name, kind, output.name)] as const),
    ]),
);

import { DAY_MS } from '../../../time/durations.js';
import type { Candle } from '../candle.js';
import type { Gap } from './candle-series.js';
import type { ExpectedCandle } from './expected-candles.js';

/**
 * Returns the end of a candle (ms): the end of its day for a candle of a day or longer, otherwise the end of its
 * trading.
 */
const endOf = ({ time, from, to }: ExpectedCandle): number => (time === from ? to : Math.max(time + DAY_MS, to));

/**
 * Returns the gaps in trading hours, which are missing expected candles. Consecutive missing candles are one gap, even
 * if trading pauses between them.
 * @param expected ascending
 * @param candles ascending
 * @param length duration (ms) of a candle, if candles do not begin with trading: a candle that overlaps an expected
 * candle then fills it; 0 if they begin with trading
 */
export function findGaps(expected: readonly ExpectedCandle[], candles: readonly Candle[], length = 0): Gap[] {
  const gaps: Gap[] = [];
  let index = 0;
  let isOpen = false;
  for (const one of expected) {
    const [earliest, latest] = length === 0 ? [one.time, one.time] : [one.from - length + 1, one.to - 1];
    while (index < candles.length && (candles[index] as Candle).time.getTime() < earliest) index += 1;
    if (index < candles.length && (candles[index] as Candle).time.getTime() <= latest) isOpen = false;
    else if (isOpen) (gaps.at(-1) as Gap).to = new Date(endOf(one));
    else {
      gaps.push({ from: new Date(one.time), to: new Date(endOf(one)) });
      isOpen = true;
    }
  }
  return gaps;
}

/** A candle to draw. */
export interface ChartCandle {
  time: Date;
  open: number;
  high: number;
  low: number;
  close: number;
  /** Volume of the candle; null if unknown. */
  volume: number | null;
}

/**
 * Joins groups of `size` neighboring candles: first open, last close, highest high, lowest low, and the sum of volumes
 * (null if no candle has one).
 */
export function joinCandles(candles: readonly ChartCandle[], size: number): ChartCandle[] {
  if (size <= 1) return [...candles];
  const joined: ChartCandle[] = [];
  for (let start = 0; start < candles.length; start += size) joined.push(joinOf(candles.slice(start, start + size)));
  return joined;
}

function joinOf(candles: readonly ChartCandle[]): ChartCandle {
  const [first, last] = [candles[0] as ChartCandle, candles.at(-1) as ChartCandle];
  const volumes = candles.flatMap(({ volume }) => (volume === null ? [] : [volume]));
  return {
    time: first.time,
    open: first.open,
    close: last.close,
    high: Math.max(...candles.map(({ high }) => high)),
    low: Math.min(...candles.map(({ low }) => low)),
    volume: volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0),
  };
}

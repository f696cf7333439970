/** A candle to draw. */
export interface ChartCandle {
  time: Date;
  open: number;
  high: number;
  low: number;
  close: number;
  /** Null if unknown. */
  volume: number | null;
}

/** Joins each `size` neighboring candles: first open, last close, extremes, sum of volumes (null if none has one). */
export function joinCandles(bars: readonly ChartCandle[], size: number): ChartCandle[] {
  if (size <= 1) return [...bars];
  const joined: ChartCandle[] = [];
  for (let start = 0; start < bars.length; start += size) joined.push(joinOf(bars.slice(start, start + size)));
  return joined;
}

function joinOf(bars: readonly ChartCandle[]): ChartCandle {
  const [first, last] = [bars[0] as ChartCandle, bars.at(-1) as ChartCandle];
  const volumes = bars.flatMap(({ volume }) => (volume === null ? [] : [volume]));
  return {
    time: first.time,
    open: first.open,
    close: last.close,
    high: Math.max(...bars.map(({ high }) => high)),
    low: Math.min(...bars.map(({ low }) => low)),
    volume: volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0),
  };
}

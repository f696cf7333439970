/** A bar to draw. */
export interface ChartCandle {
  time: Date;
  open: number;
  high: number;
  low: number;
  close: number;
  /** Null where there is none. */
  volume: number | null;
}

/** So many neighbours as one: the first open, the last close, the extremes, the sum of volumes (null when none has one). */
export function joinBars(bars: readonly ChartCandle[], size: number): ChartCandle[] {
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

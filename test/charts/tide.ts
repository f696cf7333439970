import type { ChartCandle } from '../../src/features/markets/charts/join-candles.js';

/** Returns candles that rise and fall like a tide, identical in every run. Default: one day apart. */
export function tide(
  count: number,
  { start = Date.UTC(2026, 0, 5), stepMs = 86_400_000, price = 100 } = {},
): ChartCandle[] {
  const at = (index: number) => price * (1 + Math.sin(index / 9) / 10);
  return Array.from({ length: count }, (_, index) => ({
    time: new Date(start + index * stepMs),
    open: at(index),
    close: at(index + 1),
    high: Math.max(at(index), at(index + 1)) * 1.01,
    low: Math.min(at(index), at(index + 1)) * 0.99,
    volume: 1_000 + (index % 7) * 100,
  }));
}

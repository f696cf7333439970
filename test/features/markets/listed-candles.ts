import { Problem } from '../../../src/api/problem.js';
import type { Candle } from '../../../src/features/markets/candle.js';
import type { CandleRequest, CandleSeries } from '../../../src/features/markets/candles/candle-series.js';
import type { CandlePlan, CandlesService } from '../../../src/features/markets/candles/candles.service.js';

export interface Listed {
  candles: Candle[];
  currency?: string;
  provider?: string;
}

/** Replaces CandlesService. It returns candles from a list for the same requests. */
export class ListedCandles implements Pick<CandlesService, 'read' | 'plan' | 'readPlanned'> {
  readonly asked: Array<CandleRequest & { symbol: string }> = [];
  /** Returns the error with which a read fails; undefined if it succeeds. */
  failing: (request: CandleRequest & { symbol: string }) => Error | undefined = () => undefined;

  constructor(readonly listed: Record<string, Listed>) {}

  plan(symbol: string, request: CandleRequest): CandlePlan {
    const { from = '1970-01-01', to = '9999-12-31', adjustment = 'splits' } = request;
    const window = { from: Date.parse(from), to: Date.parse(to) };
    return { symbol, request, adjustment, window } as unknown as CandlePlan;
  }

  readPlanned(plan: CandlePlan): Promise<CandleSeries> {
    const { symbol, request } = plan as unknown as { symbol: string; request: CandleRequest };
    return this.read(symbol, request);
  }

  async read(given: string, request: CandleRequest): Promise<CandleSeries> {
    const symbol = given.toUpperCase();
    this.asked.push({ symbol, ...request });
    const failure = this.failing({ symbol, ...request });
    if (failure !== undefined) throw failure;
    const listed = this.listed[symbol];
    if (listed === undefined) throw new Problem('not_found', { detail: 'No provider in use knows this symbol.' });
    const { interval = '1d', adjustment = 'splits', from, to, count = 250 } = request;
    const end = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to);
    const before = listed.candles.filter(({ time }) => time.getTime() < end);
    const items =
      from === undefined ? before.slice(-count) : before.filter(({ time }) => time.getTime() >= Date.parse(from));
    const times = { asOf: items.at(-1)?.time ?? null, fetchedAt: new Date(Date.UTC(2026, 10, 20)) };
    const provenance = { provider: listed.provider ?? 'eodhd', ...times, delaySeconds: 0, stale: false, warnings: [] };
    return { symbol, interval, currency: listed.currency ?? 'USD', adjustment, items, gaps: [], provenance };
  }
}

/** Returns candles with these closes, on the given days or at a fixed interval from an instant. */
export function closing(
  closes: readonly number[],
  at: readonly string[] | { start: string; stepMs: number },
): Candle[] {
  const timeOf = (index: number) =>
    new Date('start' in at ? Date.parse(at.start) + index * at.stepMs : (at[index] as string));
  return closes.map((close, index) => ({
    time: timeOf(index),
    open: close,
    high: close + 1,
    low: close - 1,
    close,
    volume: 100 + index,
  }));
}

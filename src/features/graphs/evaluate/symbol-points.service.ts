import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import type { Adjustment, Candle } from '../../markets/candle.js';
import type { Interval } from '../../markets/interval.js';
import { MarketsApi } from '../../markets/markets.api.js';
import { type Series, seriesOf } from '../expression/aligned-series.js';
import type { CandleField } from '../expression/expression.js';
import type { ChartRange } from './chart-range.js';
import type { ChartSource } from './read-sources.js';

/** Maximum number of candles in a range, which is also the maximum number of times in a response. */
const MAX_CANDLES = 20_000;
/** Maximum number of candles read before a range. */
const MAX_WARM_UP = 5_000;

export interface PointsRequest extends ChartRange {
  interval: Interval;
  adjustment: Adjustment;
  /** Number of candles to read before the range. */
  warmUp: number;
}

export interface SymbolPoints {
  candles: Candle[];
  source: ChartSource;
  warnings: string[];
}

/** Reads the candles of a symbol in a range, and the earlier candles on which averages depend. */
@Service()
export class SymbolPointsService {
  constructor(private readonly markets: MarketsApi) {}

  /** Reads the candles. @throws Problem as `MarketsApi.candles` */
  async read(
    symbol: string,
    { interval, adjustment, from, to, warmUp }: PointsRequest,
    signal?: AbortSignal,
  ): Promise<SymbolPoints> {
    const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    const { items, currency, provenance } = await this.markets.candles(
      symbol,
      { interval, adjustment, ...range, limit: MAX_CANDLES },
      signal,
    );
    const before = await this.before(
      symbol,
      { interval, adjustment, to: (items[0]?.time ?? new Date(from)).toISOString() },
      warmUp,
      signal,
    );
    const warnings = [...(items.length === 0 ? [`${symbol} has no candles in this range.`] : []), ...before.warnings];
    return {
      candles: [...before.candles, ...items],
      source: { name: symbol, type: 'symbol', currency, provenance },
      warnings,
    };
  }

  /** Returns candles before the range. If they are unavailable, values that depend on them start later. */
  private async before(
    symbol: string,
    range: { interval: Interval; adjustment: Adjustment; to: string },
    warmUp: number,
    signal?: AbortSignal,
  ) {
    if (warmUp === 0) return { candles: [], warnings: [] };
    try {
      const { items } = await this.markets.candles(symbol, { ...range, count: Math.min(warmUp, MAX_WARM_UP) }, signal);
      return { candles: items.filter(({ time }) => time.toISOString() < range.to), warnings: [] };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return {
        candles: [],
        warnings: [`Candles of ${symbol} before the range are unavailable: averages begin later.`],
      };
    }
  }
}

/** Returns one field of candles as a series; an unknown volume has no point. */
export function fieldOf(candles: readonly Candle[], field: CandleField): Series {
  const [times, values] = [new Float64Array(candles.length), new Float64Array(candles.length)];
  for (let index = 0; index < candles.length; index += 1) {
    const candle = candles[index] as Candle;
    times[index] = candle.time.getTime();
    values[index] = candle[field] ?? Number.NaN;
  }
  return seriesOf(times, values);
}

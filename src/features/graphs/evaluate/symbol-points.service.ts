import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import type { Adjustment, Candle } from '../../markets/candle.js';
import type { Interval } from '../../markets/interval.js';
import { MarketsApi } from '../../markets/markets.api.js';
import { type Series, seriesOf } from '../expression/aligned-series.js';
import type { CandleField } from '../expression/expression.js';
import type { ChartRange } from './chart-range.js';
import type { ChartSource } from './read-sources.js';

/** The maximum number of candles in a range: as many as an answer has times. */
const MAX_CANDLES = 20_000;
/** The maximum number of candles read before a range. */
const MAX_WARM_UP = 5_000;

export interface PointsRequest extends ChartRange {
  interval: Interval;
  adjustment: Adjustment;
  /** Candles before the range. */
  warmUp: number;
}

export interface SymbolPoints {
  candles: Candle[];
  source: ChartSource;
  warnings: string[];
}

/** Reads the candles of a symbol, with those before the range that averages look back to. */
@Service()
export class SymbolPointsService {
  constructor(private readonly markets: MarketsApi) {}

  /** @throws Problem as MarketsApi.candles */
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

  /** Values that look back further begin later when earlier candles are unavailable. */
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

/** One field of candles as a series; a volume that is unknown has no point. */
export function fieldOf(candles: readonly Candle[], field: CandleField): Series {
  const [times, values] = [new Float64Array(candles.length), new Float64Array(candles.length)];
  for (let index = 0; index < candles.length; index += 1) {
    const candle = candles[index] as Candle;
    times[index] = candle.time.getTime();
    values[index] = candle[field] ?? Number.NaN;
  }
  return seriesOf(times, values);
}

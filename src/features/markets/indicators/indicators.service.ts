import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import type { Candle } from '../candle.js';
import type { CandleSeries } from '../candles/candle-series.js';
import { CandlesService } from '../candles/candles.service.js';
import { AVERAGE_DECIMALS, fractionDigits, withoutNoise } from '../decimals.js';
import { intradayMs } from '../interval.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { columnsOf } from './candle-columns.js';
import type { Indicator, IndicatorSeries, IndicatorsRequest } from './indicator-series.js';
import { type IndicatorSpec, parseSpecs } from './indicator-spec.js';
import { type IndicatorInput, linesOf } from './run-indicator.js';

/** Maximum number of candles read before a range. */
const MAX_WARM_UP = 5_000;

/** Calculates indicators over candles, with the same formulas for every provider. */
@Service()
export class IndicatorsService {
  constructor(
    private readonly candles: CandlesService,
    private readonly calendar: TradingCalendar,
  ) {}

  /**
   * Calculates indicators. Values do not depend on the start of the range, because the earlier candles that the
   * formulas need are read too. Sums without an end (OBV, and VWAP over days and longer) begin with the first candle of
   * the range.
   * @throws Problem `invalid_request` for invalid indicators, and as `CandlesService.read`
   */
  async read(
    symbol: string,
    { indicator: indicators, ...request }: IndicatorsRequest,
    signal?: AbortSignal,
  ): Promise<IndicatorSeries> {
    const specs = parseSpecs(indicators, 'indicator');
    const series = await this.candles.read(symbol, request, signal);
    const { items, warnings } = await this.over(series, specs, signal);
    const { interval, currency, adjustment } = series;
    return {
      symbol: series.symbol,
      interval,
      currency,
      adjustment,
      times: series.items.map(({ time }) => time),
      items,
      provenance: { ...series.provenance, warnings: [...series.provenance.warnings, ...warnings] },
    };
  }

  /** Calculates indicators over the candles of a series, one value for each candle. */
  async over(
    series: CandleSeries,
    specs: readonly IndicatorSpec[],
    signal?: AbortSignal,
  ): Promise<{ items: Indicator[]; warnings: string[] }> {
    const before = await this.before(series, Math.max(0, ...specs.map((spec) => lookBack(spec, series))), signal);
    const [whole, alone] = [this.inputOf(series, before.items), this.inputOf(series, [])];
    const items: Indicator[] = [];
    const decimals = decimalsOf(series.items);
    const slices = new YieldTimer();
    for (const spec of specs) {
      if (slices.isOver) await slices.next(signal);
      items.push(
        lookBack(spec, series) === 0
          ? indicatorOf(spec, alone, 0, decimals)
          : indicatorOf(spec, whole, before.items.length, decimals),
      );
    }
    return { items, warnings: before.warnings };
  }

  /** Returns up to `count` candles before the range, ascending. */
  private async before(
    { symbol, interval, adjustment, items, provenance }: CandleSeries,
    count: number,
    signal?: AbortSignal,
  ) {
    const first = items[0]?.time;
    if (first === undefined || count === 0) return { items: [], warnings: [] };
    const to = first.toISOString();
    try {
      const earlier = await this.candles.read(
        symbol,
        { interval, adjustment, to, count: Math.min(count, MAX_WARM_UP) },
        signal,
      );
      const warnings =
        earlier.provenance.provider === provenance.provider
          ? []
          : ['The candles before the range are from another provider.'];
      return { items: earlier.items.filter(({ time }) => time < first), warnings };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return {
        items: [],
        warnings: [
          'The candles before the range are unavailable: the first values are missing or depend on where the ' +
            'range begins.',
        ],
      };
    }
  }

  private inputOf({ symbol, interval, items }: CandleSeries, before: readonly Candle[]): IndicatorInput {
    const candles = before.length === 0 ? items : [...before, ...items];
    const parsed = parseSymbol(symbol) as MarketSymbol;
    return {
      candles: columnsOf(candles),
      sessionStarts: () =>
        intradayMs(interval) === undefined ? Uint8Array.of(1) : this.sessionStarts(parsed, candles),
    };
  }

  private sessionStarts(symbol: MarketSymbol, candles: readonly Candle[]): Uint8Array {
    const days = candles.map(({ time }) => this.calendar.dayOf(symbol, time));
    return Uint8Array.from(days, (day, index) => (day === days[index - 1] ? 0 : 1));
  }
}

/** Returns the number of decimals that prices and volumes justify. */
function decimalsOf(candles: readonly Candle[]): { prices: number; others: number } {
  let [prices, volumes] = [0, 0];
  for (const { close, volume } of candles) {
    prices = Math.max(prices, fractionDigits(close));
    volumes = Math.max(volumes, fractionDigits(volume ?? 0));
  }
  return { prices: prices + AVERAGE_DECIMALS, others: Math.max(prices, volumes) + AVERAGE_DECIMALS };
}

function indicatorOf(
  { text, kind, parameters }: IndicatorSpec,
  input: IndicatorInput,
  before: number,
  { prices, others }: ReturnType<typeof decimalsOf>,
): Indicator {
  const lines = Object.entries(linesOf(kind, input, parameters));
  return {
    indicator: text,
    overlay: kind.overlay,
    lines: lines.map(([name, values]) => ({
      name,
      values: withoutNoise(values.subarray(before), kind.overlay ? prices : others),
    })),
  };
}

const lookBack = ({ kind, parameters }: IndicatorSpec, { interval }: CandleSeries): number =>
  kind.warmUp(interval, ...parameters);

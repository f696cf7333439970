import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import { DAY_MS } from '../../../durations.js';
import { currencyOf } from '../calendar/currency-of.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import type { Adjustment, Candle } from '../candle.js';
import { InstrumentTable } from '../directory/instrument-table.js';
import { intradayMs } from '../interval.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { AdjustmentService } from './adjustment.service.js';
import { BarRouting, type SourcedBars } from './bar-routing.service.js';
import type { CandleRequest, CandleSeries, Stretch } from './candle-series.js';
import { type CandleWindow, windowOf } from './candle-window.js';
import { candlesProblem, noSuchSymbol } from './candles-problem.js';
import { gapsBetween } from './gaps.js';
import { intoPeriods, intoSlots, withinTrading } from './resample.js';
import { dayAt, slotsOf } from './slots.js';

/** Which bars are to be read. */
export interface CandlePlan {
  symbol: MarketSymbol;
  window: CandleWindow;
  adjustment: Adjustment;
}

/** Bars of any interval, from what is stored and from the providers. */
@Service()
export class CandlesService {
  constructor(
    private readonly routing: BarRouting,
    private readonly adjustment: AdjustmentService,
    private readonly calendar: TradingCalendar,
    private readonly instruments: InstrumentTable,
    private readonly clock: Clock,
  ) {}

  /**
   * Interval `1d` and adjustment `splits` unless told otherwise.
   * @param symbol in either case
   * @param signal looked at between the steps; calls that others wait for too go on
   * @throws Problem `invalid_request` for a range that is none or has too many bars, `not_found` for what nobody knows, `unprocessable` for what
   * no provider in use has, `unavailable`
   */
  async read(symbol: string, request: CandleRequest, signal?: AbortSignal): Promise<CandleSeries> {
    return this.readPlanned(this.plan(symbol, request), signal);
  }

  /** What a request comes to, to be read later. @throws Problem as `read`, for what can be refused without reading anything */
  plan(symbol: string, request: CandleRequest): CandlePlan {
    const parsed = parseSymbol(symbol);
    if (parsed === undefined) throw noSuchSymbol();
    return { symbol: parsed, window: windowOf(this.calendar, parsed, request, this.clock.now()), adjustment: request.adjustment ?? 'splits' };
  }

  /** @throws Problem as `read` */
  async readPlanned({ symbol: parsed, window, adjustment: wanted }: CandlePlan, signal?: AbortSignal): Promise<CandleSeries> {
    signal?.throwIfAborted();
    const sourced = await this.routing.bars(parsed, window).catch((error: unknown) => {
      throw candlesProblem(error);
    });
    signal?.throwIfAborted();
    const { bars, adjustment, warnings } = await this.adjustment.adjusted(...this.joined(sourced, window), wanted);
    const items = intradayMs(window.interval) === undefined && window.interval !== '1d' ? intoPeriods(bars, window.interval) : bars;
    const said = [...sourced.warnings, ...notesOn(sourced), ...warnings];
    return {
      symbol: parsed.text,
      interval: window.interval,
      currency: currencyOf(parsed, this.instruments.find(parsed.text)),
      adjustment,
      items,
      gaps: this.gapsOf(sourced, window, items),
      provenance: {
        provider: sourced.source.provider.name,
        asOf: asOf(window, items, sourced.fetchedAt),
        fetchedAt: new Date(sourced.fetchedAt),
        delaySeconds: sourced.source.capability.delaySeconds,
        stale: sourced.stale,
        warnings: said,
      },
    };
  }

  /** The bars of the provider as bars of trading: of the length asked for, or of days where it is longer. */
  private joined({ source, plan, bars }: SourcedBars, window: CandleWindow): [SourcedBars['source'], Candle[]] {
    if (intradayMs(source.interval) === undefined) return [source, bars];
    if (!plan.inSlots) return [source, withinTrading(bars, window.slots, intradayMs(source.interval) as number)];
    if (intradayMs(window.interval) !== undefined) return [source, intoSlots(bars, window.slots)];
    const days = this.calendar.sessions(source.symbol, dayAt(window.from), dayAt(window.to - DAY_MS));
    return [{ ...source, interval: '1d' }, intoSlots(bars, slotsOf(days, '1d'))];
  }

  /** What had ended when the provider gave it out and is not there; of what is served past its freshness, what has ended by now. */
  private gapsOf({ source, plan, fetchedAt, stale }: SourcedBars, { slots, interval }: CandleWindow, items: readonly Candle[]): Stretch[] {
    if (!this.calendar.isKnown(source.symbol)) return [];
    const given = (stale ? this.clock.now() : fetchedAt) - source.capability.delaySeconds * 1_000;
    const ended = slots.filter(({ to }) => to <= given);
    return gapsBetween(ended, items, plan.inSlots ? 0 : intradayMs(interval));
  }
}

/** The end of the last bar, or the moment it was got while it was running. */
function asOf({ interval, slots }: CandleWindow, items: readonly Candle[], fetchedAt: number): Date | null {
  const last = items.at(-1)?.time.getTime();
  if (last === undefined) return null;
  const end = slots.findLast(({ time }) => time === last)?.to ?? last + (intradayMs(interval) ?? 0);
  return new Date(Math.min(end, Math.max(fetchedAt, last)));
}

function notesOn({ rejected, plan, source }: SourcedBars): string[] {
  const { title } = source.provider;
  return [
    ...(rejected > 0 ? [`${rejected} bars by ${title} are left out: they can be none.`] : []),
    ...(plan.inSlots ? [] : [`The bars open as ${title} has them, which is not when trading opens.`]),
  ];
}

import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { ownTurn } from '../../../async/event-loop-turns.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { PriceCurrencies } from '../calendar/price-currencies.service.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import type { Adjustment, Candle } from '../candle.js';
import { intradayMs } from '../interval.js';
import { isFlowSymbol, type MarketSymbol, NO_CURRENCY, parseSymbol } from '../market-symbol.js';
import { LocalMarkets } from '../measured/local-markets.service.js';
import { isOwnSymbol } from '../own/own-instrument.js';
import { OutOfReach } from '../providers/market-provider.js';
import { unavailable } from '../unavailable.js';
import { AdjustmentService } from './adjustment.service.js';
import type { SeriesSource } from './candle-archive.service.js';
import { CandleRoutingService, type RoutedCandles } from './candle-routing.service.js';
import type { CandleRequest, CandleSeries, Gap } from './candle-series.js';
import { type CandleWindow, DEFAULT_CANDLES, partsOf, windowOf } from './candle-window.js';
import { dayAt, expectedCandles, findGaps } from './expected-candles.js';
import { duringTrading, joinDays, joinInto } from './resample.js';

/** Number of candles from which a series is processed in several turns of the event loop. */
const LONG_SERIES = 1_000;

/** A validated request. */
export interface CandlePlan {
  symbol: MarketSymbol;
  window: CandleWindow;
  adjustment: Adjustment;
  /** Number of the latest daily candles of an own instrument; undefined: those of the window. */
  latest?: number;
}

/** Reads candles of any interval, from the database and from providers. */
@Service()
export class CandlesService {
  constructor(
    private readonly routing: CandleRoutingService,
    private readonly adjustment: AdjustmentService,
    private readonly calendar: TradingCalendar,
    private readonly currencies: PriceCurrencies,
    private readonly local: LocalMarkets,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads candles; defaults: interval `1d`, adjustment `splits`.
   * @param symbol case-insensitive
   * @param signal checked between the steps; calls that other requests share continue
   * @throws Problem `invalid_request` for an invalid range or too many candles, `not_found` for an unknown symbol,
   * `unprocessable` for candles that no configured provider offers, `unavailable`
   */
  async read(symbol: string, request: CandleRequest, signal?: AbortSignal): Promise<CandleSeries> {
    const plan = this.plan(symbol, request);
    const parts = partsOf(plan.window).map((window) => ({ ...plan, window }));
    if (parts.length === 1) return this.readPlanned(plan, signal);
    const series: CandleSeries[] = [];
    for (const part of parts) series.push(await this.readPlanned(part, signal));
    return joinedSeries(series);
  }

  /** Validates a request without reading anything. @throws Problem as `read` */
  plan(symbol: string, request: CandleRequest): CandlePlan {
    const parsed = parseSymbol(symbol);
    if (parsed === undefined) {
      throw new Problem('not_found', {
        detail:
          'A symbol is <ticker>.<venue>, such as AAPL.US, EURUSD.FOREX or BTC-USD.CC. Use GET /markets/search ' +
          'to find symbols.',
      });
    }
    const isOwn = isOwnSymbol(parsed.text);
    if (isOwn && intradayMs(request.interval ?? '1d') !== undefined)
      throw new Problem('unprocessable', {
        detail: 'Your own instruments have one price a day; use the interval 1d, 1w or 1M.',
      });
    return {
      symbol: parsed,
      window: windowOf(this.calendar, parsed, request, this.clock.now()),
      adjustment: request.adjustment ?? 'splits',
      // Prices may be months apart, so that the latest ones are read however old they are.
      latest: isOwn && request.from === undefined ? (request.count ?? DEFAULT_CANDLES) : undefined,
    };
  }

  /** Reads the candles of a plan. @throws Problem as `read` */
  async readPlanned(plan: CandlePlan, signal?: AbortSignal): Promise<CandleSeries> {
    signal?.throwIfAborted();
    const { symbol, window, adjustment: requested } = plan;
    if (isOwnSymbol(symbol.text)) return this.readOwn(plan);
    if (isFlowSymbol(symbol.text)) return this.readMeasured(plan);
    const [routed, currency] = await Promise.all([this.routing.read(symbol, window), this.currencies.of(symbol)]).catch(
      (error: unknown) => {
        throw problemOf(error);
      },
    );
    // Each step of a long series takes some milliseconds, so other requests are answered between the steps.
    const isLong = routed.candles.length >= LONG_SERIES;
    if (isLong) await ownTurn();
    signal?.throwIfAborted();
    const { candles, adjustment, warnings } = await this.adjustment.adjusted(...this.joined(routed, window), requested);
    const items =
      intradayMs(window.interval) === undefined && window.interval !== '1d'
        ? joinDays(candles, window.interval)
        : candles;
    if (isLong) await ownTurn();
    return {
      symbol: symbol.text,
      interval: window.interval,
      currency,
      adjustment,
      items,
      gaps: this.gapsOf(routed, window, items),
      provenance: {
        provider: routed.source.provider.name,
        asOf: asOf(window, items, routed.fetchedAt),
        fetchedAt: new Date(routed.fetchedAt),
        delaySeconds: routed.source.capability.delaySeconds,
        stale: routed.stale,
        warnings: [...routed.warnings, ...sourceWarnings(routed), ...warnings],
      },
    };
  }

  /** Reads the candles of an own instrument. They need no adjustment, and a day without a price is no gap. */
  private async readOwn({ symbol, window, adjustment, latest }: CandlePlan): Promise<CandleSeries> {
    const { interval, from, to } = window;
    const count = interval === '1d' ? latest : undefined;
    const { own, candles, provenance } = await this.local.own.candles(symbol.text, from, to, count);
    const items = interval === '1d' ? candles : joinDays(candles, interval);
    return { symbol: own.symbol, interval, currency: own.currency, adjustment, items, gaps: [], provenance };
  }

  /** Reads the candles of a measured series. A candle whose last value is unknown is a gap. */
  private async readMeasured({ symbol, window, adjustment }: CandlePlan): Promise<CandleSeries> {
    const { interval, expected } = window;
    const { items, provenance } = await this.local.measured.candles(symbol.text, window);
    const now = this.clock.now();
    const ended = expected.filter(({ to }) => to <= now);
    const gaps = findGaps(ended, items);
    return { symbol: symbol.text, interval, currency: NO_CURRENCY, adjustment, items, gaps, provenance };
  }

  /** Joins the provider's candles to the requested interval; for intervals longer than a day, to days. */
  private joined({ source, plan, candles }: RoutedCandles, window: CandleWindow): [SeriesSource, Candle[]] {
    if (intradayMs(source.interval) === undefined) return [source, candles];
    if (!plan.isAligned)
      return [source, duringTrading(candles, window.expected, intradayMs(source.interval) as number)];
    if (intradayMs(window.interval) !== undefined) return [source, joinInto(candles, window.expected)];
    const days = this.calendar.sessions(source.symbol, dayAt(window.from), dayAt(window.to - DAY_MS));
    return [{ ...source, interval: '1d' }, joinInto(candles, expectedCandles(days, '1d'))];
  }

  /**
   * Returns the gaps: missing candles that had ended when the provider was queried, or that have ended by now if the
   * candles are stale.
   */
  private gapsOf(
    { source, plan, fetchedAt, stale }: RoutedCandles,
    { expected, interval }: CandleWindow,
    items: readonly Candle[],
  ): Gap[] {
    if (!this.calendar.isKnown(source.symbol)) return [];
    const published = (stale ? this.clock.now() : fetchedAt) - source.capability.delaySeconds * 1_000;
    const ended = expected.filter(({ to }) => to <= published);
    return findGaps(ended, items, plan.isAligned ? 0 : intradayMs(interval));
  }
}

/** Returns the end of the last candle, or the time of its fetch if it was still open then. */
function asOf({ interval, expected }: CandleWindow, items: readonly Candle[], fetchedAt: number): Date | null {
  const last = items.at(-1)?.time.getTime();
  if (last === undefined) return null;
  const end = expected.findLast(({ time }) => time === last)?.to ?? last + (intradayMs(interval) ?? 0);
  return new Date(Math.min(end, Math.max(fetchedAt, last)));
}

function sourceWarnings({ rejected, plan, source }: RoutedCandles): string[] {
  const { title } = source.provider;
  return [
    ...(rejected > 0 ? [`${rejected} invalid candles from ${title} were removed.`] : []),
    ...(plan.isAligned ? [] : [`The candles open as ${title} defines them, not when trading opens.`]),
  ];
}

/** Joins the parts of a range. If they are from different providers, a warning says so. */
function joinedSeries(parts: readonly CandleSeries[]): CandleSeries {
  const last = parts.at(-1) as CandleSeries;
  const changes = parts.flatMap(({ provenance, items }, at) => {
    const before = parts[at - 1]?.provenance.provider ?? provenance.provider;
    return before === provenance.provider
      ? []
      : [
          `From ${items[0]?.time.toISOString()} on the candles are from ${provenance.provider}, before that from ${before}.`,
        ];
  });
  const { provenance } = last;
  return {
    ...last,
    adjustment: parts.find(({ adjustment }) => adjustment !== last.adjustment)?.adjustment ?? last.adjustment,
    items: parts.flatMap(({ items }) => items),
    gaps: parts.flatMap(({ gaps }) => gaps),
    provenance: {
      ...provenance,
      asOf: parts.findLast((part) => part.provenance.asOf !== null)?.provenance.asOf ?? null,
      stale: parts.some((part) => part.provenance.stale),
      warnings: [...new Set([...parts.flatMap((part) => part.provenance.warnings), ...changes])],
    },
  };
}

/** Returns the problem for a failure to read candles; other errors are returned unchanged. */
function problemOf(error: unknown): unknown {
  if (!(error instanceof UpstreamError)) return error;
  if (error instanceof OutOfReach) {
    const since = error.earliest.toISOString();
    const detail = `The range is too old: at this interval the configured providers have candles of this symbol from ${since} on. Use a later range or a longer interval.`;
    return new Problem('unprocessable', {
      detail,
      errors: [{ pointer: 'query/to', detail: `must be after ${since}` }],
      cause: error,
    });
  }
  if (error.code === 'not_found') {
    return new Problem('not_found', {
      detail: 'No configured provider knows this symbol. Use GET /markets/search to find symbols.',
      cause: error,
    });
  }
  if (error.code === 'not_entitled' || error.code === 'unauthorized') {
    const detail =
      'No configured provider offers candles of this asset class at this interval. GET /markets/providers ' +
      'lists what each provider offers.';
    return new Problem('unprocessable', { detail, cause: error });
  }
  return unavailable(
    'The providers of these candles are not answering, and nothing of this range is stored. Try again later.',
    error.retryAfterMs,
    error,
  );
}

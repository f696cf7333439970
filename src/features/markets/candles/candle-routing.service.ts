import { Service } from 'typedi';
import { DAY_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Candle } from '../candle.js';
import { type Interval, intradayMs } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import { OutOfReach } from '../providers/market-provider.js';
import { MarketRouter, mostUseful } from '../routing/market-router.service.js';
import type { Requirement } from '../routing/requirement.js';
import { type ArchivedCandles, CandleArchive, type SeriesSource } from './candle-archive.service.js';
import type { CandleWindow } from './candle-window.js';
import { CorporateActions } from './corporate-actions.service.js';
import { type ExpectedCandle, midnightOf } from './expected-candles.js';
import type { TimeRange } from './time-ranges.js';
import { findUnitSlips, type KnownSplit, slipWarnings, withoutSplits } from './unit-slips.js';

/** The interval of the candles that are fetched for a requested interval. */
export interface SourcePlan {
  interval: Interval;
  /**
   * False when the provider's candles are not aligned to the opening of trading, such as hourly candles that begin on
   * the hour at an exchange that opens at half past. Such candles are returned unchanged.
   */
  isAligned: boolean;
}

/** Candles from one provider, at the planned interval, as traded. */
export interface RoutedCandles extends ArchivedCandles {
  source: SeriesSource;
  plan: SourcePlan;
  /** Sentences about providers that failed first, and about missing candles. */
  warnings: string[];
}

/** Number of stored candles on each side with which candles are checked for wrong units. */
const CONTEXT_CANDLES = 30;
/**
 * Maximum time (ms) between neighboring candles of a check for wrong units. Holidays are shorter; prices after a longer
 * hole in what is stored cannot be compared.
 */
const MAX_CONTEXT_GAP_MS = 10 * DAY_MS;
/** The maximum number of source candles that are fetched for one response. */
const MAX_SOURCE_CANDLES = 100_000;

const intradayIntervals: Interval[] = ['1h', '15m', '5m', '1m'];

/** Providers that failed, with their errors: they are not queried again for shorter intervals. */
type FailedProviders = Map<string, UpstreamError>;

/** Chooses the provider and the source interval of a response. All candles of a response are from one provider. */
@Service()
export class CandleRoutingService {
  constructor(
    private readonly router: MarketRouter,
    private readonly archive: CandleArchive,
    private readonly actions: CorporateActions,
  ) {}

  /**
   * Returns the candles of the first provider that has all of them; if the histories of all providers begin within the
   * range, the candles that one of them has, and stored candles before these; if no provider answers, the stored
   * candles of the provider with the most.
   * @throws UpstreamError when no provider answers and no candles are stored
   */
  async read(symbol: MarketSymbol, window: CandleWindow): Promise<RoutedCandles> {
    const plans = sourcePlans(window.interval, window.expected);
    const failures: UpstreamError[] = [];
    const failed: FailedProviders = new Map();
    for (const plan of plans) {
      const result = await this.query(symbol, window, plan, failed);
      if (!(result instanceof UpstreamError)) return this.withUnitWarnings(result);
      failures.push(result);
    }
    const failure = mostUseful(failures) ?? new UpstreamError('not_entitled');
    if (failure instanceof OutOfReach) {
      const partial = await this.withinReach(symbol, window, failure.earliest);
      if (partial !== undefined) return partial;
    }
    const stored = await this.stored(symbol, window, plans);
    if (stored !== undefined) return this.withUnitWarnings(stored);
    throw failure;
  }

  /**
   * Reads the part of a window that begins at `earliest`, and puts stored candles of the same provider before it.
   * @returns undefined when `earliest` is not within the window
   */
  private async withinReach(
    symbol: MarketSymbol,
    window: CandleWindow,
    earliest: Date,
  ): Promise<RoutedCandles | undefined> {
    const from = earliest.getTime();
    if (from <= window.from || from >= window.to) return undefined;
    const reached = await this.read(symbol, {
      ...window,
      from,
      expected: window.expected.filter(({ time }) => time >= from),
    });
    const { candles: older } = await this.archive.stored(reached.source, {
      from: sourceRange(window, reached.plan).from,
      to: from,
    });
    const first = reached.candles[0]?.time ?? new Date(window.to);
    const warning = `No configured provider has candles before ${earliest.toISOString()}.`;
    return {
      ...reached,
      candles: [...older.filter(({ time }) => time < first), ...reached.candles],
      warnings: [...reached.warnings, warning],
    };
  }

  /** Adds a warning for candles in a different unit than the candles around them. */
  private async withUnitWarnings(routed: RoutedCandles): Promise<RoutedCandles> {
    const { candles, source, warnings } = routed;
    const [first, last] = [candles[0], candles.at(-1)];
    if (first === undefined || last === undefined) return routed;
    const range = { from: first.time.getTime(), to: last.time.getTime() + 1 };
    const around = await this.archive.around(source, range, CONTEXT_CANDLES);
    const before = withoutGaps(around.before.toReversed(), first).reverse();
    const after = withoutGaps(around.after, last);
    const length = intradayMs(source.interval) ?? DAY_MS;
    // The volume of a candle that is not over yet is too low to show whether its change of price was traded.
    const isOpen = last.time.getTime() + length > routed.fetchedAt;
    const all = [...before, ...candles.slice(0, -1), isOpen ? { ...last, volume: null } : last, ...after];
    const end = before.length + candles.length;
    const found = findUnitSlips(all);
    const slips = found.slips.filter(({ from, to }) => to > before.length && from < end);
    const steps = found.steps.filter(({ at }) => at >= before.length && at < end);
    if (slips.length === 0 && steps.length === 0) return routed;
    const unexplained = withoutSplits({ slips, steps }, all, await this.splitsOf(source));
    return {
      ...routed,
      warnings: [...warnings, ...slipWarnings(all, unexplained, intradayMs(source.interval) === undefined)],
    };
  }

  /**
   * Returns the known splits of a symbol, with the midnight (ms, UTC) of their day, which is the time of a daily
   * candle.
   */
  private async splitsOf({ symbol, provider }: SeriesSource): Promise<KnownSplit[]> {
    if (symbol.assetClass !== 'equity') return [];
    try {
      const { actions } = await this.actions.of(symbol, provider);
      return actions.flatMap(({ kind, day, value }) =>
        kind === 'split' ? [{ day: midnightOf(day), ratio: value }] : [],
      );
    } catch (error) {
      if (error instanceof UpstreamError) return [];
      throw error;
    }
  }

  private async query(
    symbol: MarketSymbol,
    window: CandleWindow,
    plan: SourcePlan,
    failed: FailedProviders,
  ): Promise<RoutedCandles | UpstreamError> {
    const requirement = requirementOf(symbol, plan);
    try {
      const { provider, capability, answer, warnings } = await this.router.route(requirement, async (candidate) => {
        const before = failed.get(candidate.provider.name);
        if (before !== undefined) throw before;
        return this.archive
          .read({ symbol, interval: plan.interval, ...candidate }, sourceRange(window, plan))
          .catch((error: unknown) => {
            // `not_entitled` concerns one interval only; any other failure would repeat at shorter intervals.
            if (error instanceof UpstreamError && error.code !== 'not_entitled')
              failed.set(candidate.provider.name, error);
            throw error;
          });
      });
      const stale = answer.stale
        ? [`${provider.title} is not answering; the newest candles are from an earlier answer.`]
        : [];
      return {
        ...answer,
        source: { symbol, interval: plan.interval, provider, capability },
        plan,
        warnings: [...warnings, ...stale],
      };
    } catch (error) {
      if (error instanceof UpstreamError) return error;
      throw error;
    }
  }

  private async stored(
    symbol: MarketSymbol,
    window: CandleWindow,
    plans: readonly SourcePlan[],
  ): Promise<RoutedCandles | undefined> {
    let longest: RoutedCandles | undefined;
    for (const plan of plans) {
      for (const candidate of this.router.capable(requirementOf(symbol, plan))) {
        const { provider } = candidate;
        const source = { symbol, interval: plan.interval, ...candidate };
        const found = await this.archive.stored(source, sourceRange(window, plan));
        const warnings = [`${provider.title} is not answering; these candles were stored earlier.`];
        if (found.candles.length > (longest?.candles.length ?? 0)) longest = { ...found, source, plan, warnings };
      }
      if (longest !== undefined) return longest;
    }
    return undefined;
  }
}

/**
 * Returns the source intervals to try, best first: the requested one, otherwise the longest shorter one that is aligned
 * with trading. Weeks and months are always joined from days, so that they begin on the same day with every provider.
 */
function sourcePlans(interval: Interval, expected: readonly ExpectedCandle[]): SourcePlan[] {
  const length = intradayMs(interval);
  const tradingMs = expected.reduce((sum, { from, to }) => sum + to - from, 0);
  const usable = intradayIntervals.filter((source) => {
    const step = intradayMs(source) as number;
    return (
      (length === undefined || step <= length) &&
      tradingMs / step <= MAX_SOURCE_CANDLES &&
      expected.every(({ from }) => from % step === 0)
    );
  });
  const plans = usable.map((source) => ({ interval: source, isAligned: true }));
  if (length === undefined) return [{ interval: '1d', isAligned: true }, ...plans];
  return usable.includes(interval) ? plans : [...plans, { interval, isAligned: false }];
}

const requirementOf = ({ assetClass, venue }: MarketSymbol, { interval }: SourcePlan): Requirement => ({
  operation: 'candles',
  assetClass,
  venue,
  interval,
});

/** Returns the range of source candles that a window needs. */
function sourceRange({ from, to, expected }: CandleWindow, { interval, isAligned }: SourcePlan): TimeRange {
  const step = intradayMs(interval);
  if (step === undefined) return { from, to };
  const [first, last] = [expected[0], expected.at(-1)];
  if (first === undefined || last === undefined) return { from, to: from };
  // An unaligned candle may open before the trading hours with which it overlaps.
  return { from: isAligned ? first.from : first.from - step + 1, to: last.to };
}

/** Returns the candles up to the first longer gap. @param from the candle that the first one is next to */
function withoutGaps(candles: readonly Candle[], from: Candle): Candle[] {
  const end = candles.findIndex(
    ({ time }, index) => Math.abs(time.getTime() - (candles[index - 1] ?? from).time.getTime()) > MAX_CONTEXT_GAP_MS,
  );
  return candles.slice(0, end < 0 ? candles.length : end);
}

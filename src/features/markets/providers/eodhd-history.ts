import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import type { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import type { Candle, CorporateAction } from '../candle.js';
import { type Interval, intradayMs } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import { getRows, type Rows } from './answer-rows.js';
import { candlesWithin, dayOf, lastDayBefore } from './candle-rows.js';
import { eodhdDays, eodhdDividends, eodhdIntraday, eodhdSplits } from './eodhd-answers.js';
import type { EodhdListings } from './eodhd-listings.js';
import type { ActionSource, CandleSource } from './market-provider.js';
import { inWholeUnits, priceUnit } from './minor-units.js';

const FIRST_DAY = '1900-01-01';

/**
 * Reads candles, splits and dividends. EODHD sends daily prices as traded, but volumes in today's shares, so these are
 * converted back with the later splits. Weeks and months are not requested: a candle that contains a split would have
 * prices before and after it.
 */
export class EodhdHistory implements CandleSource, ActionSource {
  /**
   * Maximum number of candles of a call: below the longest range of each interval (120 days of minutes) and the size
   * limit of a response.
   */
  readonly maxCandles = 20_000;
  private readonly splits: StaleWhileRevalidateCache<CorporateAction[]>;

  constructor(
    private readonly upstream: Upstream,
    private readonly listings: EodhdListings,
    clock: Clock,
  ) {
    this.splits = new StaleWhileRevalidateCache(clock, { max: 2000, freshMs: DAY_MS / 2, staleMs: 7 * DAY_MS });
  }

  async candles(
    symbol: MarketSymbol,
    interval: Interval,
    from: Date,
    to: Date,
    signal?: AbortSignal,
  ): Promise<Candle[]> {
    if (to <= from) return [];
    const [candles, unit] = await Promise.all([
      intradayMs(interval) === undefined
        ? this.days(symbol, from, to, signal)
        : this.intraday(symbol, interval, from, to, signal),
      this.listings.unitOf(symbol),
    ]);
    const inWhole = (price: number) => inWholeUnits(price, unit);
    return candlesWithin(candles, from, to).map(({ time, open, high, low, close, volume }) => ({
      time,
      open: inWhole(open),
      high: inWhole(high),
      low: inWhole(low),
      close: inWhole(close),
      volume: symbol.assetClass === 'fx' ? null : volume,
    }));
  }

  async actions(symbol: MarketSymbol, from: string, to: string, signal?: AbortSignal): Promise<CorporateAction[]> {
    const [splits, dividends] = await Promise.all([
      this.get('splits', symbol, { fmt: 'json', from, to }, eodhdSplits, { signal }),
      this.get('div', symbol, { fmt: 'json', from, to }, eodhdDividends, { signal }),
    ]);
    const inWhole = dividends.map(({ currency, ...action }): CorporateAction => {
      const unit = priceUnit(currency ?? '');
      const value = inWholeUnits(action.value, unit);
      return { ...action, value, currency: /^[A-Z]{3}$/.test(unit.currency) ? unit.currency : null };
    });
    return onePerDay([...splits, ...inWhole].filter(({ day }) => day >= from && day <= to));
  }

  private async days(symbol: MarketSymbol, from: Date, to: Date, signal?: AbortSignal): Promise<Candle[]> {
    const isStock = symbol.assetClass === 'equity' || symbol.assetClass === 'etf';
    const query = { fmt: 'json', period: 'd', order: 'a', from: dayOf(from), to: lastDayBefore(to) };
    const asked = this.get('eod', symbol, query, (body) => eodhdDays(body, isStock), { signal });
    const [rows, splits] = await Promise.all([asked, isStock ? this.splitsOf(symbol) : []]);
    return rows.map((candle) =>
      candle.volume === null
        ? candle
        : { ...candle, volume: sharesOf(candle.volume, sharesSince(splits, dayOf(candle.time))) },
    );
  }

  private async intraday(
    symbol: MarketSymbol,
    interval: Interval,
    from: Date,
    to: Date,
    signal?: AbortSignal,
  ): Promise<Candle[]> {
    const seconds = (time: Date) => String(Math.floor(time.getTime() / 1000));
    const query = { fmt: 'json', interval, from: seconds(from), to: seconds(to) };
    return this.get('intraday', symbol, query, eodhdIntraday, { signal, cost: 5 });
  }

  /** Returns all splits; empty if the plan does not include them, so that volumes stay as EODHD sends them. */
  private async splitsOf(symbol: MarketSymbol): Promise<CorporateAction[]> {
    const load = async () => {
      try {
        return await this.get('splits', symbol, { fmt: 'json', from: FIRST_DAY }, eodhdSplits, {});
      } catch (error) {
        if (error instanceof UpstreamError && (error.code === 'not_entitled' || error.code === 'not_found')) return [];
        throw error;
      }
    };
    return (await this.splits.get(symbol.text, load)).value;
  }

  private get<Row>(
    path: 'eod' | 'intraday' | 'splits' | 'div',
    symbol: MarketSymbol,
    query: Record<string, string>,
    parse: (body: unknown) => Rows<Row>,
    options: { signal?: AbortSignal; cost?: number },
  ): Promise<Row[]> {
    return getRows(this.upstream, {
      path: `/${path}/${encodeURIComponent(symbol.text)}`,
      query,
      ...options,
      parse,
    });
  }
}

/** Converts a volume to whole shares, since EODHD rounds the volume that it converts to today's shares. */
const sharesOf = (volume: number, ratio: number): number => (ratio === 1 ? volume : Math.round(volume / ratio));

/** Returns the number of today's shares that one share of a day has become. */
function sharesSince(splits: readonly CorporateAction[], day: string): number {
  return splits.reduce((shares, split) => (split.day > day ? shares * split.value : shares), 1);
}

/**
 * Returns actions ascending by day. Two dividends of one day (a special one and the regular one) are added; a duplicate
 * split is removed.
 */
function onePerDay(actions: readonly CorporateAction[]): CorporateAction[] {
  const found = new Map<string, CorporateAction>();
  for (const action of actions) {
    const key = `${action.day} ${action.kind}`;
    const before = action.kind === 'dividend' ? (found.get(key)?.value ?? 0) : 0;
    found.set(key, { ...action, value: before + action.value });
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, action]) => action);
}

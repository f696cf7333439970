import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import type { Clock } from '../../../clock.js';
import { DAY_MS } from '../../../durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import type { Candle, CorporateAction } from '../candle.js';
import { type Interval, intradayMs } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import { getRows, type Rows } from './answer-rows.js';
import { barsWithin, dayOf, lastDayBefore } from './bars.js';
import { eodhdDays, eodhdDividends, eodhdIntraday, eodhdSplits } from './eodhd-answers.js';
import type { EodhdListings } from './eodhd-listings.js';
import type { ActionSource, CandleSource } from './market-provider.js';
import { inWholeUnits, priceUnit } from './minor-units.js';

const BEGINNING = '1900-01-01';

/**
 * Bars, splits and dividends. Of days EODHD gives the prices as traded but the volume in today's shares; it is put back into those of its
 * day by the splits since. Weeks and months are not asked for: in one with a split its prices would be in two terms.
 */
export class EodhdHistory implements CandleSource, ActionSource {
  /** Below the longest stretch of each interval (120 days of minutes) and of what is read of an answer. */
  readonly maxBars = 20_000;
  private readonly splits: StaleWhileRevalidateCache<CorporateAction[]>;

  constructor(
    private readonly upstream: Upstream,
    private readonly listings: EodhdListings,
    clock: Clock,
  ) {
    this.splits = new StaleWhileRevalidateCache(clock, { max: 2000, freshMs: DAY_MS / 2, staleMs: 7 * DAY_MS });
  }

  async candles(symbol: MarketSymbol, interval: Interval, from: Date, to: Date, signal?: AbortSignal): Promise<Candle[]> {
    if (to <= from) return [];
    const [bars, unit] = await Promise.all([
      intradayMs(interval) === undefined ? this.days(symbol, from, to, signal) : this.intraday(symbol, interval, from, to, signal),
      this.listings.unitOf(symbol),
    ]);
    const inWhole = (price: number) => inWholeUnits(price, unit);
    return barsWithin(bars, from, to).map(({ time, open, high, low, close, volume }) => ({
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
    const inWhole = dividends.map(({ currency, ...action }) => ({ ...action, value: inWholeUnits(action.value, priceUnit(currency ?? '')) }));
    return oneOfADay([...splits, ...inWhole].filter(({ day }) => day >= from && day <= to));
  }

  private async days(symbol: MarketSymbol, from: Date, to: Date, signal?: AbortSignal): Promise<Candle[]> {
    const isStock = symbol.assetClass === 'equity' || symbol.assetClass === 'etf';
    const query = { fmt: 'json', period: 'd', order: 'a', from: dayOf(from), to: lastDayBefore(to) };
    const asked = this.get('eod', symbol, query, (body) => eodhdDays(body, isStock), { signal });
    const [rows, splits] = await Promise.all([asked, isStock ? this.splitsOf(symbol) : []]);
    return rows.map((bar) => (bar.volume === null ? bar : { ...bar, volume: sharesOf(bar.volume, sharesSince(splits, dayOf(bar.time))) }));
  }

  private async intraday(symbol: MarketSymbol, interval: Interval, from: Date, to: Date, signal?: AbortSignal): Promise<Candle[]> {
    const seconds = (time: Date) => String(Math.floor(time.getTime() / 1000));
    const query = { fmt: 'json', interval, from: seconds(from), to: seconds(to) };
    return this.get('intraday', symbol, query, eodhdIntraday, { signal, cost: 5 });
  }

  /** All splits there have been. Plans without them get volumes as EODHD writes them. */
  private async splitsOf(symbol: MarketSymbol): Promise<CorporateAction[]> {
    const load = async () => {
      try {
        return await this.get('splits', symbol, { fmt: 'json', from: BEGINNING }, eodhdSplits, {});
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

/** Whole shares again: EODHD rounds the volume that it puts into shares of today. */
const sharesOf = (volume: number, ratio: number): number => (ratio === 1 ? volume : Math.round(volume / ratio));

/** How many shares of today one of a day has become. */
function sharesSince(splits: readonly CorporateAction[], day: string): number {
  return splits.reduce((shares, split) => (split.day > day ? shares * split.value : shares), 1);
}

/** Ascending; two dividends of one day (a special one beside the usual one) are one, and a split told twice is one. */
function oneOfADay(actions: readonly CorporateAction[]): CorporateAction[] {
  const found = new Map<string, CorporateAction>();
  for (const action of actions) {
    const key = `${action.day} ${action.kind}`;
    const before = action.kind === 'dividend' ? (found.get(key)?.value ?? 0) : 0;
    found.set(key, { ...action, value: before + action.value });
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, action]) => action);
}

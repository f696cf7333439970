import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import type { Provenance } from '../../../upstream/provenance.js';
import { MarketsApi } from '../../markets/markets.api.js';
import { PortfoliosApi } from '../../portfolios/portfolios.api.js';
import type { EventStudyTarget, PriceDays } from './event-study.js';

/** Maximum number of daily candles of a symbol; beyond it, the range is rejected. */
const MAX_CANDLES = 10_000;
/** Candles are read from this long before the calendar, so that the price before its first moment is known. */
const BEFORE_MS = 10 * DAY_MS;
const SUNDAY = 0;
const SATURDAY = 6;

/** A target with the source of its prices. */
export interface ReadTarget extends EventStudyTarget {
  /** The symbol, or the name of the portfolio. */
  title: string;
  currency: string;
  /** Providers of all prices and rates. */
  providers: readonly string[];
  /** Null for a portfolio, whose values have several providers. */
  provenance: Provenance | null;
  warnings: readonly string[];
}

interface PriceDay {
  opensAt: number;
  closesAt: number;
  open: number;
  close: number;
}

/** Reads the prices of each trading day of symbols, and the daily index of portfolios. */
@Service()
export class StudyPrices {
  constructor(
    private readonly markets: MarketsApi,
    private readonly portfolios: PortfoliosApi,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the daily candles of a symbol, adjusted for splits and dividends.
   * @param from start of the calendar (ms since the epoch)
   * @throws Problem as `MarketsApi.candles`
   */
  async symbol(symbol: string, from: number, signal: AbortSignal): Promise<ReadTarget> {
    const series = await this.markets.candles(
      symbol,
      { interval: '1d', adjustment: 'all', from: new Date(from - BEFORE_MS).toISOString(), limit: MAX_CANDLES },
      signal,
    );
    const { items, currency, provenance } = series;
    const dayOf = (time: Date) => time.toISOString().slice(0, 10);
    const [first, last] = [items[0], items.at(-1)];
    const sessions = first && last ? this.markets.sessions(series.symbol, dayOf(first.time), dayOf(last.time)) : [];
    const hours = new Map(sessions.map(({ day, open, close }) => [day, [open.getTime(), close.getTime()] as const]));
    let before = Number.NEGATIVE_INFINITY;
    const days = items.map(({ time, open, close }): PriceDay => {
      // A day that the calendar does not have, such as that of an own instrument, is known when it is over; its price
      // is valid until the next one.
      const [opensAt, closesAt] = hours.get(dayOf(time)) ?? [before, time.getTime() + DAY_MS];
      before = closesAt;
      return { opensAt, closesAt, open, close };
    });
    const zeroCount = items.filter(({ open, close }) => !(open > 0 && close > 0)).length;
    const left = zeroCount === 0 ? [] : [`Days with a value of zero or below are left out: ${zeroCount}.`];
    return {
      type: 'symbol',
      name: series.symbol,
      title: series.symbol,
      currency,
      days: this.finished(days),
      providers: [provenance.provider],
      provenance,
      warnings: [...provenance.warnings, ...left],
    };
  }

  /**
   * Reads the index of the time-weighted return of a portfolio. Its trading days are weekdays (UTC): the first price is
   * the index at the end of the day before, the last one at the end of the day.
   * @throws Problem `not_found`, `unavailable`
   */
  async portfolio(accountId: string, id: string, signal: AbortSignal): Promise<ReadTarget> {
    const { name, baseCurrency } = await this.portfolios.get(accountId, id);
    const series = await this.portfolios.series(accountId, id, {}, signal);
    const days = (series?.days ?? []).flatMap(({ day, index }, at, all): PriceDay[] => {
      const before = all[at - 1];
      const [opensAt, closesAt] = [day * DAY_MS, (day + 1) * DAY_MS];
      const isWeekend = [SUNDAY, SATURDAY].includes(new Date(opensAt).getUTCDay());
      return before === undefined || isWeekend ? [] : [{ opensAt, closesAt, open: before.index, close: index }];
    });
    return {
      type: 'portfolio',
      name: id,
      title: name,
      currency: series?.currency ?? baseCurrency,
      days: this.finished(days),
      providers: series?.providers ?? [],
      provenance: null,
      warnings: series?.warnings.map(({ detail }) => detail) ?? [],
    };
  }

  /** Returns the days that are over and have prices above 0, because a return from another price is meaningless. */
  private finished(days: readonly PriceDay[]): PriceDays {
    const now = this.clock.now();
    const kept = days.filter(({ closesAt, open, close }) => closesAt <= now && open > 0 && close > 0);
    const column = (field: keyof PriceDay) => Float64Array.from(kept, (day) => day[field]);
    return { opensAt: column('opensAt'), closesAt: column('closesAt'), open: column('open'), close: column('close') };
  }
}

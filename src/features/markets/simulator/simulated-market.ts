import { DAY_MS } from '../../../time/durations.js';
import type { TradingCalendar } from '../calendar/trading-calendar.js';
import type { CorporateAction } from '../candle.js';
import type { ProviderQuote, Tick } from '../quote.js';
import { dayNumber, dayText } from './leg.js';
import { announcementOf, dueDays } from './periodic-action.js';
import { SimulatedDay } from './simulated-day.js';
import type { SimulatedAsset } from './simulated-universe.js';

/** Maximum number of days for which a market is closed. */
const MAX_CLOSED_DAYS = 16;

/** The trading day of an instant, or the last one before. */
interface CurrentDay {
  day: SimulatedDay;
  /** The last price of the previous day, adjusted for later splits; null on the first day. */
  previousClose: number | null;
  /** Time (ms) until which these values are valid. */
  until: number;
}

/**
 * Computes the simulated markets at any instant. Seed, symbol and instant determine the price, independent of earlier
 * calls.
 */
export class SimulatedMarket {
  private readonly currentDays = new Map<SimulatedAsset, CurrentDay>();

  constructor(private readonly calendar: TradingCalendar) {}

  /** Returns the quote at an instant. @returns undefined before the first trading day */
  quote(asset: SimulatedAsset, now: number): ProviderQuote | undefined {
    const present = this.currentDayOf(asset, now);
    if (present === undefined) return undefined;
    const { day, previousClose } = present;
    const moment = day.minutes.momentAt(now) ?? day.end;
    const candle = day.candle(0, moment.minute + 1, moment);
    if (candle === undefined) return undefined;
    const { open, high, low, close: price, volume } = candle;
    const { currency } = asset.instrument;
    return {
      symbol: asset.symbol.text,
      currency,
      price,
      previousClose,
      open,
      high,
      low,
      volume,
      ...this.sides(asset, price),
      tradedAt: new Date(moment.at),
    };
  }

  /** Returns the trade at an instant. @returns undefined outside trading hours */
  tick(asset: SimulatedAsset, now: number): Tick | undefined {
    const day = this.currentDayOf(asset, now)?.day;
    const moment = day?.minutes.momentAt(now);
    if (day === undefined || moment === undefined || !day.minutes.isOpen(now)) return undefined;
    const price = day.priceAt(moment);
    return {
      symbol: asset.symbol.text,
      price,
      ...this.sides(asset, price),
      size: day.volumeOf(moment),
      at: new Date(moment.at),
    };
  }

  /**
   * Returns splits and dividends with an ex-day in `[from, to]` (days since 1970-01-01) that have been announced,
   * ascending.
   */
  actions(asset: SimulatedAsset, from: number, to: number, now: number): CorporateAction[] {
    const first = Math.max(from, asset.since + 1);
    if (first > to) return [];
    const found = (asset.base.actions ?? []).flatMap((action) =>
      dueDays(action, first - MAX_CLOSED_DAYS, to).flatMap((due) => {
        const [exDay] = this.calendar.sessions(asset.symbol, dayText(due), dayText(due + MAX_CLOSED_DAYS));
        if (exDay === undefined || dayNumber(exDay.day) < first || dayNumber(exDay.day) > to) return [];
        const days = announcementOf(asset.key, due, action.kind, exDay.day);
        if (Date.parse(days.declarationDay) > now) return [];
        const value = action.kind === 'split' ? action.value : this.dividend(asset, due, action.value);
        return [{ day: exDay.day, kind: action.kind, value, ...days }];
      }),
    );
    return found.sort((one, other) => Date.parse(one.day) - Date.parse(other.day));
  }

  /** Returns the last price on or before a day, but not after `now`, with its day. */
  lastOn(asset: SimulatedAsset, day: number, now: number): { price: number; day: string; at: Date } | undefined {
    const session = this.sessions(asset, day - MAX_CLOSED_DAYS, day).findLast(({ open }) => open.getTime() <= now);
    if (session === undefined) return undefined;
    const found = new SimulatedDay(asset, session);
    return {
      price: found.priceAt(found.minutes.momentAt(now) ?? found.end),
      day: session.day,
      at: new Date(Math.min(now, session.close.getTime())),
    };
  }

  /** Returns the dividend per share, which is a fraction of the last price before it. */
  private dividend(asset: SimulatedAsset, due: number, payout: number): number {
    const before = this.sessions(asset, due - MAX_CLOSED_DAYS, due - 1).at(-1);
    const close = before === undefined ? Math.exp(asset.base.level) : new SimulatedDay(asset, before).closing;
    return Math.max(0.0001, Math.round(close * (1 - Math.exp(-payout)) * 10_000) / 10_000);
  }

  private currentDayOf(asset: SimulatedAsset, now: number): CurrentDay | undefined {
    const known = this.currentDays.get(asset);
    if (known !== undefined && now < known.until && now >= known.day.session.open.getTime()) return known;
    const today = Math.floor(now / DAY_MS);
    const sessions = this.sessions(asset, today - 2 * MAX_CLOSED_DAYS, today + MAX_CLOSED_DAYS);
    const at = sessions.findLastIndex(({ open }) => open.getTime() <= now);
    const [session, before, next] = [sessions[at], sessions[at - 1], sessions[at + 1]];
    if (session === undefined) return undefined;
    const day = new SimulatedDay(asset, session);
    const until = next?.open.getTime() ?? session.close.getTime();
    const present = {
      day,
      previousClose: before === undefined ? null : this.splitAdjustedClose(asset, new SimulatedDay(asset, before), day),
      until,
    };
    this.currentDays.set(asset, present);
    return present;
  }

  /** Adjusts the previous close for splits since then, as exchanges do, so that the change is meaningful. */
  private splitAdjustedClose(asset: SimulatedAsset, before: SimulatedDay, day: SimulatedDay): number {
    const splits = (asset.base.actions ?? []).filter(
      (action) => action.kind === 'split' && dueDays(action, before.day, day.day).length > 0,
    );
    const factor = 10 ** asset.decimals;
    return Math.round(splits.reduce((price, { value }) => price / value, before.closing) * factor) / factor;
  }

  private sessions(asset: SimulatedAsset, from: number, to: number) {
    return this.calendar.sessions(asset.symbol, dayText(Math.max(from, asset.since)), dayText(to));
  }

  private sides({ halfSpread, decimals }: SimulatedAsset, price: number): { bid: number | null; ask: number | null } {
    if (halfSpread === undefined) return { bid: null, ask: null };
    const factor = 10 ** decimals;
    const half = Math.max(1, Math.round(price * halfSpread * factor));
    const middle = Math.round(price * factor);
    return { bid: Math.max(1, middle - half) / factor, ask: (middle + half) / factor };
  }
}

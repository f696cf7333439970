import { DAY_MS } from '../../../durations.js';
import type { TradingCalendar } from '../calendar/trading-calendar.js';
import type { CorporateAction } from '../candle.js';
import type { ProviderQuote, Tick } from '../quote.js';
import type { SimulatedAsset } from './simulated-asset.js';
import { SimulatedDay, whole } from './simulated-day.js';
import type { Moment } from './trading-minutes.js';
import { dayNumber, dayText } from './trading-week.js';

/** No market is closed for longer (days). */
const LONGEST_PAUSE = 16;

/** The trading day that an instant is in, or the last before it. */
interface Present {
  day: SimulatedDay;
  /** The last price of the day before, in the terms of this day; null when there is none before. */
  previousClose: number | null;
  /** Until when (ms) nothing of this changes. */
  until: number;
}

/** The simulated markets at any instant: the same seed, symbol and instant make the same price, whatever was asked before. */
export class SimulatedMarket {
  private readonly present = new Map<SimulatedAsset, Present>();

  constructor(private readonly calendar: TradingCalendar) {}

  /** @returns undefined before the first day of trade */
  quote(asset: SimulatedAsset, now: number): ProviderQuote | undefined {
    const present = this.presentOf(asset, now);
    if (present === undefined) return undefined;
    const { day, previousClose } = present;
    const moment = day.minutes.momentAt(now) ?? whole(day);
    const bar = day.bar(0, moment.minute + 1, moment);
    if (bar === undefined) return undefined;
    const { open, high, low, close: price, volume } = bar;
    const { currency } = asset.instrument;
    return { symbol: asset.symbol.text, currency, price, previousClose, open, high, low, volume, ...this.sides(asset, price), tradedAt: new Date(moment.at) };
  }

  /** What is traded at an instant. @returns undefined while nothing is */
  tick(asset: SimulatedAsset, now: number): { tick: Tick; moment: Moment; day: SimulatedDay } | undefined {
    const day = this.presentOf(asset, now)?.day;
    const moment = day?.minutes.momentAt(now);
    if (day === undefined || moment === undefined || !day.minutes.isOpen(now)) return undefined;
    const price = day.priceAt(moment);
    return { tick: { symbol: asset.symbol.text, price, ...this.sides(asset, price), size: null, at: new Date(moment.at) }, moment, day };
  }

  /** Splits and dividends with an ex-day from `from` to `to` (days since 1970-01-01), ascending. */
  actions(asset: SimulatedAsset, from: number, to: number): CorporateAction[] {
    const first = Math.max(from, asset.since + 1);
    const plan = asset.base.actions;
    if (plan === undefined || first > to) return [];
    return plan.between(first - LONGEST_PAUSE, to).flatMap(({ kind, due, value }) => {
      const [exDay] = this.calendar.sessions(asset.symbol, dayText(due), dayText(due + LONGEST_PAUSE));
      if (exDay === undefined || dayNumber(exDay.day) < first || dayNumber(exDay.day) > to) return [];
      return [{ day: exDay.day, kind, value: kind === 'split' ? value : this.dividend(asset, due, value) }];
    });
  }

  /** The last price on or before a day, at `now` at the latest, and its day. */
  lastOn(asset: SimulatedAsset, day: number, now: number): { price: number; day: string; at: Date } | undefined {
    const session = this.sessions(asset, day - LONGEST_PAUSE, day).findLast(({ open }) => open.getTime() <= now);
    if (session === undefined) return undefined;
    const found = new SimulatedDay(asset, session);
    return { price: found.priceAt(found.minutes.momentAt(now) ?? whole(found)), day: session.day, at: new Date(Math.min(now, session.close.getTime())) };
  }

  /** What the price falls by when it is paid: a share of the last price before. */
  private dividend(asset: SimulatedAsset, due: number, payout: number): number {
    const before = this.sessions(asset, due - LONGEST_PAUSE, due - 1).at(-1);
    const close = before === undefined ? Math.exp(asset.base.level) : new SimulatedDay(asset, before).closing;
    return Math.max(0.0001, Math.round(close * (1 - Math.exp(-payout)) * 10_000) / 10_000);
  }

  private presentOf(asset: SimulatedAsset, now: number): Present | undefined {
    const known = this.present.get(asset);
    if (known !== undefined && now < known.until && now >= known.day.session.open.getTime()) return known;
    const today = Math.floor(now / DAY_MS);
    const sessions = this.sessions(asset, today - 2 * LONGEST_PAUSE, today + LONGEST_PAUSE);
    const at = sessions.findLastIndex(({ open }) => open.getTime() <= now);
    const [session, before, next] = [sessions[at], sessions[at - 1], sessions[at + 1]];
    if (session === undefined) return undefined;
    const day = new SimulatedDay(asset, session);
    const until = next?.open.getTime() ?? session.close.getTime();
    const present = { day, previousClose: before === undefined ? null : this.closeInTermsOf(asset, new SimulatedDay(asset, before), day), until };
    this.present.set(asset, present);
    return present;
  }

  /** Exchanges state the previous close in the terms of the new day when a share was split in between, so that the change means something. */
  private closeInTermsOf(asset: SimulatedAsset, before: SimulatedDay, day: SimulatedDay): number {
    const splits = asset.base.actions?.between(before.day, day.day).filter(({ kind }) => kind === 'split') ?? [];
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

import { keyOf, spread } from '../../../simulation/noise.js';
import { DAY_MS } from '../../../time/durations.js';
import { TimeZone } from '../../../time/time-zone.js';
import type { CalendarEntry, CalendarKind } from '../calendar-entry.js';
import { dayNumber, formatDay, isWeekend, nthWeekday, parseDay } from '../civil-day.js';
import type { InstrumentTable } from '../directory/instrument-table.js';
import { parseSymbol } from '../market-symbol.js';
import { type EconomicFigure, economicFigures } from './economic-figures.js';
import { earnedPerShare, expectedPerShare, MAX_REPORT_DAYS, quartersOf } from './simulated-earnings.js';
import type { SimulatedMarket } from './simulated-market.js';
import { offeringsOf } from './simulated-offerings.js';
import type { SimulatedAsset, SimulatedUniverse } from './simulated-universe.js';

/** Number of companies and funds in the calendars of the whole market, the most traded first. */
const COMPANIES = 300;
const FUNDS = 60;
/** Number of companies or funds after which other work gets a turn of the event loop. */
const SLICE = 40;
const QUARTER_DAYS = 365.25 / 4;

/**
 * Makes the calendars of the simulated markets. Like prices, entries depend only on the seed, the subject and the day;
 * published figures appear at their time.
 */
export class SimulatedCalendar {
  constructor(
    private readonly seed: number,
    private readonly instruments: InstrumentTable,
    private readonly universe: SimulatedUniverse,
    private readonly market: SimulatedMarket,
  ) {}

  /** Returns the entries of one kind on the days from `from` to `to` (inclusive), as known at `now` (ms). */
  async entries(kind: CalendarKind, from: string, to: string, now: number): Promise<CalendarEntry[]> {
    const [first, last] = [parseDay(from), parseDay(to)];
    if (kind === 'economic') return economicFigures.flatMap((figure) => this.releases(figure, first, last, now));
    if (kind === 'ipo') return offeringsOf(this.seed, first, last, Math.floor(now / DAY_MS));
    const found: CalendarEntry[] = [];
    const companies = this.instruments.ofClass('equity').slice(0, COMPANIES);
    const subjects =
      kind === 'earnings' ? companies : [...companies, ...this.instruments.ofClass('etf').slice(0, FUNDS)];
    for (const [index, instrument] of subjects.entries()) {
      if (index % SLICE === SLICE - 1) await new Promise(setImmediate);
      const symbol = parseSymbol(instrument.symbol);
      const asset = symbol && this.universe.find(symbol);
      if (asset === undefined) continue;
      if (kind === 'earnings') found.push(...this.reports(asset, first, last, now));
      else found.push(...this.actions(asset, kind, first, last, now));
    }
    return found;
  }

  private actions(asset: SimulatedAsset, kind: 'dividend' | 'split', first: number, last: number, now: number) {
    const { symbol, name, currency } = asset.instrument;
    return this.market.actions(asset, first, last, now).flatMap((action): CalendarEntry[] => {
      if (action.kind !== kind) return [];
      const { day, value, declaredOn, recordOn, paidOn } = action;
      const figures = kind === 'split' ? { ratio: value } : { amount: value, currency, recordOn, paidOn };
      return [{ kind, day, symbol, title: name, declaredOn, ...figures }];
    });
  }

  /** Returns the earnings reports of a company: four a year, each some weeks after its quarter. */
  private reports(asset: SimulatedAsset, first: number, last: number, now: number): CalendarEntry[] {
    const { symbol, name, currency } = asset.instrument;
    const quarters = quartersOf(asset, first - MAX_REPORT_DAYS, last);
    return quarters.flatMap(({ quarter, end, reportDay, reportedAt, isBeforeOpen }): CalendarEntry[] => {
      if (reportDay < first || reportDay > last) return [];
      const earned = (back: number) => cents(earnedPerShare(asset, quarter - back, end - back * QUARTER_DAYS));
      return [
        {
          kind: 'earnings',
          day: formatDay(reportDay),
          reportTime: isBeforeOpen ? 'before_open' : 'after_close',
          symbol,
          title: name,
          currency,
          period: formatDay(end),
          estimate: cents(expectedPerShare(asset, quarter, end)),
          actual: now >= reportedAt ? earned(0) : null,
          previous: earned(4),
        },
      ];
    });
  }

  private releases(figure: EconomicFigure, first: number, last: number, now: number): CalendarEntry[] {
    const key = keyOf(this.seed, `figure ${figure.title} ${figure.country}`);
    const found: CalendarEntry[] = [];
    const date = new Date(first * DAY_MS);
    for (let month = date.getUTCFullYear() * 12 + date.getUTCMonth() - 1; ; month += 1) {
      const [year, inYear] = [Math.floor(month / 12), (month % 12) + 1];
      if (dayNumber(year, inYear, 1) > last) return found;
      if (month % figure.everyMonths !== figure.firstMonth % figure.everyMonths) continue;
      const day = releaseDay(figure, year, inYear);
      if (day < first || day > last) continue;
      const at = TimeZone.of(figure.zone).instantOf(day, figure.minutes);
      const value = (index: number) => rounded(figure, figure.level + figure.swing * walk(key, index));
      const covered = month - figure.lagMonths;
      found.push({
        kind: 'economic',
        day: formatDay(day),
        at: new Date(at),
        title: figure.title,
        country: figure.country,
        currency: figure.currency,
        period: `${Math.floor(covered / 12)}-${String((covered % 12) + 1).padStart(2, '0')}`,
        estimate: rounded(figure, figure.level + figure.swing * (walk(key, month) + 0.15 * spread(key, month + 7_000))),
        actual: at <= now ? value(month) : null,
        previous: value(month - figure.everyMonths),
        unit: figure.unit,
      });
    }
  }
}

/**
 * Returns the day of a month on which an economic figure is published: the nth occurrence of a weekday, or the first
 * working day on or after a fixed day.
 */
function releaseDay({ on }: EconomicFigure, year: number, month: number): number {
  if ('weekday' in on) return nthWeekday(year, month, on.weekday, on.nth);
  let day = dayNumber(year, month, on.day);
  while (isWeekend(day)) day += 1;
  return day;
}

/** Returns a slowly changing number around 0 with about unit variance: the mean of five steps, scaled. */
const walk = (key: number, index: number): number =>
  [0, 1, 2, 3, 4].reduce((sum, back) => sum + spread(key, index - back), 0) / Math.sqrt(5);

const rounded = ({ digits }: EconomicFigure, value: number): number => Number(value.toFixed(digits));

const cents = (amount: number): number => Math.round(amount * 100) / 100;

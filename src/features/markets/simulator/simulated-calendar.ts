import { DAY_MS } from '../../../time/durations.js';
import type { CalendarEntry, CalendarKind } from '../calendar-entry.js';
import { formatDay, parseDay } from '../civil-day.js';
import type { InstrumentTable } from '../directory/instrument-table.js';
import { parseSymbol } from '../market-symbol.js';
import { type EconomicFigure, economicFigures } from './economic-figures.js';
import { earnedPerShare, expectedPerShare, MAX_REPORT_DAYS, quartersOf } from './simulated-earnings.js';
import type { SimulatedMarket } from './simulated-market.js';
import { offeringsOf } from './simulated-offerings.js';
import { codeOf, monthText, releasesOf } from './simulated-releases.js';
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
      const { day, value, declarationDay, recordDay, paymentDay } = action;
      const figures = kind === 'split' ? { ratio: value } : { amount: value, currency, recordDay, paymentDay };
      return [{ kind, day, symbol, title: name, declarationDay, ...figures }];
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
    const { title, country, currency, unit } = figure;
    return releasesOf(this.seed, figure, first, last).map(
      (release): CalendarEntry => ({
        kind: 'economic',
        day: formatDay(release.day),
        at: new Date(release.at),
        title,
        country,
        currency,
        period: monthText(release.coveredMonth),
        estimate: release.expected,
        actual: release.at <= now ? release.first : null,
        previous: release.previous,
        unit,
        seriesId: `simulator:${codeOf(figure)}`,
      }),
    );
  }
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;

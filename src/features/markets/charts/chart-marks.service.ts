import { Service } from 'typedi';
import { formatNumber } from '../../../charts/scale.js';
import { formatDay, formatTime } from '../../../charts/time-axis.js';
import type { TimeMark } from '../../../charts/time-marks.js';
import { EventLog } from '../../../events/event-log.js';
import type { LoggedEvent } from '../../../events/logged-event.js';
import { DAY_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import type { CalendarEntry } from '../calendar-entry.js';
import type { CorporateAction } from '../candle.js';
import type { CandleSeries } from '../candles/candle-series.js';
import { CorporateActions } from '../candles/corporate-actions.service.js';
import { dayAt, midnightOf } from '../candles/expected-candles.js';
import { intradayMs } from '../interval.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { MarketProviders } from '../providers/market-provider.js';
import type { MarkKind } from './mark-kinds.js';

/** Maximum number of events that are marked: the latest ones. */
const MAX_EVENTS = 100;
/** Earnings are marked in the last days of a range only, because calendars are read week by week. */
const EARNINGS_DAYS = 366;
/** Number of days in which the first session from an ex-day on is searched. */
const SEARCH_DAYS = 14;

/** Types of events that say the same as the mark of a split or dividend. */
const markedByAction: ReadonlySet<string> = new Set(['market.split', 'market.dividend']);
const EARNINGS_EVENT = 'market.earnings_reported';

/** The candles below which marks are drawn. */
export type MarkedSeries = Pick<CandleSeries, 'symbol' | 'interval' | 'currency' | 'provenance'>;

/** The calendar of earnings reports of all companies, which charts read through this port to load few files. */
export abstract class EarningsCalendar {
  /** Returns true if a configured provider offers the calendar. */
  abstract isOffered(kind: 'earnings'): boolean;

  /**
   * Returns the reports on the days from `from` to `to` (inclusive).
   * @throws UpstreamError when no provider answers
   */
  abstract read(
    kind: 'earnings',
    from: string,
    to: string,
  ): Promise<{ entries: readonly CalendarEntry[]; provider: string }>;
}

/** Reads what happened to an instrument, as marks of its charts. */
@Service()
export class ChartMarksService {
  constructor(
    private readonly actions: CorporateActions,
    private readonly providers: MarketProviders,
    private readonly calendar: TradingCalendar,
    private readonly earnings: EarningsCalendar,
    private readonly events: EventLog,
  ) {}

  /**
   * Returns the marks of an instrument in a range: splits, dividends, earnings, and events that the account may see.
   * Splits, dividends and earnings that no provider delivers are left out.
   * @param from start of the first candle
   */
  async of(
    accountId: string,
    series: MarkedSeries,
    kinds: readonly MarkKind[],
    { from, to }: { from: Date; to: Date },
  ): Promise<TimeMark[]> {
    const symbol = parseSymbol(series.symbol);
    if (symbol === undefined) return [];
    const [actions, reports, events] = await Promise.all([
      kinds.includes('splits') || kinds.includes('dividends') ? this.actionsOf(symbol, series) : [],
      kinds.includes('earnings') ? this.earningsOf(symbol, series, { from, to }) : [],
      kinds.includes('events') ? this.eventsOf(accountId, series.symbol, { from, to }) : [],
    ]);
    const wanted = actions.filter(({ kind }) => kinds.includes(kind === 'split' ? 'splits' : 'dividends'));
    const marks = wanted.map((action) => markOf(action, this.startOf(symbol, series, action.day), series.currency));
    const others = kinds.includes('earnings') ? events.filter(({ type }) => type !== EARNINGS_EVENT) : events;
    return [...marks, ...reports, ...others.map(eventMark)].filter(({ time }) => time >= from && time < to);
  }

  private async actionsOf(symbol: MarketSymbol, { provenance }: MarkedSeries): Promise<CorporateAction[]> {
    const provider = this.providers.list.find(({ name }) => name === provenance.provider);
    if (provider === undefined || symbol.assetClass !== 'equity') return [];
    try {
      return (await this.actions.of(symbol, provider)).actions;
    } catch (error) {
      if (error instanceof UpstreamError) return [];
      throw error;
    }
  }

  /** Returns the earnings reports at the end of a range. Simulated ones are marked on simulated prices only. */
  private async earningsOf(symbol: MarketSymbol, series: MarkedSeries, range: { from: Date; to: Date }) {
    if (symbol.assetClass !== 'equity' || !this.earnings.isOffered('earnings')) return [];
    const to = range.to.getTime();
    const from = Math.max(range.from.getTime(), to - EARNINGS_DAYS * DAY_MS);
    try {
      const { entries, provider } = await this.earnings.read('earnings', dayAt(from), dayAt(to));
      if ((provider === 'simulator') !== (series.provenance.provider === 'simulator')) return [];
      return entries
        .filter((entry) => entry.symbol === series.symbol)
        .map((entry) => earningsMark(entry, this.startOf(symbol, series, entry.day)));
    } catch (error) {
      if (error instanceof UpstreamError) return [];
      throw error;
    }
  }

  private async eventsOf(accountId: string, symbol: string, range: { from: Date; to: Date }): Promise<LoggedEvent[]> {
    const events = await this.events.timeline(accountId, { keys: [[`symbol:${symbol}`]], ...range }, MAX_EVENTS);
    return events.filter(({ type }) => !markedByAction.has(type));
  }

  /** Returns the time of the first candle that an action on a day concerns. */
  private startOf(symbol: MarketSymbol, { interval }: MarkedSeries, day: string): Date {
    const midnight = new Date(midnightOf(day));
    if (intradayMs(interval) === undefined) return midnight;
    const end = dayAt(midnight.getTime() + SEARCH_DAYS * DAY_MS);
    return this.calendar.sessions(symbol, day, end)[0]?.open ?? midnight;
  }
}

function markOf({ kind, day, value }: CorporateAction, time: Date, currency: string): TimeMark {
  const date = formatDay(new Date(midnightOf(day)));
  if (kind === 'dividend') {
    const text = `Dividend ${plain(value)} ${currency}, ex-day ${date}`;
    return { time, letter: 'D', kind: ['dividend', 'dividends'], text, color: 'line10' };
  }
  const ratio = value >= 1 ? `${plain(value)}:1` : `1:${plain(1 / value)}`;
  return { time, letter: 'S', kind: ['split', 'splits'], text: `Split ${ratio}, ${date}`, color: 'line4' };
}

function earningsMark({ day, currency, estimate, actual }: CalendarEntry, time: Date): TimeMark {
  const amount = (value: number) => [plain(value), currency].filter(Boolean).join(' ');
  const parts = [
    typeof actual === 'number' ? `Earnings ${amount(actual)} per share` : 'Earnings',
    ...(typeof estimate === 'number' ? [`${amount(estimate)} expected`] : []),
    formatDay(new Date(midnightOf(day))),
  ];
  return { time, letter: 'E', kind: ['earnings report', 'earnings reports'], text: parts.join(', '), color: 'line2' };
}

function eventMark({ time, title, type }: LoggedEvent): TimeMark {
  const text = `${(title ?? type).replace(/ \(simulated\)$/, '')}, ${formatTime(time)}`;
  return { time, letter: 'i', kind: ['event', 'events'], text, color: 'line6' };
}

/** Formats a number with at most four decimals. */
const plain = (value: number): string => formatNumber(value, 4).replace(/\.?0+$/, '');

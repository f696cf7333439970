import { Service } from 'typedi';
import { formatNumber } from '../../../charts/scale.js';
import { formatDay, formatTime } from '../../../charts/time-axis.js';
import type { TimeMark } from '../../../charts/time-marks.js';
import { EventLog } from '../../../events/event-log.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
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
/** Number of days in which the first session from an ex-day on is searched. */
const SEARCH_DAYS = 14;

/** Types of events that say the same as the mark of a split or dividend. */
const markedByAction: ReadonlySet<string> = new Set(['market.split', 'market.dividend']);

/** The candles below which marks are drawn. */
export type MarkedSeries = Pick<CandleSeries, 'symbol' | 'interval' | 'currency' | 'provenance'>;

/** Reads what happened to an instrument, as marks of its charts. */
@Service()
export class ChartMarksService {
  constructor(
    private readonly actions: CorporateActions,
    private readonly providers: MarketProviders,
    private readonly calendar: TradingCalendar,
    private readonly events: EventLog,
  ) {}

  /**
   * Returns the marks of an instrument in a range: splits and dividends, and events that the account may see. Splits
   * and dividends that no provider delivers are left out.
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
    const [actions, events] = await Promise.all([
      kinds.includes('splits') || kinds.includes('dividends') ? this.actionsOf(symbol, series) : [],
      kinds.includes('events') ? this.eventsOf(accountId, series.symbol, { from, to }) : [],
    ]);
    const wanted = actions.filter(({ kind }) => kinds.includes(kind === 'split' ? 'splits' : 'dividends'));
    const marks = wanted.map((action) => markOf(action, this.startOf(symbol, series, action.day), series.currency));
    return [...marks, ...events].filter(({ time }) => time >= from && time < to);
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

  private async eventsOf(accountId: string, symbol: string, range: { from: Date; to: Date }): Promise<TimeMark[]> {
    const events = await this.events.timeline(accountId, { keys: [[`symbol:${symbol}`]], ...range }, MAX_EVENTS);
    return events
      .filter(({ type }) => !markedByAction.has(type))
      .map((event) => ({
        time: event.time,
        letter: 'E',
        kind: ['event', 'events'],
        text: `${(event.title ?? event.type).replace(/ \(simulated\)$/, '')}, ${formatTime(event.time)}`,
        color: 'line6',
      }));
  }

  /** Returns the time of the first candle that an action on a day concerns. */
  private startOf(symbol: MarketSymbol, { interval }: MarkedSeries, day: string): Date {
    const midnight = new Date(midnightOf(day));
    if (intradayMs(interval) === undefined) return midnight;
    const end = dayAt(midnight.getTime() + SEARCH_DAYS * 24 * 3_600_000);
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

/** Formats a number with at most four decimals. */
const plain = (value: number): string => formatNumber(value, 4).replace(/\.?0+$/, '');

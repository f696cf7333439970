import { keyOf, unit } from '../../../simulation/noise.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { ExchangeCalendar } from '../../markets/calendar/exchange-calendar.js';
import { InstrumentTable } from '../../markets/directory/instrument-table.js';
import { type MarketSymbol, parseSymbol } from '../../markets/market-symbol.js';
import { SimulatedMarket } from '../../markets/simulator/simulated-market.js';
import { SimulatedUniverse } from '../../markets/simulator/simulated-universe.js';
import type { Happening } from './happening.js';
import { shortName } from './market-happenings.js';

/** Number of companies that analysts comment on: the first ones of the instrument table. */
const COMPANIES = 20;
/** Fraction of the days with a comment, by day of the week from Sunday on. */
const DAILY = [0.15, 0.75, 0.75, 0.75, 0.75, 0.75, 0.15] as const;
/** Comments are published between these hours of the day (UTC). */
const HOURS = [7, 20] as const;
/** Period whose price change is judged (ms). */
const JUDGED_MS = 7 * DAY_MS;
/** Fraction by which the price must have changed for a good or a bad comment. */
const STEADY = 0.015;

interface Company {
  symbol: MarketSymbol;
  name: string;
}

/**
 * Comments of analysts on large companies. They judge the change of the simulated price in a week, so that companies
 * are in the news, in good and in bad tones, on days without large moves too.
 */
export class CompanyHappenings {
  private readonly market: SimulatedMarket;
  private readonly universe: SimulatedUniverse;
  private readonly companies: readonly Company[];

  constructor(private readonly seed: number) {
    const table = new InstrumentTable();
    this.market = new SimulatedMarket(new ExchangeCalendar(table));
    this.universe = new SimulatedUniverse(seed, table);
    // The first one of several classes of shares of a company is the most traded.
    const byName = Map.groupBy(table.ofClass('equity').slice(0, 2 * COMPANIES), shortName);
    this.companies = [...byName].slice(0, COMPANIES).flatMap(([name, [instrument]]) => {
      const symbol = parseSymbol(instrument?.symbol ?? '');
      return symbol === undefined ? [] : [{ name, symbol }];
    });
  }

  /** Returns the comments in `(from, to]` (ms), at most one per day and company. */
  between(from: number, to: number): Happening[] {
    const first = Math.floor(from / DAY_MS);
    const days = Array.from({ length: Math.floor(to / DAY_MS) - first + 1 }, (_, at) => first + at);
    return days.flatMap((day) => this.companies.flatMap((company) => this.commentOf(company, day, from, to) ?? []));
  }

  private commentOf({ symbol, name }: Company, day: number, from: number, to: number): Happening | undefined {
    const key = keyOf(this.seed, `comment ${symbol.text} ${day}`);
    const [earliest, latest] = HOURS;
    const at = Math.round(day * DAY_MS + (earliest + (latest - earliest) * unit(key, 1)) * HOUR_MS);
    const weekday = new Date(day * DAY_MS).getUTCDay();
    if (at <= from || at > to || unit(key, 0) >= (DAILY[weekday] as number)) return undefined;
    const change = this.changeOf(symbol, at);
    if (change === undefined) return undefined;
    const percent = (Math.abs(change) * 100).toFixed(1);
    return {
      key: `comment ${symbol.text} ${at}`,
      at,
      topic: Math.abs(change) < STEADY ? 'steady' : change > 0 ? 'upgrade' : 'downgrade',
      values: { name, percent, decimal: percent.replace('.', ',') },
      symbols: [symbol.text],
      position: null,
      weight: 0.15 + 0.4 * unit(key, 2),
    };
  }

  /** Returns the change of the price in the judged period, as a fraction; undefined without a price at its start. */
  private changeOf(symbol: MarketSymbol, at: number): number | undefined {
    const asset = this.universe.find(symbol);
    const [now, before] = [at, at - JUDGED_MS].map((time) => asset && this.market.quote(asset, time)?.price);
    return now === undefined || before === undefined ? undefined : now / before - 1;
  }
}

import { HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import { ExchangeCalendar } from '../../markets/calendar/exchange-calendar.js';
import { InstrumentTable } from '../../markets/directory/instrument-table.js';
import type { Instrument } from '../../markets/instrument.js';
import { type MarketSymbol, parseSymbol } from '../../markets/market-symbol.js';
import { SimulatedMarket } from '../../markets/simulator/simulated-market.js';
import { SimulatedUniverse } from '../../markets/simulator/simulated-universe.js';
import type { Happening } from './happening.js';

/** Interval at which prices are checked (ms). */
const STEP_MS = HOUR_MS / 2;
/** Maximum age of the last trade while the market is open (ms); with an older one it counts as closed. */
const FRESH_MS = 5 * MINUTE_MS;

/** A volatility index is left out, since it moves several times as much as prices. */
const VOLATILITY = 'VIX.INDX';

/**
 * The instruments that are reported: the first ones of each asset class in the instrument table, when the price has
 * moved by the fraction `share` since the previous close.
 */
const reported = [
  { assetClass: 'equity', instruments: 80, share: 0.03 },
  { assetClass: 'index', instruments: 8, share: 0.015 },
  { assetClass: 'commodity', instruments: 8, share: 0.025 },
  { assetClass: 'crypto', instruments: 8, share: 0.04 },
] as const;

interface Watched {
  instrument: Instrument;
  symbol: MarketSymbol;
  share: number;
}

/** Finds large moves of the simulated markets, at the same prices that the markets' simulator quotes. */
export class MarketHappenings {
  private readonly market: SimulatedMarket;
  private readonly universe: SimulatedUniverse;
  private readonly watched: readonly Watched[];

  constructor(seed: number) {
    const table = new InstrumentTable();
    this.market = new SimulatedMarket(new ExchangeCalendar(table));
    this.universe = new SimulatedUniverse(seed, table);
    this.watched = reported.flatMap(({ assetClass, instruments, share }) =>
      table
        .ofClass(assetClass)
        .filter(({ symbol }) => symbol !== VOLATILITY)
        .slice(0, instruments)
        .flatMap((instrument) => ({ instrument, symbol: parseSymbol(instrument.symbol) as MarketSymbol, share })),
    );
  }

  /** Returns the moves that reached their threshold in `(from, to]` (ms), at most one per step and instrument. */
  between(from: number, to: number): Happening[] {
    const first = Math.floor(from / STEP_MS) + 1;
    const last = Math.floor(to / STEP_MS);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => (first + at) * STEP_MS).flatMap((at) =>
      this.watched.flatMap((one) => this.moveOf(one, at) ?? []),
    );
  }

  private moveOf({ instrument, symbol, share }: Watched, at: number): Happening | undefined {
    const [now, before] = [this.changeOf(symbol, at), this.changeOf(symbol, at - STEP_MS) ?? 0];
    // Only the crossing of the threshold is reported, not the time beyond it.
    if (
      now === undefined ||
      Math.abs(now) < share ||
      (Math.abs(before) >= share && Math.sign(before) === Math.sign(now))
    )
      return undefined;
    const percent = (Math.abs(now) * 100).toFixed(1);
    return {
      key: `${instrument.symbol} ${at}`,
      at,
      topic: now > 0 ? 'rise' : 'fall',
      values: { name: shortName(instrument), percent, decimal: percent.replace('.', ',') },
      symbols: [instrument.symbol],
      position: null,
      weight: Math.min(1, Math.abs(now) / (2.5 * share)),
    };
  }

  /** Returns the change since the previous close, as a fraction. @returns undefined while the market is closed */
  private changeOf(symbol: MarketSymbol, at: number): number | undefined {
    const asset = this.universe.find(symbol);
    const quote = asset && this.market.quote(asset, at);
    if (quote?.tradedAt == null || quote.previousClose == null || at - quote.tradedAt.getTime() > FRESH_MS)
      return undefined;
    return quote.price / quote.previousClose - 1;
  }
}

/** Returns a name as newspapers write it: without legal forms, classes and units. */
export const shortName = ({ name }: Instrument): string =>
  name
    .replace(/\s*\(.*\)/, '')
    .replace(
      /,? (?:Inc\.?|Corporation|Corp\.?|Company|plc|PLC|AG|SE|N\.V\.|Holdings|Group|Ltd\.?|Limited)(?=$| Class)/g,
      '',
    )
    .replace(/ Class [A-Z]$/, '')
    .replace(/, Henry Hub$| \/ US Dollar$/, '')
    .trim();

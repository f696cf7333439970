import type { Instrument } from '../instrument.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { Leg } from './leg.js';

/** What an instrument of the simulated markets is like. */
export interface SimulatedAsset {
  symbol: MarketSymbol;
  instrument: Instrument;
  /** Of all that happens to it alone. */
  key: number;
  base: Leg;
  /** Of a pair that is quoted in something which moves as well: its price is `base` ÷ `quote`. */
  quote?: Leg;
  /** Of the shapes of its minutes; one for all that must stay consistent with each other. */
  shapeKey: number;
  decimals: number;
  /** Half the distance of bid and ask as a share of the price; undefined where nobody makes a market (indices). */
  halfSpread?: number;
  /** Undefined where nobody counts (currencies, indices). */
  volume?: {
    /** In a typical day, in `1 / perUnit`, at a price of `at`: at half the price twice as much. */
    perDay: number;
    at: number;
    /** Whole parts of a unit that are counted: 1, or 10,000 for crypto-assets that cost more than their quote. */
    perUnit: number;
    /** How much more is traded at both ends of a day than in its middle, from 0. */
    curve: number;
  };
  /** Trading is suspended now and then. */
  halts: boolean;
  /** The first day, in days since 1970-01-01. */
  since: number;
}

/** A logarithm as a price. Rounding keeps the order, so that the highest of a day is the highest of its minutes. */
export function priceOf({ decimals }: SimulatedAsset, logarithm: number): number {
  const factor = 10 ** decimals;
  return Math.max(1, Math.round(Math.exp(logarithm) * factor)) / factor;
}

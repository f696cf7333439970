import type { Instrument } from '../instrument.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { Leg } from './leg.js';

/** An instrument of the simulated markets. */
export interface SimulatedAsset {
  symbol: MarketSymbol;
  instrument: Instrument;
  /** Key of its independent randomness. */
  key: number;
  base: Leg;
  /** The quote leg of a pair, if that moves as well: the price is `base` ÷ `quote`. */
  quote?: Leg;
  /** Key of its minute shapes, shared by assets that must stay consistent. */
  shapeKey: number;
  decimals: number;
  /** Half the bid-ask spread as a share of the price; undefined without market makers (indices). */
  halfSpread?: number;
  /** Undefined for assets without a volume (currencies, indices). */
  volume?: {
    /** Units on a typical day, in `1 / perUnit`, at a price of `at`; twice as many at half the price. */
    perDay: number;
    at: number;
    /** Counted parts of a unit: 1, or 10,000 for crypto-assets worth more than their quote currency. */
    perUnit: number;
    /** How much more is traded at both ends of a day than in the middle, from 0. */
    curve: number;
  };
  /** Whether trading is occasionally halted. */
  halts: boolean;
  /** The first day, in days since 1970-01-01. */
  since: number;
}

/** Converts a logarithm to a price. Rounding is monotonic, so the high of a day is the highest of its minutes. */
export function priceOf({ decimals }: SimulatedAsset, logarithm: number): number {
  const factor = 10 ** decimals;
  return Math.max(1, Math.round(Math.exp(logarithm) * factor)) / factor;
}

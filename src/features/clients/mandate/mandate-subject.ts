import type { AssetClass } from '../../markets/asset-class.js';

/** The holdings and cash of a client, in one currency. */
export interface MandateSubject {
  /** Total value, cash included. */
  value: number;
  cashValue: number;
  /** The holding of each symbol; the value is null without a price or rate. */
  holdings: ReadonlyArray<{ symbol: string; value: number | null }>;
  /** The parts of `cashValue`; the value is null without a rate. */
  cash: ReadonlyArray<{ currency: string; value: number | null }>;
}

/** The facts by which restrictions and limits are checked; null if unknown. */
export interface InstrumentFacts {
  country: string | null;
  assetClass: AssetClass | null;
  sector: string | null;
  currency: string | null;
}

/** Returns true for a fund, also if its holdings are not known. */
export const isFund = (facts: InstrumentFacts | undefined): boolean => facts?.assetClass === 'etf';

/** Tolerance for rounding errors of weights, which are not breaches. */
export const TOLERANCE = 1e-9;

export const percent = (fraction: number): string => `${Number((fraction * 100).toFixed(2))}%`;

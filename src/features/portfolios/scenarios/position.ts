import type { AssetClass } from '../../markets/asset-class.js';
import type { ValuationWarning } from '../valuation/valuation.js';

/** A holding in a scenario. Amounts are in the currency of the report. */
export interface Position {
  symbol: string;
  /** Currency of the instrument's prices. */
  currency: string;
  value: number;
  /** Asset class; null if unknown. */
  assetClass: AssetClass | null;
  sector: string | null;
  /** Country code (ISO 3166-1 alpha-2); null if unknown. */
  country: string | null;
}

export interface CashPosition {
  currency: string;
  value: number;
}

/**
 * The holdings and cash to which a scenario applies. Holdings without a price or rate are left out and listed in
 * `warnings`.
 */
export interface Positions {
  /** Day of the holdings, in days since 1970-01-01. */
  day: number;
  currency: string;
  holdings: Position[];
  cash: CashPosition[];
  value: number;
  providers: string[];
  warnings: ValuationWarning[];
}

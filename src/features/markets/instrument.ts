import type { AssetClass } from './asset-class.js';

/** An instrument that can be quoted. */
export interface Instrument {
  symbol: string;
  name: string;
  assetClass: AssetClass;
  /** Market identifier code of the exchange (`XNAS`, `XLON`), as in `calendar/`; null if unknown or not applicable. */
  exchange: string | null;
  currency: string;
  isin: string | null;
  sector: string | null;
  /** Country code (ISO 3166-1 alpha-2). */
  country: string | null;
  /** The first day on which the instrument could be held, such as `1980-12-12`; null if unknown. */
  firstDay: string | null;
}

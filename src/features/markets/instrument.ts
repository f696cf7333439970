import type { AssetClass } from './asset-class.js';

/** What can be quoted. */
export interface Instrument {
  symbol: string;
  name: string;
  assetClass: AssetClass;
  /** Code of the exchange in this service (`XNAS`, `XLON`), see calendar/; null where there is none or it is not known. */
  exchange: string | null;
  currency: string;
  isin: string | null;
  sector: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

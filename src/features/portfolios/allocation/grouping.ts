import type { AssetClass } from '../../markets/asset-class.js';

export const groupings = ['assetClass', 'currency', 'sector', 'country'] as const;
export type Grouping = (typeof groupings)[number];

/** The facts about an instrument; null if unknown. */
export interface InstrumentFacts {
  symbol: string;
  /** Currency of the holding; null if unknown. */
  currency: string | null;
  assetClass: AssetClass | null;
  sector: string | null;
  /** Country code (ISO 3166-1 alpha-2). */
  country: string | null;
}

/** Names of the group of cash, and of the group of instruments without the fact. */
export const CASH = 'cash';
export const UNKNOWN = 'unknown';

/** Returns the group of an instrument. */
export const groupOf = (facts: InstrumentFacts, by: Grouping): string => facts[by] ?? UNKNOWN;
/** Returns the group of cash: its currency when grouping by currency, otherwise `cash`. */
export const groupOfCash = (currency: string, by: Grouping): string => (by === 'currency' ? currency : CASH);

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const assetClassNames: Record<AssetClass, string> = {
  equity: 'Equities',
  etf: 'Exchange-traded funds',
  index: 'Indices',
  fx: 'Currencies',
  crypto: 'Crypto-assets',
  commodity: 'Commodities',
};

/** Returns the name of a group in English. */
export function nameOfGroup(group: string, by: Grouping): string {
  if (group === CASH) return 'Cash';
  if (group === UNKNOWN) return 'Unknown';
  if (by === 'assetClass') return assetClassNames[group as AssetClass] ?? group;
  return by === 'country' && /^[A-Z]{2}$/.test(group) ? (countries.of(group) ?? group) : group;
}

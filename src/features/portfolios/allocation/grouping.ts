import type { AssetClass } from '../../markets/asset-class.js';
import type { FundPart } from '../look-through/look-through.js';

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
/** Groups by asset class of what funds hold. */
const classOfKind: Readonly<Record<FundPart['kind'], string>> = {
  equity: 'equity',
  debt: 'bond',
  fund: 'etf',
  cash: CASH,
  commodity: 'commodity',
  real_estate: 'real_estate',
  derivative: 'derivative',
  other: 'other',
  unknown: UNKNOWN,
};

/** Returns the group of a part of a fund. Its cash belongs to its currency when grouping by currency. */
export function groupOfPart(part: FundPart, by: Grouping): string {
  if (by === 'assetClass') return classOfKind[part.kind];
  return part.kind === 'cash' && by !== 'currency' ? CASH : (part[by] ?? UNKNOWN);
}

/** Returns the group of cash: its currency when grouping by currency, otherwise `cash`. */
export const groupOfCash = (currency: string, by: Grouping): string => (by === 'currency' ? currency : CASH);

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const assetClassNames: Record<string, string> = {
  equity: 'Equities',
  etf: 'Exchange-traded funds',
  index: 'Indices',
  fx: 'Currencies',
  crypto: 'Crypto-assets',
  commodity: 'Commodities',
  bond: 'Bonds',
  real_estate: 'Real estate',
  derivative: 'Derivatives',
  other: 'Other',
};

/** Returns the name of a group in English. */
export function nameOfGroup(group: string, by: Grouping): string {
  if (group === CASH) return 'Cash';
  if (group === UNKNOWN) return 'Unknown';
  if (by === 'assetClass') return assetClassNames[group] ?? group;
  return by === 'country' && /^[A-Z]{2}$/.test(group) ? (countries.of(group) ?? group) : group;
}

import type { AssetClass } from '../../markets/asset-class.js';
import { Decimal } from '../../portfolios/lots/decimal.js';
import type { ClientReport } from './client-report.js';

/** The holdings of one asset class. */
export interface ClassShare {
  /** The name of the class in a report. */
  name: string;
  /** Value in the currency of the report. */
  value: Decimal;
  /** Fraction of the value of all portfolios. */
  weight: number;
}

const classNames: Readonly<Record<AssetClass, string>> = {
  equity: 'Equities',
  etf: 'Exchange-traded funds',
  index: 'Indices',
  fx: 'Currencies',
  crypto: 'Crypto-assets',
  commodity: 'Commodities',
};

/** Adds up the valued holdings by asset class, with cash as one of them, the largest first. */
export function assetAllocation({
  holdings,
  instruments,
  figures,
}: Pick<ClientReport, 'holdings' | 'instruments' | 'figures'>): ClassShare[] {
  const sums = new Map<string, Decimal>();
  const add = (name: string, value: Decimal) => sums.set(name, value.plus(sums.get(name) ?? new Decimal(0)));
  for (const { symbol, value } of holdings) {
    const known = instruments.get(symbol);
    if (value !== null) add(known === undefined ? 'Other' : classNames[known.assetClass], value);
  }
  if (!figures.cashValue.isZero()) add('Cash', figures.cashValue);
  return [...sums]
    .map(([name, value]) => ({ name, value, weight: value.div(figures.value).toNumber() }))
    .sort((one, other) => other.weight - one.weight);
}

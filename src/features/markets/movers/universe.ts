import type { AssetClass } from '../asset-class.js';
import type { InstrumentTable } from '../directory/instrument-table.js';
import type { Instrument } from '../instrument.js';

/** The instruments among which movers are found. */
export interface Universe {
  /** A short description of the instruments. */
  name: string;
  instruments: readonly Instrument[];
}

interface Choice {
  name: string;
  size: number;
  venue?: string;
}

// The numbers of instruments are small, because some providers need a call per symbol, but large enough to represent
// the market.
const choices: Record<AssetClass, Choice> = {
  equity: { name: 'Large companies listed in the United States', size: 40, venue: 'US' },
  etf: { name: 'Much traded funds listed in the United States', size: 24, venue: 'US' },
  index: { name: 'Leading stock indices', size: 20 },
  fx: { name: 'Major currency pairs', size: 20 },
  crypto: { name: 'Large crypto-assets in US dollars', size: 20 },
  commodity: { name: 'Metals, energy and crops', size: 20 },
};

const pegged = new Set(['USDT-USD.CC', 'USDC-USD.CC']);

/**
 * Returns the most liquid instruments of an asset class; for crypto-assets, only pairs quoted in US dollars, without
 * stablecoins.
 */
export function universeOf(table: InstrumentTable, assetClass: AssetClass): Universe {
  const { name, size, venue } = choices[assetClass];
  const inScope = ({ symbol, currency }: Instrument) =>
    (venue === undefined || symbol.endsWith(`.${venue}`)) &&
    (assetClass !== 'crypto' || (currency === 'USD' && !pegged.has(symbol)));
  return { name, instruments: table.ofClass(assetClass).filter(inScope).slice(0, size) };
}
